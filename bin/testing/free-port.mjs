/**
 * A port for a program that is about to be started. Outside of those that the operating system gives away by itself
 * (on Linux from 32,768 on, elsewhere from 49,152 on): in between, a test's own server would get the same one and
 * answer in the program's place.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST = 16_000
const END = 32_000

export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, END)
    const probe = createServer().listen(port)
    try {
      await once(probe, 'listening')
    } catch (error) {
      if (error.code === 'EADDRINUSE') continue
      throw error
    }
    probe.close()
    await once(probe, 'close')
    return port
  }
}

/** A console of its own before a backend of its own, with somebody signed in. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { heapOf } from '../../bin/launch/heap.mjs'
import { password, type Person } from '../people'
import type { OwnBackend } from '../support/own-backend'
import { freePort } from '../../bin/testing/free-port.mjs'
import { answers, program } from '../support/system'
import { signIn } from './console-session'

/** `args`: more of what Node takes, such as a module that is loaded first. */
export async function startConsole(backend: OwnBackend, person: Person, args: readonly string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-own-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const running = program([...heapOf.console, ...args, 'bin/launch/console.mjs', 'build/server/index.js'], {
    ...backend.settings,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    PORT: String(port),
    API_URL: backend.url,
  })
  await answers(`${url}/health`)
  return {
    url,
    pid: running.process.pid ?? 0,
    cookie: await signIn(url, person, password),
    /** Whoever ends it reads what it said at last. */
    async end() {
      await running.end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
      return running.output()
    },
  }
}

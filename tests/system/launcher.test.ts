import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../../bin/testing/free-port.mjs'
import { program, type RunningProgram } from '../support/system'
import { slowness } from '../support/slowness'

/** The launcher with a small program in place of the real ones: a death takes no seconds then. */
const folder = mkdtempSync(path.join(tmpdir(), 'console-launcher-'))
const running: RunningProgram[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.end('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const supervise = JSON.stringify(new URL('../../bin/launch/supervise.mjs', import.meta.url).href)
const launcher = path.join(folder, 'launcher.mjs')
writeFileSync(
  launcher,
  `
  import { supervisor } from ${supervise}
  const { PORT, CHILD, PAUSE } = process.env
  await supervisor(process.cwd(), { firstPauseMs: Number(PAUSE) }).start('desk', { args: [CHILD], env: process.env, ready: 'http://127.0.0.1:' + PORT })
  process.stdout.write('ready\\n')
`,
)
/** Answers with its id; dies by whatever it is asked to, and refuses to start while a file is there. */
const child = path.join(folder, 'child.mjs')
writeFileSync(
  child,
  `
  import { existsSync } from 'node:fs'
  import { createServer } from 'node:http'
  if (existsSync(process.env.REFUSES)) { process.stderr.write('the desk is locked\\n'); process.exit(1) }
  createServer(({ url }, response) => {
    if (url === '/kill') process.kill(process.pid, 'SIGKILL')
    if (url === '/exit') process.exit(3)
    response.end(String(process.pid))
  }).listen(Number(process.env.PORT), '127.0.0.1')
`,
)

async function launched(pauseMs: number) {
  const port = await freePort()
  const refuses = path.join(folder, `refuses-${port}`)
  const one = program([launcher], {
    PORT: String(port),
    CHILD: child,
    PAUSE: String(pauseMs),
    REFUSES: refuses,
  })
  running.push(one)
  const ask = (url = '/') =>
    fetch(`http://127.0.0.1:${port}${url}`, { headers: { connection: 'close' } }).then(
      answer => answer.text(),
      () => undefined,
    )
  const answering = async (other?: string) => {
    await expect
      .poll(
        async () => {
          const id = await ask()
          return id !== undefined && id !== other
        },
        { timeout: 10_000, interval: 20 },
      )
      .toBe(true)
    return (await ask()) ?? ''
  }
  await expect.poll(() => one.output(), { timeout: 10_000 }).toContain('ready')
  return { ...one, ask, answering, refuses }
}

test('a program that dies is started again after a pause that grows, and each time it is said', async () => {
  const desk = await launched(20)
  const first = await desk.answering()
  await desk.ask('/kill')
  const second = await desk.answering(first)
  await expect.poll(() => desk.errors()).toContain('runs again')
  await desk.ask('/exit')
  await desk.answering(second)
  await expect
    .poll(() => desk.errors())
    .toBe(
      [
        'The desk ended unexpectedly (SIGKILL): starting it again in 0.02 s',
        'The desk runs again',
        'The desk ended unexpectedly (exit code 3): starting it again in 0.04 s',
        'The desk runs again',
        '',
      ].join('\n'),
    )
  expect(await desk.end()).toBe(0)
})

test('after five deaths within a minute the launcher gives up with code 1', async () => {
  const desk = await launched(10)
  for (let death = 1, last = ''; death <= 5; death++) {
    last = await desk.answering(last)
    await desk.ask('/kill')
  }
  expect(await desk.ended).toBe(1)
  expect(desk.errors().trim().split('\n').at(-1)).toBe(
    'The desk ended unexpectedly (SIGKILL), the 5th end within a minute: giving up',
  )
})

test('one that cannot start again at once is tried again; its reason is told', async () => {
  const desk = await launched(100)
  const first = await desk.answering()
  writeFileSync(desk.refuses, '')
  await desk.ask('/kill')
  await expect.poll(() => desk.errors()).toContain('the desk is locked')
  rmSync(desk.refuses)
  await desk.answering(first)
  expect(desk.errors()).toContain('The desk ended unexpectedly (exit code 1): starting it again in 0.2 s')
})

test('a signal in the pause before a new start ends the launcher at once, with code 0', async () => {
  const desk = await launched(60_000)
  await desk.answering()
  await desk.ask('/kill')
  await expect.poll(() => desk.errors()).toContain('starting it again in 60 s')
  const from = performance.now()
  expect(await desk.end('SIGTERM')).toBe(0)
  expect(performance.now() - from).toBeLessThan(2_000 * slowness())
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../../bin/testing/free-port.mjs'
import { answers, program, type RunningProgram } from '../support/system'

/**
 * What stands between one request's mistake and everybody's work, in a small program that makes each mistake when asked
 * to.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'console-stay-up-'))
const running: RunningProgram[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.end('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const from = (file: string) =>
  JSON.stringify(new URL(`../../backend/platform/${file}.ts`, import.meta.url).href)
const desk = path.join(folder, 'desk.mts')
writeFileSync(
  desk,
  `
  import diagnostics from 'node:diagnostics_channel'
  import { EventEmitter } from 'node:events'
  import { createServer } from 'node:http'
  import { consoleIntoLog } from ${from('patches/console-into-log')}
  import { programLog } from ${from('process/log')}
  import { enterRequest } from ${from('process/request-at-hand')}
  import { stayUp } from ${from('process/stay-up')}
  const log = programLog('console', 'info')
  const { started } = stayUp(() => log, error => { process.stderr.write('refused: ' + error.message + '\\n'); process.exit(1) })
  consoleIntoLog(() => log)
  if (process.env.FAILS === 'rejection') void Promise.reject(new Error('before the start'))
  if (process.env.FAILS === 'exception') setTimeout(() => { throw new Error('before the start') })
  diagnostics.subscribe('http.server.request.start', ({ request, response }) =>
    enterRequest({ request_id: request.headers['x-request-id'], method: request.method, path: request.url, giveUp: () => response.writeHead(500).end() }))
  const server = createServer((request, response) => {
    if (request.url === '/forgotten') { void new Promise((_, reject) => setTimeout(() => reject(new Error('nobody waits for me')), 5)); response.end('answered') }
    else if (request.url === '/nobody-listens') setTimeout(() => new EventEmitter().emit('error', new Error('nobody listens')), 5)
    else if (request.url === '/throws') setImmediate(() => { throw new Error('into the loop') })
    else if (request.url === '/complains') { console.error(new Error('a library complains')); response.end('answered') }
    else response.end('fine')
  })
  // Opening a port takes real programs a while as well.
  setTimeout(() => server.listen(Number(process.env.PORT), '127.0.0.1', started), 300)
`,
)

function start(env: Record<string, string>): RunningProgram {
  const one = program(['--import', 'tsx', desk], env)
  running.push(one)
  return one
}

test('what nobody handled is logged with its request, and ends nothing', async () => {
  const port = await freePort()
  const one = start({ PORT: String(port) })
  const at = `http://127.0.0.1:${port}`
  await answers(at)
  const ask = async (path: string) =>
    (await fetch(at + path, { headers: { 'x-request-id': `request-${path.slice(1)}` } })).status
  // Who still can be answered is; who waits for code that never comes back is told that it failed.
  expect([
    await ask('/forgotten'),
    await ask('/nobody-listens'),
    await ask('/throws'),
    await ask('/complains'),
    await ask('/'),
  ]).toEqual([200, 500, 500, 200, 200])
  await expect.poll(() => one.output().trim().split('\n').length).toBe(4)
  const lines = one
    .output()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { err: { message: string } })
  const line = (path: string, message: string, msg: string) =>
    expect.objectContaining({
      level: 'error',
      program: 'console',
      request_id: `request-${path.slice(1)}`,
      method: 'GET',
      path,
      msg,
      err: expect.objectContaining({ message }) as unknown,
    }) as unknown
  expect(lines).toEqual(
    expect.arrayContaining([
      line('/forgotten', 'nobody waits for me', 'unhandled rejection'),
      line('/nobody-listens', 'nobody listens', 'uncaught exception'),
      line('/throws', 'into the loop', 'uncaught exception'),
      line('/complains', 'a library complains', 'a library complains'),
    ]),
  )
  expect(one.errors()).toBe('')
})

test.each(['rejection', 'exception'])(
  'a %s before the start has ended is the reason not to start: one line, code 1',
  async fails => {
    const one = start({ PORT: String(await freePort()), FAILS: fails })
    expect(await one.ended).toBe(1)
    expect(one.errors()).toBe('refused: before the start\n')
  },
)

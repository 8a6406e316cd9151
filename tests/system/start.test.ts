import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { childOf } from '../support/processes'
import { freePort } from '../../bin/testing/free-port.mjs'
import { program, startSystem, type RunningProgram, type RunningSystem } from '../support/system'
import { slowness } from '../support/slowness'

const folder = mkdtempSync(path.join(tmpdir(), 'console-start-'))
const running: RunningProgram[] = []
afterEach(async () => {
  for (const one of running.splice(0)) await one.end('SIGKILL')
})

async function started(options?: Parameters<typeof startSystem>[0]): Promise<RunningSystem> {
  const system = await startSystem({ env: { DEMO: 'off' }, ...options })
  running.push(system)
  return system
}

/** Starts what must refuse to start: its code, and the lines on stderr. */
async function refusal(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: unknown; lines: string[] }> {
  const own = {
    PORT: String(await freePort()),
    BACKEND_PORT: String(await freePort()),
    DATA_DIR: mkdtempSync(path.join(folder, 'data-')),
    API_URL: '',
    DATABASE_URL: '',
    DEMO: 'off',
  }
  const one = program(['bin/start.mjs', ...args], { ...own, ...env })
  running.push(one)
  const code = await one.ended
  return { code, lines: one.errors().trim().split('\n') }
}

describe('starting', () => {
  // A busy machine only ever adds time: it is measured beside it, and one of three tries is enough.
  test(
    'a newcomer is told where to go and who to be, and gets the first page within 3 s',
    { retry: 2 },
    async () => {
      const before = slowness()
      const from = performance.now()
      const system = await started({ env: { DEMO: 'on' } })
      const page = await fetch(`${system.consoleUrl}/auth/login`)
      const taken = performance.now() - from
      expect(taken).toBeLessThan(3000 * Math.max(before, slowness()))
      expect(page.status).toBe(200)
      await expect.poll(() => system.output()).toContain(`Console  ${system.consoleUrl}`)
      expect(system.output()).toContain('demo-manager-2026')
      expect(await system.end()).toBe(0)
    },
  )

  test.each([
    ['a port that is no port', { PORT: 'many' }, /PORT/],
    ['a port that browsers refuse', { BACKEND_PORT: '4190' }, /4190.*BACKEND_PORT/],
    ['an unknown database scheme', { DATABASE_URL: 'mysql://nobody@localhost/x' }, /DATABASE_URL/],
    ['a secret that is too short', { SESSION_SECRET: 'short' }, /SESSION_SECRET/],
    ['a log level that does not exist', { LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    ['an origin that is no origin', { ORIGIN: 'console.example.com' }, /ORIGIN/],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      /DATABASE_URL/,
    ],
  ])('%s is one clear line and code 1', async (_name, env, names) => {
    const { code, lines } = await refusal(env as unknown as Record<string, string>)
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(names)] })
  })

  test('a folder that cannot be written is one clear line and code 1', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    for (const args of [[], ['backend']]) {
      expect(await refusal({ DATA_DIR: path.join(file, 'data') }, args)).toEqual({
        code: 1,
        lines: [expect.stringMatching(/DATA_DIR .*not writable/)],
      })
    }
  })

  test('a taken port is one clear line and code 1', async () => {
    const holder = createServer()
    const port = await new Promise<number>(resolve =>
      holder.listen(0, () => resolve((holder.address() as { port: number }).port)),
    )
    for (const setting of ['PORT', 'BACKEND_PORT']) {
      expect(await refusal({ [setting]: String(port) })).toEqual({
        code: 1,
        lines: [expect.stringMatching(new RegExp(`${port}.*${setting}$`))],
      })
    }
    await closed(holder)
  })

  test('a second instance on the same folder is one clear line and code 1; the first lives on', async () => {
    const first = await started()
    expect(await refusal({ DATA_DIR: first.dataDir })).toEqual({
      code: 1,
      lines: [expect.stringMatching(/DATA_DIR .*instance/)],
    })
    expect((await fetch(`${first.consoleUrl}/health`)).status).toBe(200)
  })
})

describe('staying up', () => {
  test.each(['backend', 'console'] as const)(
    'when the %s is killed, it is started again, the other goes on, and it is said',
    async name => {
      const system = await started()
      const pid = system.process.pid ?? 0
      const parts = { backend: 'build-backend', console: 'build/server' }
      const other = name === 'backend' ? 'console' : 'backend'
      const untouched = childOf(pid, parts[other])
      // The launcher asks by itself whether both are ready: only then is an end a death, and no refusal to start.
      await expect.poll(() => system.output(), { timeout: 15_000 }).toContain(`Console  ${system.consoleUrl}`)
      process.kill(childOf(pid, parts[name]), 'SIGKILL')
      await expect
        .poll(() => system.errors(), { timeout: 15_000 * slowness() })
        .toBe(
          `The ${name} ended unexpectedly (SIGKILL): starting it again in 0.5 s\nThe ${name} runs again\n`,
        )
      expect((await fetch(`${system.consoleUrl}/auth/login`)).status).toBe(200)
      expect(await (await fetch(`${system.consoleUrl}/health`)).json()).toMatchObject({
        status: 'ok',
        backend: 'ok',
      })
      expect(childOf(pid, parts[other])).toBe(untouched)
      const from = performance.now()
      expect(await system.end()).toBe(0)
      expect(performance.now() - from).toBeLessThan(5000 * slowness())
    },
  )

  test('the address that ended everything is a page that does not exist, and both programs go on', async () => {
    const system = await started({ env: { DEMO: 'on' } })
    const pid = system.process.pid ?? 0
    const programs = () => [childOf(pid, 'build-backend'), childOf(pid, 'build/server')]
    const before = programs()
    const signedIn = await fetch(`${system.consoleUrl}/auth/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ username: 'inspector', password: 'demo-inspector-2026' }),
    })
    expect(signedIn.status).toBe(303)
    const cookie = signedIn.headers
      .getSetCookie()
      .map(one => one.split(';')[0])
      .join('; ')
    for (const path of ['/config/tenant/xyz', '/config/location/xyz', `/config/slot/${'f'.repeat(24)}`]) {
      expect([
        path,
        (await fetch(system.consoleUrl + path, { headers: { cookie }, redirect: 'manual' })).status,
      ]).toEqual([path, 404])
    }
    expect((await fetch(`${system.consoleUrl}/slots`, { headers: { cookie } })).status).toBe(200)
    expect(programs()).toEqual(before)
    expect(system.output()).not.toContain('unhandled rejection')
    expect(system.errors()).toBe('')
  })
})

describe('ending', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends both within 5 s with code 0, open connections included',
    async signal => {
      const system = await started()
      const held = await Promise.all([
        fetch(`${system.consoleUrl}/auth/login`),
        fetch(`${system.backendUrl}/health`),
      ])
      const from = performance.now()
      expect(await system.end(signal)).toBe(0)
      expect(performance.now() - from).toBeLessThan(5000 * slowness())
      expect(system.errors()).toBe('')
      for (const response of held) await response.body?.cancel().catch(() => {})
    },
  )

  test('what a killed launcher leaves behind ends by itself, and the folder can be used again', async () => {
    const first = await started({ dataDir: mkdtempSync(path.join(folder, 'kept-')) })
    await first.end('SIGKILL')
    await expect
      .poll(() =>
        fetch(`${first.backendUrl}/health`).then(
          () => 'alive',
          () => 'gone',
        ),
      )
      .toBe('gone')
    const second = await started({ dataDir: first.dataDir })
    expect(await second.end()).toBe(0)
    rmSync(folder, { recursive: true, force: true })
  })
})

const closed = (server: Server) => new Promise(resolve => server.close(resolve))

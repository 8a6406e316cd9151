/**
 * The built console in this process, before a real backend in this process too: a page costs some 20 ms instead of a
 * browser's 200.
 * The console is one per process, as when it is shipped; each test file gives it a backend of its own, on its own copy
 * of the demo network.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from '@remix-run/node'
import { pino } from 'pino'
import { createApp, type App } from '../../backend/app'
import { openDatabase } from '../../backend/platform/db/database'
import { startSimulator } from '../../backend/demo/simulator'
import type { Deps } from '../../backend/platform/deps'
import { readEnv } from '../../backend/platform/env'
import { localBus } from '../../backend/platform/bus/bus'
import { startRunner } from '../../backend/platform/tasks/runner'
import { tasksOf } from '../../backend/work'
import { copyDemo, SNAPSHOT_SECRET } from './demo-snapshot'
import { inThisThread } from './in-this-thread'
import { ORIGIN } from './page/origin'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const buildFile = path.join(root, 'build/server/index.js')

export interface TestConsole {
  app: App
  deps: Deps
  /**
   * As the console's server would answer; redirects are not followed. `path` with its query, headers as a browser sends
   * them.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Rejections and exceptions that nobody handled since the console was made. */
  unhandled: unknown[]
  close(): Promise<void>
}

export interface TestConsoleOptions {
  /** The demo's SMIBs listen and answer, as they do when it runs. */
  alive?: boolean
  env?: Record<string, string>
}

type Handler = (request: Request) => Promise<Response>

interface Process {
  handle: Handler
  build: ServerBuild
  server: Server
  backend: { app: App | undefined }
}

/** Modules of one worker are made anew for each test file; the process, its port and the console in it are not. */
const holder = globalThis as { [key: symbol]: Promise<Process> | undefined }
const key = Symbol.for('tests.console')

const thisProcess = (): Promise<Process> => (holder[key] ??= startProcess())

async function startProcess(): Promise<Process> {
  if (!existsSync(buildFile))
    throw new Error('Nothing is built: `npm test -- pages` builds it, or `npm run build`')
  const backend: Process['backend'] = { app: undefined }
  const server = createServer(
    getRequestListener(
      (request, env) => backend.app?.fetch(request, env as object) ?? new Response(null, { status: 503 }),
    ),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const address = server.address()
  const folder = mkdtempSync(path.join(tmpdir(), 'console-pages-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  Object.assign(process.env, {
    API_URL: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    DATA_DIR: folder,
    DATABASE_URL: '',
    ORIGIN: '',
    TRUST_PROXY: '',
    SSO_HOSTS: 'console.test',
    SESSION_SECRET: SNAPSHOT_SECRET,
    LOG_LEVEL: process.env.PAGES_LOG_LEVEL ?? 'silent',
  })
  const build = (await import(/* @vite-ignore */ pathToFileURL(buildFile).href)) as ServerBuild
  const { pageHandler } = build.entry.module as unknown as {
    pageHandler: (build: ServerBuild, mode: string) => Handler
  }
  return { handle: pageHandler(build, 'production'), build, server, backend }
}

/** The route ids and paths of the built console. */
export async function builtRoutes(): Promise<ServerBuild['routes']> {
  return (await thisProcess()).build.routes
}

export async function testConsole({
  alive = false,
  env = {},
}: TestConsoleOptions = {}): Promise<TestConsole> {
  const { handle, backend } = await thisProcess()
  // The people of every copy of the demo have the same ids: what one backend answered about them is not what this one
  // would.
  for (const cache of (globalThis as { [key: symbol]: Set<{ clear(): void }> | undefined })[
    Symbol.for('console.remembered')
  ] ?? [])
    cache.clear()
  const folder = mkdtempSync(path.join(tmpdir(), 'console-pages-'))
  await copyDemo(folder)
  const settings = readEnv({
    DATA_DIR: folder,
    DEMO: 'on',
    LOG_LEVEL: process.env.PAGES_LOG_LEVEL ?? 'silent',
    SESSION_SECRET: SNAPSHOT_SECRET,
    ...env,
  })
  const { db, engine, close } = openDatabase({
    url: undefined,
    file: settings.databaseFile,
    secret: settings.sessionSecret,
    connect: inThisThread,
  })
  const deps: Deps = {
    db,
    engine,
    env: settings,
    log: pino({ level: settings.logLevel }),
    clock: Date.now,
    bus: localBus(),
  }
  const app = createApp(deps)
  backend.app = app
  const runner = startRunner(deps, tasksOf(app), { pollMs: 25 })
  const simulator = alive
    ? startSimulator(deps, {
        baseUrl: 'http://backend.test',
        tickMs: 200,
        askMs: 200,
        pace: 0.1,
        mood: 'prompt',
        fetch: async (url, init) => app.fetch(new Request(url, init)),
      })
    : undefined

  const unhandled: unknown[] = []
  const note = (error: unknown) => {
    unhandled.push(error)
  }
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)

  return {
    app,
    deps,
    unhandled,
    fetch: (url, init = {}) =>
      handle(
        new Request(new URL(url, ORIGIN), {
          ...init,
          redirect: 'manual',
          headers: withDoorsHeaders(init.headers),
        }),
      ),
    async close() {
      process.off('unhandledRejection', note)
      process.off('uncaughtException', note)
      backend.app = undefined
      await simulator?.stop()
      await runner.stop()
      await deps.bus.close()
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What the server and the admission of the running program add. */
function withDoorsHeaders(given: RequestInit['headers']): Headers {
  const headers = new Headers(given)
  if (!headers.has('host')) headers.set('host', new URL(ORIGIN).host)
  if (!headers.has('x-request-id')) headers.set('x-request-id', crypto.randomUUID())
  if (!headers.has('x-client-address')) headers.set('x-client-address', '127.0.0.1')
  return headers
}

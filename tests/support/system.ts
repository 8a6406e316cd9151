/** The real programs as `npm start` runs them, on free ports with a data folder of their own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../bin/testing/free-port.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

export interface RunningProgram {
  process: ChildProcess
  /** Everything it printed so far. */
  output(): string
  errors(): string
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

export interface RunningSystem extends RunningProgram {
  consoleUrl: string
  backendUrl: string
  dataDir: string
}

export interface SystemOptions {
  /** Settings beside ports and data folder. */
  env?: Record<string, string>
  /** 'backend' runs it alone. */
  only?: 'backend' | 'console'
  /** Kept after the end when given: for starts that continue where another ended. */
  dataDir?: string
  ports?: { console: number; backend: number }
}

export function program(args: string[], env: Record<string, string | undefined>): RunningProgram {
  // A program under test must not find out that it is tested.
  const environment = Object.fromEntries(
    Object.entries({ ...process.env, ...env }).filter(([name]) => name !== 'VITEST' && name !== 'NODE_ENV'),
  )
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', text => {
    output += text
  })
  child.stderr.on('data', text => {
    errors += text
  })
  // A test that falls over must not leave its programs behind.
  const kill = () => child.kill()
  process.once('exit', kill)
  child.once('close', () => process.off('exit', kill))
  const ended = new Promise<number | NodeJS.Signals | null>(resolve =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  )
  return {
    process: child,
    output: () => output,
    errors: () => errors,
    ended,
    end: signal => {
      child.kill(signal ?? 'SIGTERM')
      return ended
    },
  }
}

/** Resolves when every program that was asked for answers /health. */
export async function startSystem({
  env = {},
  only,
  dataDir,
  ports,
}: SystemOptions = {}): Promise<RunningSystem> {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'console-system-'))
  const { console: consolePort, backend: backendPort } = ports ?? {
    console: await freePort(),
    backend: await freePort(),
  }
  const running = program(['bin/start.mjs', ...(only ? [only] : [])], {
    PORT: String(consolePort),
    BACKEND_PORT: String(backendPort),
    DATA_DIR: folder,
    DATABASE_URL: '',
    API_URL: '',
    LOG_LEVEL: 'warn',
    ...env,
  })
  const consoleUrl = `http://localhost:${consolePort}`
  const backendUrl = `http://127.0.0.1:${backendPort}`
  const urls = [
    ...(only === 'backend' ? [] : [consoleUrl]),
    ...(only === 'console' || env.API_URL ? [] : [backendUrl]),
  ]
  await Promise.race([
    Promise.all(urls.map(url => answers(`${url}/health`))),
    running.ended.then(code => {
      throw new Error(`The system ended (${code}):\n${running.errors()}${running.output()}`)
    }),
  ])
  return {
    ...running,
    consoleUrl,
    backendUrl,
    dataDir: folder,
    async end(signal) {
      const code = await running.end(signal)
      if (!dataDir) rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

export async function answers(url: string, within = 30_000): Promise<void> {
  const end = Date.now() + within
  while (Date.now() < end) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    if (response?.ok) return
    await new Promise(resolve => setTimeout(resolve, 30))
  }
  throw new Error(`${url} did not answer within ${within} ms`)
}

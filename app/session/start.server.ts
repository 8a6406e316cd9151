/** What keeps the console from starting: one clear line and exit code 1. What happens later ends nothing. */
import { consoleIntoLog } from '../../backend/platform/patches/console-into-log'
import { stayUp } from '../../backend/platform/process/stay-up'
import { onFirstRequest } from './request-admission.server'
import { env } from '../process/env.server'
import { log } from '../process/log.server'
import { startMetrics } from '../process/metrics.server'
import { startTraces } from '../process/traces.server'
import { sessionsDb } from './sessions-db.server'

export function startOrExit(): void {
  consoleIntoLog(() => log)
  // A port that cannot be opened is told of as an error that nobody listens to.
  const { started } = stayUp(
    () => log,
    error => exit(reasonOf(error)),
  )
  // The launcher asks for /health as soon as the port is open.
  onFirstRequest(started)
  sessionsDb().catch((error: unknown) => {
    const why =
      error instanceof Error
        ? error.message || String((error as NodeJS.ErrnoException).code ?? error.name)
        : String(error)
    exit(
      env().databaseUrl
        ? `DATABASE_URL cannot be used: ${why}`
        : `the session store in DATA_DIR cannot be used: ${why}`,
    )
  })
  for (const start of [startMetrics, startTraces]) start().catch((error: unknown) => exit(reasonOf(error)))
  const { host } = env()
  if (isForgeable(env().origin, host))
    log.warn(
      { host: host ?? 'all addresses' },
      'ORIGIN is not set: forms are compared with the Host header, which whoever sends them may choose. Set ORIGIN to the public address',
    )
}

/** On this computer alone nobody else's page leads here; beyond it only ORIGIN says which address is ours. */
export const isForgeable = (origin: string | undefined, host: string | undefined): boolean =>
  origin === undefined && !/^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host ?? '')

function reasonOf(error: unknown): string {
  const { syscall, code, message } = (error ?? {}) as NodeJS.ErrnoException
  if (syscall === 'listen')
    return code === 'EADDRINUSE' ? 'the port is taken (PORT)' : `cannot listen: ${message}`
  return message ?? String(error)
}

function exit(why: string): never {
  process.stderr.write(`console: ${why.split('\n')[0] ?? ''}\n`)
  process.exit(1)
}

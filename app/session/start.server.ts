/** What keeps the console from starting: one clear line and exit code 1. */
import { env } from '../env.server'
import { sessionsDb } from './sessions-db.server'

export function startOrExit(): void {
  // remix-serve opens the port itself and leaves its failure to whoever listens.
  process.once('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (error.syscall === 'listen') exit(error.code === 'EADDRINUSE' ? 'the port is taken (PORT)' : `cannot listen: ${error.message}`)
    process.stderr.write(`${error.stack ?? String(error)}\n`)
    process.exit(1)
  })
  sessionsDb().catch((error: unknown) => {
    const why = error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code ?? error.name) : String(error)
    exit(env().databaseUrl ? `DATABASE_URL cannot be used: ${why}` : `the session store in DATA_DIR cannot be used: ${why}`)
  })
}

function exit(why: string): never {
  process.stderr.write(`console: ${why.split('\n')[0] ?? ''}\n`)
  process.exit(1)
}

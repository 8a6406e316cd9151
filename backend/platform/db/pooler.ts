/** Whether a pooler lends us its connections to PostgreSQL, and for how long. */
import type pg from 'pg'
import type { Logger } from 'pino'
import { PostgresHosts } from './postgres-hosts'

/** Others may have taken the connection that one of ours had just before. */
const ATTEMPTS = 10
const TIMEOUT_MS = 5_000

/** Says at the start what does not hold behind such a pooler. Never rejects. */
export async function warnOfPooler(url: string, log: Logger): Promise<void> {
  try {
    if (await isPooledByTransaction(url)) log.warn(WHAT_BREAKS)
  } catch (error) {
    log.debug({ err: error }, 'whether a pooler lends connections by transaction could not be found out')
  }
}

const WHAT_BREAKS =
  'a pooler lends connections to the database by transaction (PgBouncer: pool_mode = transaction). ' +
  'LISTEN passes nothing on, so pages show what is new only when they are loaded; ' +
  'SET does not hold, so give the database user jit = off and random_page_cost = 1.1; ' +
  'named statements hold only where the pooler passes them on (max_prepared_statements), else none is named; ' +
  'locks are held by transactions alone here, so they hold. ' +
  'Let it lend whole sessions, or name the database itself in DATABASE_URL'

/**
 * True where two connections of ours meet in one of PostgreSQL's, as a pooler does that lends them by transaction. The
 * process that a server names at the start of a connection is the one that answers; a pooler names one of its own, so
 * that without one a single connection and statement are all it takes.
 */
export async function isPooledByTransaction(url: string): Promise<boolean> {
  const hosts = new PostgresHosts(url)
  await hosts.find()
  const Client = hosts.clientClass()
  const clients: pg.Client[] = []
  const seen: Set<number>[] = []
  const connect = async () => {
    const client = new Client({ connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
    client.on('error', () => {})
    clients.push(client)
    seen.push(new Set())
    await client.connect()
    return client
  }
  const ask = async (at: number) => {
    const { rows } = await (clients[at] as pg.Client).query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    seen[at]?.add(pid)
    return pid
  }
  try {
    const { processID } = (await connect()) as unknown as { processID: number | null }
    if ((await ask(0)) === processID) return false
    await connect()
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await ask(1)
      await ask(0)
      const [first, second] = seen
      if (first && second && [...second].some(pid => first.has(pid))) return true
    }
    return false
  } finally {
    await Promise.allSettled(clients.map(client => client.end()))
  }
}

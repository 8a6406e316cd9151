/**
 * Patch of pg, whose protocol connection is used by itself. Reason: pg has no documented way to end the statement
 * that a connection runs, and
 * `pg_cancel_backend` would end another one's behind a pooler, where a connection's process changes with each
 * statement; PostgreSQL's own cancel request,
 * which a pooler understands as well, is sent by a connection of its own. Worth: a list that nobody waits for any
 * more ends within half a second instead
 * of holding one of ten connections for as long as it takes (backend/platform/http/wide-requests.test.ts).
 */
import type { EventEmitter } from 'node:events'
import pg from 'pg'

const PATIENCE_MS = 2_000

/** What `pg` has and its types do not say. */
interface Inside {
  host: string
  port: number
  ssl: unknown
  connection: EventEmitter & {
    connect(port: number | string, host?: string): void
    requestSsl(): void
    cancel(processId: number, secretKey: number): void
    stream: { destroy(): void }
  }
}

/**
 * Resolves once the server has the request, or cannot get it: nobody waits for it but the connection, which is used
 * no more.
 */
export function cancelOn(url: string, client: pg.PoolClient): Promise<void> {
  const { processID, secretKey } = client as unknown as { processID: number | null; secretKey: number | null }
  if (processID === null || secretKey === null) return Promise.resolve()
  const { host, port, ssl, connection } = new pg.Client({ connectionString: url }) as unknown as Inside
  return new Promise(resolve => {
    const timer = setTimeout(() => end(), PATIENCE_MS)
    const end = () => {
      clearTimeout(timer)
      connection.stream.destroy()
      resolve()
    }
    const cancel = () => connection.cancel(processID, secretKey)
    connection.on('error', end)
    connection.on('end', end)
    connection.on('connect', () => (ssl ? connection.requestSsl() : cancel()))
    connection.on('sslconnect', cancel)
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
}

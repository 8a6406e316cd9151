/** LISTEN and NOTIFY: what one backend publishes, every backend on this database hears, itself included. */
import { once } from 'node:events'
import type pg from 'pg'
import type { Logger } from 'pino'
import { PostgresHosts } from '../../platform/db/postgres-hosts'
import type { Bus, BusMessage } from '../../platform/bus/bus'

const CHANNEL = 'backoffice_bus'
const MAX_BYTES = 7_000
const RETRY_FIRST_MS = 250
const RETRY_MOST_MS = 10_000
/** After so long without a word TCP probes whether the other end is still there. */
const KEEP_ALIVE_MS = 10_000
/** A notification takes milliseconds. */
const ECHO_MS = 5_000

/**
 * Connects before it answers; later it reconnects by itself. What is published while the connection is away is lost, as
 * best effort allows.
 */
export async function postgresBus(url: string, log: Logger): Promise<Bus> {
  const listeners = new Set<(message: BusMessage) => void>()
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let sending: Promise<unknown> = Promise.resolve()

  const hosts = new PostgresHosts(url)
  const Client = hosts.clientClass()
  // Its connection is closed when another server has taken over, and it connects to that one.
  const watching = hosts.watch(() => {})

  async function connect(): Promise<void> {
    await hosts.find()
    const made = new Client({
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    // The `end` event follows, and handles it.
    made.on('error', () => {})
    // One that never listened is tried again by whoever opened it, after ever longer pauses.
    made.on('end', () => {
      if (client !== made) return
      client = undefined
      again(RETRY_FIRST_MS)
    })
    made.on('notification', ({ payload }) => hear(payload))
    try {
      await made.connect()
      await made.query(`listen ${CHANNEL}`)
    } catch (error) {
      void made.end().catch(() => {})
      throw error
    }
    if (closed) return made.end()
    client = made
    warnUnlessEchoed(made).catch(() => {})
  }

  /**
   * A pooler that lends its connections by transaction takes `listen` and passes nothing on, so pages would never
   * receive anything new.
   */
  async function warnUnlessEchoed(made: pg.Client): Promise<void> {
    const echoed = once(made, 'notification', { signal: AbortSignal.timeout(ECHO_MS) }).then(
      () => true,
      () => closed || client !== made,
    )
    await made.query('select pg_notify($1, $2)', [CHANNEL, ''])
    if (!(await echoed))
      log.warn(
        'the database passes no notifications on, so pages show what is new only when they are loaded: let a pooler lend whole sessions (PgBouncer: pool_mode = session), or name the database itself in DATABASE_URL',
      )
  }

  function again(delay: number): void {
    if (closed || client || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().catch((error: unknown) => {
        log.warn({ why: String(error) }, 'the bus cannot reach the database')
        again(Math.min(delay * 2, RETRY_MOST_MS))
      })
    }, delay)
    retry.unref()
  }

  function hear(payload: string | undefined): void {
    const message = parse(payload)
    if (!message) return
    for (const listener of listeners) listener(message)
  }

  await connect()
  return {
    async publish(message) {
      const payload = JSON.stringify(message)
      if (Buffer.byteLength(payload) > MAX_BYTES)
        throw new Error(`A bus message holds at most ${MAX_BYTES} bytes`)
      // A connection takes one statement at a time.
      sending = sending
        .then(() => client?.query('select pg_notify($1, $2)', [CHANNEL, payload]))
        .catch((error: unknown) => log.warn({ err: error }, 'a bus message was lost'))
      await sending
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      watching.end()
      clearTimeout(retry)
      listeners.clear()
      await client?.end()
    },
  }
}

/** Anyone who may connect to the database may write on the channel. */
function parse(payload: string | undefined): BusMessage | undefined {
  try {
    const value = JSON.parse(payload ?? '') as BusMessage
    return typeof value.topic === 'string' &&
      typeof value.tenantId === 'string' &&
      typeof value.data === 'object' &&
      value.data !== null
      ? value
      : undefined
  } catch {
    return undefined
  }
}

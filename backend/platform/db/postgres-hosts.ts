/** Several PostgreSQL servers of which one takes writes: which one it is, found again after a failover. */
import pg from 'pg'
import { databaseUrls } from '../contract/database-url'

const ATTEMPT_MS = 2_000

/** SQLSTATE of a server that is not ready for connections. */
const NOT_READY = '57P03'

/** This server takes no writes: a standby, or one that was set to read only. */
class Standby extends Error {
  override readonly name = 'Standby'
  readonly code = NOT_READY
}

export class PostgresHosts {
  private readonly urls: readonly string[]
  private current = 0
  private finding: Promise<boolean> | undefined
  private readonly opened = new WeakMap<object, string>()

  constructor(url: string) {
    this.urls = databaseUrls(url)
  }

  /** Where connections are opened now. */
  get url(): string {
    return this.urls[this.current] as string
  }

  get areSeveral(): boolean {
    return this.urls.length > 1
  }

  /** The server that a client of `clientClass` was opened on. */
  urlOf(client: object): string {
    return this.opened.get(client) ?? this.url
  }

  /** Throws `Standby`. A single server is what the setting says, whatever it takes. */
  async check(client: pg.ClientBase): Promise<void> {
    if (!this.areSeveral) return
    const { rows } = await client.query<{ reads_only: boolean }>(
      "select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as reads_only",
    )
    if (rows[0]?.reads_only) throw new Standby('This server takes no writes')
  }

  /**
   * Asks all servers at once, after a connection failed, and goes on with the first one that takes writes: true where
   * it is another one than before. Where none does, everything stays as it is. Never rejects.
   */
  find(): Promise<boolean> {
    if (!this.areSeveral) return Promise.resolve(false)
    this.finding ??= Promise.any(this.urls.map((_, index) => this.probe(index)))
      .then(
        index => {
          const isAnother = index !== this.current
          this.current = index
          return isAnother
        },
        () => false,
      )
      .finally(() => {
        this.finding = undefined
      })
    return this.finding
  }

  private async probe(index: number): Promise<number> {
    const client = new pg.Client({
      connectionString: this.urls[index],
      connectionTimeoutMillis: ATTEMPT_MS,
      query_timeout: ATTEMPT_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await this.check(client)
      return index
    } finally {
      void client.end().catch(() => {})
    }
  }

  /** pg's client, opened on the server that takes writes at that moment. */
  clientClass(): new (config?: pg.ClientConfig) => pg.Client {
    const current = () => this.url
    const { opened } = this
    return class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const url = current()
        super({ ...config, connectionString: url })
        opened.set(this, url)
      }
    }
  }
}

/** Several PostgreSQL servers of which one takes writes: which one it is, found again after a failover. */
import { Socket } from 'node:net'
import pg from 'pg'
import { databaseUrls } from '../contract/database-url'

const ATTEMPT_MS = 2_000
/** A server that has vanished closes nothing: who waits for its answer would wait for a quarter of an hour. */
const WATCH_EVERY_MS = 3_000

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
  /** Of all open connections, with the server's address. */
  private readonly sockets = new Map<Socket, string>()

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
    const question = {
      text: "select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as reads_only",
      query_timeout: ATTEMPT_MS,
    }
    const { rows } = await client.query<{ reads_only: boolean }>(question)
    if (rows[0]?.reads_only) throw new Standby('This server takes no writes')
  }

  /**
   * Asks the server in use whether it still takes writes, and all others where it does not: true where another one does
   * now. Connections to the one before are closed. Where none does, everything stays as it is. Never rejects.
   */
  find(): Promise<boolean> {
    if (!this.areSeveral) return Promise.resolve(false)
    this.finding ??= this.probe(this.current)
      .then(
        () => false,
        () => this.findOther(),
      )
      .finally(() => {
        this.finding = undefined
      })
    return this.finding
  }

  private async findOther(): Promise<boolean> {
    const others = this.urls.flatMap((_, index) => (index === this.current ? [] : [this.probe(index)]))
    const found = await Promise.any(others).catch(() => undefined)
    if (found === undefined) return false
    this.current = found
    for (const [socket, url] of this.sockets) if (url !== this.url) socket.destroy()
    return true
  }

  /** Of a server that no longer answers: its connections would stay open. */
  breakOff(): void {
    for (const socket of this.sockets.keys()) socket.destroy()
  }

  private async probe(index: number): Promise<number> {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: this.urls[index],
      connectionTimeoutMillis: ATTEMPT_MS,
      stream: () => socket,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await this.check(client)
      return index
    } finally {
      void client.end().catch(() => {})
      // One that has vanished takes no leave.
      setTimeout(() => socket.destroy(), ATTEMPT_MS).unref()
    }
  }

  /** Looks now and then, until it is ended; `moved` is called after another server has taken over. */
  watch(moved: () => void): { end(): void } {
    if (!this.areSeveral) return { end: () => {} }
    const timer = setInterval(() => {
      void this.find().then(isAnother => {
        if (isAnother) moved()
      })
    }, WATCH_EVERY_MS).unref()
    return { end: () => clearInterval(timer) }
  }

  /** pg's client, opened on the server that takes writes at that moment. */
  clientClass(): new (config?: pg.ClientConfig) => pg.Client {
    const current = () => this.url
    const { opened, sockets } = this
    return class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const url = current()
        const socket = new Socket()
        super({ ...config, connectionString: url, stream: () => socket })
        opened.set(this, url)
        sockets.set(socket, url)
        socket.once('close', () => sockets.delete(socket))
      }
    }
  }
}

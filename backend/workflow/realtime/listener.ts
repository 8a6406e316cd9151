/**
 * One WebSocket: signs in with a token, stays as long as the sign-in or the API token does, and receives what its
 * holder may see.
 */
import { decodeJwt } from 'jose'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { demandAddress, identify } from '../../identity/auth/identify.service'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import type { Delivery } from '../notifications/delivery.service'

const LOGIN_WITHIN_MS = 10_000
/** A sign-in that ended elsewhere is noticed this soon, or at the next message. */
export const CHECK_EVERY_MS = 30_000
const TRUSTED_FOR_MS = 2_000
const MAX_REFUSALS = 5
/** Nobody signs in this often at once. */
const MAX_UNREAD = 10
/** A listener that does not read is let go. */
const MAX_WAITING_BYTES = 1024 * 1024
/** Close codes of this service: 4401 no valid sign-in, 4408 none in time. */
const UNAUTHORIZED = 4401
const TOO_LATE = 4408

const loginEvent = z.object({ event: z.literal('login'), data: z.object({ token: z.string().max(4096) }) })
type Identity = Pick<Actor, 'kind' | 'id' | 'tenantId' | 'permissions' | 'expiresAt'>
/** The longest that a timer can wait; what lasts longer is found out by the checks. Milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export class Listener {
  private reader: Identity | undefined
  private token = ''
  private checkedAt = 0
  private refusals = 0
  private unread = 0
  private isAlive = true
  private expiry: NodeJS.Timeout | undefined
  private readonly tooLate: NodeJS.Timeout
  /** Messages of one socket are worked on one after the other. */
  private turn: Promise<void> = Promise.resolve()

  constructor(
    private readonly socket: WebSocket,
    private readonly deps: Deps,
    /** The address that it was opened from. */
    private readonly ip: string,
  ) {
    this.tooLate = setTimeout(() => socket.close(TOO_LATE, 'login timeout'), LOGIN_WITHIN_MS)
    socket.on('message', raw => {
      if (++this.unread > MAX_UNREAD) return socket.terminate()
      this.inTurn(() =>
        this.receive(String(raw)).finally(() => {
          this.unread--
        }),
      )
    })
    socket.on('pong', () => {
      this.isAlive = true
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.forget())
  }

  deliver(delivery: Delivery): void {
    if (!this.reader?.id) return
    this.inTurn(async () => {
      if (!(await this.isStillSignedIn()) || !this.reader || !(await delivery.isFor(this.reader))) return
      this.send('notification', delivery.notification)
    })
  }

  /** An API token was revoked: whoever listens by it hears nothing more. */
  tokenEnded(id: string): void {
    if (this.reader?.kind === 'token' && this.reader.id === id) this.end()
  }

  /** Called every CHECK_EVERY_MS. */
  check(): void {
    if (!this.isAlive) return this.socket.terminate()
    this.isAlive = false
    this.socket.ping()
    if (this.reader)
      this.inTurn(async () => {
        await this.isStillSignedIn()
      })
  }

  private async receive(raw: string): Promise<void> {
    const said = parseJson(raw)
    const parsed = loginEvent.safeParse(said)
    if (parsed.success) return this.login(parsed.data.data.token)
    // A sign-in of another form gets the answer that it failed, since the specification knows no other.
    if (!meansToSignIn(said ?? raw)) return this.socket.close(1008, 'unknown message')
    this.refuse()
  }

  private async login(token: string): Promise<void> {
    const reader = await identityOf(this.deps, token, this.ip)
    if (!reader) {
      this.refuse()
      return
    }
    clearTimeout(this.tooLate)
    clearTimeout(this.expiry)
    Object.assign(this, { reader, token, checkedAt: this.deps.clock() })
    const expiresAt = reader.kind === 'token' ? reader.expiresAt : expiryOf(token)
    const left = expiresAt === undefined ? Infinity : Math.max(0, expiresAt - this.deps.clock())
    if (left <= LONGEST_TIMER_MS) {
      this.expiry = setTimeout(() => this.end(), left)
      this.expiry.unref()
    }
    this.send('login', 'ok')
  }

  private async isStillSignedIn(): Promise<boolean> {
    if (!this.reader) return false
    if (this.deps.clock() - this.checkedAt < TRUSTED_FOR_MS) return true
    const reader = await identityOf(this.deps, this.token, this.ip)
    if (!reader) {
      this.end()
      return false
    }
    Object.assign(this, { reader, checkedAt: this.deps.clock() })
    return true
  }

  private refuse(): void {
    this.signOut()
    if (++this.refusals >= MAX_REFUSALS) this.socket.close(UNAUTHORIZED, 'unauthorized')
  }

  private signOut(): void {
    this.reader = undefined
    this.send('login', 'unauthorized')
  }

  private end(): void {
    this.signOut()
    this.socket.close(UNAUTHORIZED, 'unauthorized')
  }

  private send(event: string, data: unknown): void {
    if (this.socket.bufferedAmount > MAX_WAITING_BYTES) return this.socket.terminate()
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify({ event, data }))
  }

  private inTurn(work: () => Promise<void>): void {
    this.turn = this.turn.then(work).catch((error: unknown) => {
      this.deps.log.error({ err: error }, 'realtime listener failed')
      this.socket.close(1011, 'unexpected')
    })
  }

  private forget(): void {
    clearTimeout(this.tooLate)
    clearTimeout(this.expiry)
    this.reader = undefined
  }
}

/**
 * Undefined for what is no valid token, is used from where it may not be, or is used too often wrongly. A token that
 * only delivers data may listen to nothing. Errors of the database are thrown.
 */
async function identityOf(deps: Deps, authorization: string, ip: string): Promise<Identity | undefined> {
  try {
    const reader = await identify(deps, authorization, ip)
    demandAddress(reader, ip)
    return reader.kind === 'token' && onlyDelivers(reader) ? undefined : reader
  } catch (error) {
    if (error instanceof Error && 'status' in error && [401, 403, 429].includes(Number(error.status)))
      return undefined
    throw error
  }
}

const onlyDelivers = ({ permissions }: Identity): boolean =>
  Object.keys(permissions).every(name => name === 'rawdata::ingest')

const expiryOf = (authorization: string): number =>
  (decodeJwt(authorization.replace(/^Bearer +/i, '').trim()).exp ?? 0) * 1000

/** A login without its token in the right place, or a token by itself. */
const meansToSignIn = (said: unknown): boolean =>
  (typeof said === 'string' && /^(?:Bearer +)?[\w-]+\.[\w-]+\.[\w-]+$/i.test(said.trim())) || isLogin(said)

const isLogin = (said: unknown): boolean =>
  typeof said === 'object' &&
  said !== null &&
  ((said as { event?: unknown }).event === 'login' || Object.hasOwn(said, 'token'))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

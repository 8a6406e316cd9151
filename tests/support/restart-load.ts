/**
 * Load on both programs while their database restarts: people who list, save, open pages and send forms, and a SMIB
 * that delivers. What was answered, and what was promised by it.
 */
import { expect } from 'vitest'
import { signAccessToken } from '../../backend/identity/auth/access-token'
import type { Db } from '../../backend/platform/db/database'
import { newId } from '../../backend/platform/db/new-id'
import { readEnv } from '../../backend/platform/env'
import { authKeys } from '../../backend/platform/secrets/installation-keys'
import { password, people, slots, smibs } from '../people'

/** Of the programs under load, so that a test can sign a token as they do. */
export const SESSION_SECRET = 'the tests know this secret, nobody else needs to'

/** A slot that is saved again and again, and a SMIB that delivers, both of the tests' network. */
export const machine = slots.novoline
export const smib = smibs.bellLink

/** Who asks the backend: a session of a day. */
export async function tokenOfMihai(db: Db): Promise<string> {
  const sid = newId()
  await db
    .insertInto('token_families')
    .values({
      id: sid,
      user_id: people.mihai.id,
      ip: null,
      created_at: Date.now(),
      expires_at: Date.now() + 86_400_000,
      ended_at: null,
      ended_reason: null,
    })
    .execute()
  const { access } = await authKeys({ env: readEnv({ SESSION_SECRET }), db, clock: Date.now })
  return signAccessToken({ sub: people.mihai.id, tid: people.mihai.tenantId, sid }, access, Date.now())
}

interface Ask {
  method?: string
  token?: string
  cookie?: string
  body?: object
  form?: Record<string, string>
}

/** A form whose handler writes: that a notification was seen. */
export const notice = { path: '/notifications/mark', form: { mark: 'seen', id: 'f'.repeat(24) } }

type Busy = { until: number }

interface Saved {
  version: number
  serial: string
  manufacturer: string
  location: { _id: string }
  denomination: object
}

/** `token`: of whoever asks the backend; `ingestToken`: of the SMIB's tenant. */
export class Load {
  /** What each kind of request was answered with, and how often; 0 is no answer at all. */
  readonly seen: Record<'ingest' | 'save' | 'list' | 'page' | 'form', Map<number, number>> = {
    ingest: new Map(),
    save: new Map(),
    list: new Map(),
    page: new Map(),
    form: new Map(),
  }
  readonly withoutRetryAfter: string[] = []
  /** Why there was no answer. */
  readonly unanswered: string[] = []
  /** What was acknowledged: a promise that no restart may break. */
  readonly promised = { messages: new Set<number>(), saves: new Map<number, string>() }

  constructor(
    private readonly token: string,
    private readonly ingestToken: string,
  ) {}

  /** Begins; what it returns ends it, once every answer is there. */
  begin(
    { consoleUrl, backendUrl }: { consoleUrl: string; backendUrl: string },
    cookie: string,
  ): () => Promise<void> {
    const busy = { until: Infinity }
    const work = Promise.all([
      this.deliver(backendUrl, busy),
      this.save(backendUrl, busy),
      this.list(backendUrl, busy),
      this.list(backendUrl, busy),
      this.pages(consoleUrl, cookie, busy),
      this.pages(consoleUrl, cookie, busy),
      this.forms(consoleUrl, cookie, busy),
    ])
    return async () => {
      busy.until = 0
      await work
    }
  }

  async signIn(origin: string): Promise<string> {
    const answer = await this.ask('form', `${origin}/auth/login`, { form: { username: 'mihai', password } })
    const cookies =
      answer?.headers
        .getSetCookie()
        .map(one => one.split(';')[0])
        .join('; ') ?? ''
    expect(cookies).toContain('session=')
    return cookies
  }

  async ask(
    kind: keyof Load['seen'],
    url: string,
    { method, token = this.token, cookie, body, form }: Ask,
  ): Promise<{ status: number; headers: Headers; body: unknown } | undefined> {
    const from = performance.now()
    const sent = form ? new URLSearchParams(form) : body && JSON.stringify(body)
    const answer = await fetch(url, {
      method: method ?? (sent ? 'POST' : 'GET'),
      redirect: 'manual',
      ...(sent && { body: sent }),
      signal: AbortSignal.timeout(60_000),
      headers: {
        ...(body && { 'content-type': 'application/json', authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(form && { 'sec-fetch-site': 'same-origin' }),
      },
    })
      .then(async response => ({
        status: response.status,
        headers: response.headers,
        body: body ? ((await response.json()) as unknown) : await response.text(),
      }))
      // An answer that breaks off is none.
      .catch((error: unknown) => {
        this.unanswered.push(
          `${kind} after ${Math.round(performance.now() - from)} ms: ${String(error)} ${String((error as Error).cause)}`,
        )
        return undefined
      })
    const status = answer?.status ?? 0
    this.seen[kind].set(status, (this.seen[kind].get(status) ?? 0) + 1)
    if (status === 503 && !answer?.headers.has('retry-after')) this.withoutRetryAfter.push(kind)
    return answer
  }

  /** Batches of ten readings. One that was not acknowledged is sent again, as a SMIB does. */
  private async deliver(url: string, busy: Busy): Promise<void> {
    const began = Date.now() - 3_600_000
    for (let next = 1; Date.now() < busy.until;) {
      const numbers = Array.from({ length: 10 }, (_, offset) => next + offset)
      const messages = numbers.map(number => ({
        smib_id: smib.mac,
        message_seq_nr: number,
        server_time_nano: `${began + number * 20}000000`,
        counters: [{ game_nr: 0, meters: { '0000': 1_000_000 + number } }],
      }))
      const answer = await this.ask('ingest', `${url}/api/rawdata/v1/ingest`, {
        token: this.ingestToken,
        body: { messages },
      })
      if (answer?.status !== 200) continue
      for (const number of numbers) this.promised.messages.add(number)
      next += numbers.length
    }
  }

  /** Saves one after the other; after a 503 he looks first, as he is told to. */
  private async save(url: string, busy: Busy): Promise<void> {
    const path = `${url}/api/configuration/v1/slot/${machine.id}`
    for (let attempt = 1; Date.now() < busy.until; attempt++) {
      const found = await fetch(path, { headers: { authorization: `Bearer ${this.token}` } }).then(
        answer => (answer.ok ? (answer.json() as Promise<{ data: { slot: Saved } }>) : undefined),
        () => undefined,
      )
      if (!found) continue
      const { slot } = found.data
      const position = `P-${attempt}`
      const input = {
        serial: slot.serial,
        location: slot.location._id,
        manufacturer: slot.manufacturer,
        denomination: slot.denomination,
        position,
        version: slot.version,
        reason: 'Moved within the hall',
      }
      const answer = await this.ask('save', path, { method: 'PUT', body: input })
      if (answer?.status === 200)
        this.promised.saves.set((answer.body as { data: { slot: Saved } }).data.slot.version, position)
    }
  }

  private async list(url: string, busy: Busy): Promise<void> {
    while (Date.now() < busy.until) await this.ask('list', `${url}/api/configuration/v1/slots`, { body: {} })
  }

  private async pages(url: string, cookie: string, busy: Busy): Promise<void> {
    while (Date.now() < busy.until) await this.ask('page', `${url}/slots`, { cookie })
  }

  /** Through the console to a write of the backend. */
  private async forms(url: string, cookie: string, busy: Busy): Promise<void> {
    while (Date.now() < busy.until) await this.ask('form', url + notice.path, { cookie, form: notice.form })
  }
}

/**
 * What was refused, in the audit log: wrong passwords, locks, and what somebody was not permitted. The first of its
 * kind is written at once, those that follow it are counted and written as one entry when a quarter of an hour is over,
 * so that nobody fills the disk by being refused. The counts are this process's own and in memory: what a killed
 * process had counted since the first entry is lost.
 */
import { SYSTEM_TENANT } from '../contract/primitives'
import { isRetryable } from '../db/errors'
import type { Deps } from '../deps'
import { recordChange, type Change, type Who } from '../audit/audit.service'

export const WINDOW_MS = 15 * 60_000
/**
 * First entries of one kind in one window; what is more is counted in a single entry. At most 2 × (100 + 100 + 1)
 * entries in a quarter of an hour.
 */
export const MOST_OPENED = 100
const SWEEP_EVERY_MS = 60_000
const MAX_TRIES = 4

/** Each kind has its own room, so that a flood of wrong passwords hides no refusal. */
export type RefusalKind = 'sign_in' | 'permission'

export interface Refusal {
  kind: RefusalKind
  /** What is counted together. */
  key: string
  who: Who
  change: Omit<Change, 'before' | 'after'> & { after: object }
}

interface Open {
  last: Refusal
  more: number
  firstAt: number
  lastAt: number
  until: number
}
interface Room {
  opened: number
  unlisted: number
  until: number
}

export class Refusals {
  private readonly open = new Map<string, Open>()
  private readonly rooms = new Map<RefusalKind, Room>()
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly deps: Pick<Deps, 'db' | 'clock' | 'log'>) {}

  /** Never throws and is waited for by nobody: neither an answer nor the time it takes depends on the log. */
  note(refusal: Refusal): void {
    const now = this.deps.clock()
    const key = `${refusal.kind} ${refusal.key}`
    const known = this.open.get(key)
    if (known && known.until > now) {
      Object.assign(known, { last: refusal, more: known.more + 1, lastAt: now })
      return
    }
    if (known) this.close(key, known)
    const room = this.roomOf(refusal.kind, now)
    if (room.opened >= MOST_OPENED) {
      room.unlisted++
      return
    }
    room.opened++
    this.open.set(key, { last: refusal, more: 0, firstAt: now, lastAt: now, until: now + WINDOW_MS })
    this.write(refusal, { times: 1 })
  }

  /** Writes the counts whose window is over, or all. */
  sweep(all = false): Promise<void> {
    const now = this.deps.clock()
    for (const [key, open] of this.open) if (all || open.until <= now) this.close(key, open)
    for (const [kind, room] of this.rooms) if (all || room.until <= now) this.leave(kind, room)
    return this.settled()
  }

  /** When what was gathered until now is written. */
  settled(): Promise<void> {
    return this.writing
  }

  private close(key: string, { last, more, firstAt, lastAt }: Open): void {
    this.open.delete(key)
    if (more > 0) this.write(last, { times: more, first_at: firstAt, last_at: lastAt })
  }

  private roomOf(kind: RefusalKind, now: number): Room {
    const known = this.rooms.get(kind)
    if (known && known.until > now) return known
    if (known) this.leave(kind, known)
    const room = { opened: 0, unlisted: 0, until: now + WINDOW_MS }
    this.rooms.set(kind, room)
    return room
  }

  private leave(kind: RefusalKind, { unlisted }: Room): void {
    this.rooms.delete(kind)
    if (unlisted === 0) return
    this.write(
      {
        kind,
        key: '',
        who: { kind: 'system', id: SYSTEM_TENANT, name: 'system' },
        change: {
          entity: 'audit_log',
          id: kind,
          tenantId: SYSTEM_TENANT,
          action: 'refusals_not_listed',
          after: {},
        },
      },
      { times: unlisted },
    )
  }

  /** One after the other: refusals never take more than one of the database's writers. */
  private write({ who, change }: Refusal, count: object): void {
    const at = this.deps.clock()
    const entry: Change = { ...change, before: null, after: { ...change.after, ...count } }
    this.writing = this.writing
      .then(() => this.record(who, entry, at))
      .catch((error: unknown) =>
        this.deps.log.warn({ err: error, action: change.action }, 'a refusal is not in the audit log'),
      )
  }

  private async record(who: Who, entry: Change, at: number): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.deps.db.transaction().execute(tx => recordChange(tx, who, entry, at))
      } catch (error) {
        if (tries >= MAX_TRIES || !isRetryable(error)) throw error
      }
    }
  }
}

const made = new WeakMap<Deps['db'], Refusals>()

export function refusalsOf(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Refusals {
  const known = made.get(deps.db)
  if (known) return known
  const refusals = new Refusals(deps)
  made.set(deps.db, refusals)
  return refusals
}

/** Counts do not wait for the next refusal to be written. At the end all of them are. */
export function startRefusalSweep(deps: Deps): { stop(): Promise<void> } {
  const refusals = refusalsOf(deps)
  const timer = setInterval(() => void refusals.sweep(), SWEEP_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return refusals.sweep(true)
    },
  }
}

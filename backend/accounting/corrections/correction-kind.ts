/**
 * What people correct of stored readings and messages. Every kind goes one way: shown as it will be booked, made with a
 * reason (or requested, where the tenant wants a second person), in force, and reverted once with a reason.
 */
import type { Selectable } from 'kysely'
import type { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Tables } from '../../platform/db/tables'
import type { Actor, Scope } from '../../platform/request/actor'
import type { MovedAt } from '../../telemetry/rebooking/ruled-judgement.service'
import type { demandOpenDays } from '../period-lock/open-days.service'
import type { Key } from './message.queries'

/** The stored words of each kind: its states, columns, entries of the audit log and requests. */
export const correctionWords = {
  ignored_messages: {
    entity: 'ignored-message',
    inForce: 'ignored',
    /** A state, the beginning of three columns, and why reverting it again is skipped. */
    reverted: 'restored',
    madeBy: 'ignored_by',
    revertAction: 'count_again',
    requests: { make: 'omit', revert: 'restore' },
  },
  message_edits: {
    entity: 'message-edit',
    inForce: 'holds',
    reverted: 'taken_back',
    madeBy: 'edited_by',
    revertAction: 'take_back',
    requests: { make: 'edit', revert: 'take_back' },
  },
  manual_readings: {
    entity: 'manual-reading',
    inForce: 'counts',
    reverted: 'taken_back',
    madeBy: 'entered_by',
    revertAction: 'take_back',
    /** One person is enough. */
    requests: null,
  },
} as const
export type CorrectionTable = keyof typeof correctionWords
export type StoredCorrection<Table extends CorrectionTable> = Selectable<Tables[Table]>

export interface Reader {
  db: Db
  scope: Scope
  now: number
}
export interface Corrector extends Reader {
  actor: Actor
  /** The requester's name, where a second person approves it. */
  requestedBy?: string
}

/** What moves; `doubtful`: a reading would not fit those around it, and be booked once somebody decides. */
interface Booked {
  changes: MovedAt[]
  doubtful?: boolean
}

/** A correction that is not stored yet. */
export interface Draft {
  tenantId: string
  /** Where it is listed. */
  locationId: string
  slotId: string
  currency: string
  /** To which it belongs. */
  day: string
  /** Where whoever corrects it found it, which may be another slot or location: of the effect's lines and a request. */
  found?: { locationId: string; slotId: string }
  /** Refuses making it, where it can be shown all the same. */
  refusal?: Problem | undefined
  /** What its preview says in addition to the effect. */
  shown: object
  /** Its kind's own columns. */
  columns: object
  /** Of the audit log. */
  action: string
  before?: object
  after: object
  /** What a request says in addition to the message. */
  requested?: object
  /** Judges again; writes where `write`. */
  book(db: Db, write: boolean): Promise<Booked>
  /** Stores what refers to it. In the transaction that made it. */
  stored?(db: Db, id: string): Promise<unknown>
}

export interface CorrectionKind<Table extends CorrectionTable = CorrectionTable, Wanted = unknown> {
  table: Table
  /** Throws 404 for what is not there or not in scope. */
  slotOf(who: Reader, wanted: Wanted): Promise<string>
  /** As `slotOf`; throws 409 and 422 for what cannot be corrected so. */
  draft(who: Reader, wanted: Wanted): Promise<Draft>
  /** Which days may not move. */
  demandDays: typeof demandOpenDays
  /** Books as if nobody had made it, and removes what refers to it; writes where `write`. */
  revert(
    db: Db,
    correction: StoredCorrection<Table>,
    write: boolean,
    now: number,
  ): Promise<Booked & { day: string }>
  /** Of the audit log, in addition to the states. */
  describe(correction: StoredCorrection<Table>): { before: object; after?: object }
}

/** A kind that a second person approves where the tenant wants it: corrections of messages. */
export interface RequestedKind<
  Table extends CorrectionTable = CorrectionTable,
  Wanted = unknown,
> extends CorrectionKind<Table, Wanted> {
  /** The message that it is about. */
  messageOf(wanted: Wanted): Key
  messageOfStored(correction: StoredCorrection<Table>): Key
  /** What a request to revert it says in addition to the message. */
  requestedRevert?(correction: StoredCorrection<Table>): object
  /** As the request's body says it. */
  wantedIn(body: never): Wanted
}

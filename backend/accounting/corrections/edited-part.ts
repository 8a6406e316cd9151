/** One part of a message, as an edit changes it. A bucket finds it, books the change, and reverts it. */
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import type { MovedAt } from '../../telemetry/rebooking/ruled-judgement.service'
import type { PartValues } from './message-edits.contract'
import type { EditDoes } from '../days/edit-buckets.contract'
import type { MessageEditsTable } from './message-edits.table'
import type { Message } from './message.queries'

/** What is wanted of which part; undefined value: it is left out. */
export type Wanted =
  | { bucket: 'events'; item: string; value: string | undefined }
  | { bucket: 'counters'; item: string; value: Readonly<Record<string, number>> | undefined }
  | { bucket: 'slotdata'; item: string; value: PartValues[string] | undefined }

interface Part {
  bucket: Wanted['bucket']
  does: EditDoes
  item: string
  slotId: string
  locationId: string
  at: number
  nano: number
  run: number
  day: string
  before: PartValues
  after: PartValues
  /** What reverting the edit needs. */
  revertState: object
  /** Writes where `write`; returns what it moves, and whether the corrected value is in doubt. */
  book(db: Db, write: boolean): Promise<{ changes: MovedAt[]; doubtful: boolean }>
}

export interface Bucket<One extends Wanted = Wanted> {
  /** Throws 404 for a part that the message has not, 422 for a value that is none. */
  part(db: Db, scope: Scope, message: Message, wanted: One, now: number): Promise<Part>
  revert(db: Db, edit: Selectable<MessageEditsTable>, write: boolean, now: number): Promise<MovedAt[]>
}

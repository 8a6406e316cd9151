/** What a request of this wing says that will be done, as JSON in its `body`. */
import type { PartValues } from '../corrections/message-edits.contract'
import type { Wanted } from '../corrections/message-edits.service'
import type { MovedPlace, BackdatingRequest } from '../backdating/backdating.contract'

export interface SealBody {
  days: { day: string; reports: string[] }[]
  /** Slots whose missing hours and open repairs are accepted, for this reason. */
  accepted: string[]
  reason: string | null
  /** Earlier days that are not closed and get no report of their own; requests of an earlier version have none. */
  leave_out?: string[]
}
export interface MonthBody {
  month: string
  reports: string[]
}
export interface EditBody {
  does: 'omit' | 'restore' | 'edit' | 'take_back'
  smib: string
  at: number
  message_seq_nr: number
  /** The edit that `restore` and `take_back` are about. */
  edit: string | null
  /** The part of the message that an `edit` changes, and its new contents. */
  wanted?: Wanted
  /** The part's present and new contents, shown to whoever answers an `edit` or a `take_back`. */
  shown?: { before: PartValues; after: PartValues }
  reason: string
}
export interface BackdatingBody {
  does: 'set_back'
  asked: BackdatingRequest
  /** The effect that was shown with the request. */
  places: MovedPlace[]
  reason: string
}
export type ApprovalBody = SealBody | MonthBody | EditBody | BackdatingBody

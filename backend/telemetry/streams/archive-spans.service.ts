/**
 * Which raw rows of a period are in archives, as the wing that archives them reports it (`backend/registrations.ts`
 * registers that): a stream says so above its rows.
 */
import type { ArchivedSpan, ArchivedStream } from '../../platform/contract/archived-span'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'

export interface ArchivedPeriod {
  /** Epoch milliseconds; null: without a beginning or an end. */
  from: number | null
  to: number | null
  /** Ids of what the rows have to be of. */
  places: {
    tenant?: readonly string[]
    location?: readonly string[]
    slot?: readonly string[]
    smib?: readonly string[]
  }
}

export type ArchivedIn = (
  db: Db,
  scope: Scope,
  stream: ArchivedStream,
  period: ArchivedPeriod,
) => Promise<ArchivedSpan | null>

let known: ArchivedIn | undefined

export function registerArchives(archived: ArchivedIn): void {
  known = archived
}

/** Throws where `registerArchives` was not called. */
export const archivedIn: ArchivedIn = (...request) => {
  if (!known) throw new Error('nobody tells what is in archives: none are registered')
  return known(...request)
}

/** What a command is about: all that a list matches, or the rows that were ticked in it. */
import type { ListRequest, Matching } from '../../../backend/platform/contract/list'

/** What a command over all that match sends: a relative period has become the range that it means now. */
export const matchingOf = ({
  query,
  exactFields,
  exactValues,
  startDate,
  endDate,
}: ListRequest): Matching => ({
  query,
  exactFields,
  exactValues,
  ...(startDate !== undefined && { startDate }),
  ...(endDate !== undefined && { endDate }),
})

/** Ticked rows are meant whatever the list is narrowed by since. */
export const unnarrowed = { query: '', startDate: undefined, endDate: undefined } as const

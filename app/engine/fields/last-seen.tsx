import { age } from './date-time'
import type { Field } from './field'

/** Milliseconds. Closer together than this, the last contact and the age of the figures say the same (ruling 41). */
const SAME_MS = 5 * 60_000

/**
 * The time of the last contact, with the time of the row's newest reading (its field `reading`) where the two
 * differ.
 */
export const lastSeen = (reading: string): Field<number> => {
  const seenAge = age()
  return {
    ...seenAge,
    kind: 'last-seen',
    reads: [reading],
    cell: (at, ctx, row) => {
      const read = row?.[reading]
      if (typeof read !== 'number' || Math.abs(at - read) <= SAME_MS) return seenAge.cell(at, ctx)
      const { t, format, now } = ctx
      // The exact ones are two lines: on paper they stand in the cell, and side by side they took the width of three
      // columns.
      const both = (write: (instant: number) => string, between: string) =>
        `${write(at)}${between}${t('engine:data_of', { age: write(read) })}`
      return (
        <time dateTime={new Date(at).toISOString()} title={both(format.exact, '\n')}>
          {both(instant => format.age(instant, now), ' · ')}
        </time>
      )
    },
  }
}

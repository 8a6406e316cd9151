import { age } from './date-time'
import type { Field } from './field'

/** Closer together than this, when something was heard and how old its figures are say the same (ruling 41). Milliseconds. */
const SAME_MS = 5 * 60_000

/** When something was last heard; where its newest reading, the row's field `reading`, is of another time, that as well. */
export const heard = (reading: string): Field<number> => {
  const heardAt = age()
  return {
    ...heardAt,
    kind: 'heard',
    reads: [reading],
    cell: (at, ctx, row) => {
      const read = row?.[reading]
      if (typeof read !== 'number' || Math.abs(at - read) <= SAME_MS) return heardAt.cell(at, ctx)
      const { t, format, now } = ctx
      // The exact ones are two lines: on paper they stand in the cell, and side by side they took the width of three columns.
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

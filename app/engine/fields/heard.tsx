import { age } from './date-time'
import type { Face, Field } from './field'

/** Closer together than this, when something was heard and how old its figures are say the same (ruling 41). Milliseconds. */
const SAME_MS = 5 * 60_000

/** When something was last heard; where its newest reading, the row's field `reading`, is of another time, that as well. */
export const heard = (reading: string): Field<number> => {
  const heardAt = age()
  return {
    ...heardAt,
    kind: 'heard',
    reads: [reading],
    cell: (at, face, row) => {
      const read = row?.[reading]
      if (typeof read !== 'number' || Math.abs(at - read) <= SAME_MS) return heardAt.cell(at, face)
      return (
        <>
          {heardAt.cell(at, face)} · {dataOf(read, face)}
        </>
      )
    },
  }
}

const dataOf = (at: number, { t, format, now }: Face) => (
  <time dateTime={new Date(at).toISOString()} title={format.exact(at)}>
    {t('engine:data_of', { age: format.age(at, now) })}
  </time>
)

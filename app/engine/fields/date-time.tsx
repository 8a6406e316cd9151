import { DateTime } from 'luxon'
import type { Face, Field } from './field'

const local = (at: number, face: Face) => DateTime.fromMillis(at, { zone: face.timeZone }).toISO({ suppressMilliseconds: true }) ?? ''

/** An instant, exact, in the viewer's zone. */
export const dateTime = (): Field<number> => ({
  kind: 'date-time',
  unit: face => face.timeZone,
  cell: (at, face) => <time dateTime={new Date(at).toISOString()} title={face.format.exact(at)}>{face.format.dateTime(at)}</time>,
  plain: local,
})

/** An instant as its age: for glancing. Exact on hover and in print. */
export const age = (): Field<number> => ({
  ...dateTime(),
  kind: 'age',
  cell: (at, face) => (
    <time dateTime={new Date(at).toISOString()} title={face.format.exact(at)}>{face.format.age(at, face.now)}</time>
  ),
})

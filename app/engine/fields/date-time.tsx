import type { Field } from './field'

/** An instant, exact, in the viewer's zone. */
export const dateTime = (): Field<number> => ({
  kind: 'date-time',
  unit: face => face.timeZone,
  cell: (at, face) => (
    <time dateTime={new Date(at).toISOString()} title={face.format.exact(at)}>
      {face.format.dateTime(at)}
    </time>
  ),
  csvValue: (at, face) => face.file.instant(at),
})

/** An instant as its age: for glancing. Exact on hover and in print. */
export const age = (): Field<number> => ({
  ...dateTime(),
  kind: 'age',
  cell: (at, face) => (
    <time dateTime={new Date(at).toISOString()} title={face.format.exact(at)}>
      {face.format.age(at, face.now)}
    </time>
  ),
})

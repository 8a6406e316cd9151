import type { Field } from './field'

/** An instant, exact, in the viewer's zone. */
export const dateTime = (): Field<number> => ({
  kind: 'date-time',
  unit: ctx => ctx.timeZone,
  cell: (at, ctx) => (
    <time dateTime={new Date(at).toISOString()} title={ctx.format.exact(at)}>
      {ctx.format.dateTime(at)}
    </time>
  ),
  csvValue: (at, ctx) => ctx.file.instant(at),
})

/** An instant as its age: for glancing. Exact on hover and in print. */
export const age = (): Field<number> => ({
  ...dateTime(),
  kind: 'age',
  cell: (at, ctx) => (
    <time dateTime={new Date(at).toISOString()} title={ctx.format.exact(at)}>
      {ctx.format.age(at, ctx.now)}
    </time>
  ),
})

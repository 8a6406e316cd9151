import { inputControl } from './control'
import type { Field } from './field'

/** A calendar date without time or zone: `2026-11-20`. */
export const date = (): Field<string> => ({
  kind: 'date',
  // It passes through no zone: a day is the same one everywhere.
  cell: (day, { format }) =>
    /^\d{4}-\d{2}-\d{2}$/.test(day) ? <time dateTime={day}>{format.gamingDay(day)}</time> : day,
  csvValue: (day, ctx) => ctx.file.day(day),
  input: props => inputControl(props, { type: 'date' }),
})

/** What a sum is of: a gaming day, or a month of them. Of an hour it is empty. */
export const dayOrMonth = (): Field<string> => ({
  kind: 'day-or-month',
  cell: (value, { format }) => <time dateTime={value}>{format.month(format.gamingDay(value))}</time>,
  csvValue: (value, { file }) => (/^\d{4}-\d{2}$/.test(value) ? value : file.day(value)),
})

/** A wall-clock time: `08:00`. */
export const timeOfDay = (): Field<string> => ({
  kind: 'time-of-day',
  cell: value => value,
  csvValue: value => value,
  input: props => inputControl(props, { type: 'time' }),
})

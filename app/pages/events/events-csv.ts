/** Events as a CSV file: the download and the file written in the background have these columns, in this order. */
import { eventName } from '../../activity/events'
import type { FileCell, FileFormat } from '../../i18n/file-format'
import type { Translate } from '../../i18n/locales'
import type { EventRow } from './events'

interface CsvColumn {
  label: (t: Translate) => string
  /** Fields of a row that it is made of. */
  of: readonly (keyof EventRow)[]
  cell: (row: EventRow, t: Translate, file: FileFormat) => FileCell
}

const columns: readonly CsvColumn[] = [
  // Where it happened: the next column says which zone that is.
  {
    of: ['server_time', 'time_zone'],
    label: t => t('activity:time'),
    cell: (row, _, file) => file.instant(row.server_time, row.time_zone),
  },
  { of: ['time_zone'], label: t => t('events:zone'), cell: row => row.time_zone },
  { of: ['code'], label: t => t('activity:events.code'), cell: row => row.code },
  { of: ['code'], label: t => t('activity:events.name'), cell: (row, t) => eventName(t, row.code) },
  {
    of: ['severity'],
    label: t => t('activity:events.severity'),
    cell: (row, t) => t(`events:severity.${row.severity}`),
  },
  { of: ['slot'], label: t => t('events:slot'), cell: row => row.slot?.name ?? '' },
  { of: ['location'], label: t => t('slots:fields.location'), cell: row => row.location.name },
  { of: ['smib'], label: t => t('slots:fields.smib'), cell: row => row.smib?.name ?? '' },
  {
    of: ['message_seq_nr'],
    label: t => t('events:message_no'),
    cell: ({ message_seq_nr: nr }, _, file) => (nr === null ? '' : file.number(nr)),
  },
  {
    of: ['event_seq_nr'],
    label: t => t('events:event_no'),
    cell: ({ event_seq_nr: nr }, _, file) => (nr == null ? '' : file.number(nr)),
  },
  {
    of: ['gap', 'reset'],
    label: t => t('activity:messages.order'),
    cell: (row, t) => (row.reset ? t('activity:messages.reset') : row.gap ? t('activity:messages.gap') : ''),
  },
]

/** What the columns are made of. */
export const eventFields: readonly string[] = [...new Set(columns.flatMap(({ of }) => of))]

const madeOf = (fields: readonly string[]) =>
  columns.filter(({ of }) => of.every(field => fields.includes(field)))

export const eventLabels = (t: Translate, fields: readonly string[]): string[] =>
  madeOf(fields).map(({ label }) => label(t))

/** Rows are events with at least these fields. */
export const eventCsv = (fields: readonly string[], t: Translate, file: FileFormat) => ({
  head: eventLabels(t, fields),
  line: (row: object): FileCell[] => madeOf(fields).map(({ cell }) => cell(row as EventRow, t, file)),
})

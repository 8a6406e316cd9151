/** What a list that is no resource consists of; each column and each filter is described once: for the address, the page and the file. */
import type { ReactNode } from 'react'
import type { Shell } from '../../console/shell-context'
import { when } from '../../console/when'
import type { FileCell, FileFormat } from '../../i18n/file-format'
import type { Translate } from '../../i18n/locales'
import type { Column } from '../../ui/table'
import type { ListQuery, ListSpec } from './list-query'

/** A filter of which one value is chosen. */
export interface PlainFilter {
  filter: string
  values: readonly string[]
  label: (t: Translate) => string
  word: (value: string, t: Translate) => string
  /** Whether the filter form asks it now; always, unless said otherwise. */
  offered?: (query: ListQuery) => boolean
}

interface Described<Row> extends Pick<ListSpec, 'sort' | 'sortKeys' | 'fixedOrder' | 'period'> {
  filters: readonly PlainFilter[]
  columns: readonly PlainColumn<Row>[]
  /** Where the columns' labels stand: `tasks:fields`. */
  texts: string
  /** Whether it can be searched by words. */
  searched?: boolean
  /** Rows that recede. */
  muted?: (row: Row) => boolean
}
export interface PlainListing<Row> extends Omit<
  Described<Row>,
  'sort' | 'sortKeys' | 'fixedOrder' | 'period'
> {
  spec: ListSpec
}

export const plainListing = <Row,>({
  sort,
  sortKeys,
  fixedOrder,
  period,
  ...described
}: Described<Row>): PlainListing<Row> => ({
  ...described,
  spec: {
    sort,
    sortKeys,
    fixedOrder,
    period,
    searched: described.searched ?? false,
    filters: described.filters.map(({ filter }) => filter),
    accepts: (filter, text) =>
      described.filters.some(one => one.filter === filter && one.values.includes(text)),
  },
})

/** What a file is written with. */
export interface FileWords {
  t: Translate
  file: FileFormat
}

export interface PlainColumn<Row> extends Pick<Column, 'numeric' | 'mono' | 'rank'> {
  /** Its label is this entry of the list's texts. */
  key: string
  /** The backend's sort key; none, no link. */
  sortBy?: string
  cell: (row: Row, shell: Shell) => ReactNode
  /** Said on the page in another column's words. */
  fileOnly?: boolean
  /** For a file. Without it the column is the page's alone. */
  csvValue?: (row: Row, words: FileWords) => FileCell
  /** What the file's heading names beside the label: the zone of its times, a unit. */
  unit?: (words: FileWords) => string
}

type Rest<Row> = Partial<Omit<PlainColumn<Row>, 'key' | 'cell' | 'csvValue'>>

export const textColumn = <Row,>(
  key: string,
  text: (row: Row, t: Translate) => string | null,
  rest: Rest<Row> = {},
): PlainColumn<Row> => ({
  key,
  ...rest,
  cell: (row, { t }) => text(row, t) ?? '–',
  csvValue: (row, { t }) => text(row, t) ?? '',
})

export const numberColumn = <Row,>(
  key: string,
  of: (row: Row) => number | null,
  rest: Rest<Row> = {},
): PlainColumn<Row> => ({
  key,
  numeric: true,
  ...rest,
  cell: (row, { format }) => {
    const value = of(row)
    return value === null ? '–' : format.number(value)
  },
  csvValue: (row, { file }) => {
    const value = of(row)
    return value === null ? '' : file.number(value)
  },
})

export const timeColumn = <Row,>(
  key: string,
  of: (row: Row) => number | null,
  rest: Rest<Row> = {},
): PlainColumn<Row> => ({
  key,
  ...rest,
  cell: (row, shell) => when(of(row), shell),
  csvValue: (row, { file }) => {
    const at = of(row)
    return at === null ? '' : file.instant(at)
  },
  unit: ({ file }) => file.timeZone,
})

export function plainForm<Row>(
  { columns, texts }: Pick<PlainListing<Row>, 'columns' | 'texts'>,
  words: FileWords,
): { head: string[]; line: (row: Row) => FileCell[] } {
  const written = columns.filter(({ csvValue }) => csvValue)
  return {
    head: written.map(({ key, unit }) => `${words.t(`${texts}.${key}`)}${unit ? ` (${unit(words)})` : ''}`),
    line: row => written.map(({ csvValue }) => csvValue?.(row, words) ?? ''),
  }
}

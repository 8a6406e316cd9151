/** A column made of several fields of its row; the list requests them with it. */
import type { ReactNode } from 'react'
import type { FileCell } from '../../i18n/file-format'
import type { Mark } from '../../ui/tone'
import type { AnyField, CsvContext, RenderContext } from './field'

export interface Computed<R> {
  reads: readonly (keyof R & string)[]
  numeric?: boolean
  mono?: boolean
  /** A unit that an export's heading names after its label. */
  unit?: (ctx: RenderContext) => string
  cell: (row: R, ctx: RenderContext) => ReactNode
  /** In a table the cell itself is marked and holds only the word. */
  status?: (row: R, ctx: RenderContext) => { mark: Mark | ''; word: string }
  /** Drawn another way where all rows of a column share something. */
  inColumn?: (
    rows: readonly R[],
  ) => { unit: string; cell: (row: R, ctx: RenderContext) => ReactNode } | undefined
  /** Values that have words of their own: `<entity>:<column>.<value>`. */
  values?: readonly string[]
  /** Columns that a file has in its place. */
  inFile?: readonly (keyof R & string)[]
  /** Left out where a file has no use for it: a link, a button. */
  csvValue?: (row: R, ctx: CsvContext) => FileCell
}

/** A computed column of a field's name keeps that field's filter: only the column is drawn another way. */
export const computedFields = <R>(
  fields: Readonly<Record<string, AnyField>>,
  columns: Readonly<Record<string, Computed<R>>> = {},
): Record<string, AnyField> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      {
        kind: 'computed',
        ...fields[name],
        whole: true,
        inColumn: undefined,
        status: undefined,
        csvUnit: undefined,
        csvValue: undefined,
        ...column,
      } as AnyField,
    ]),
  )

/** Rows, columns and totals of a question from its cells: all of them from the same sums, so that they add up. */
import type { ReportColumn } from '../../platform/contract/report'
import { measureOf, type Moved } from '../../telemetry/readings/measures.contract'
import { movementNames, noMovement, type MovementMeter } from '../../telemetry/readings/meters.contract'
import type { Cell } from './question-games'
import type { QuestionMeasure } from './questions.contract'

type Sums = Record<MovementMeter, number>

/** Of one row, or of all, in one currency: by the column's key, `''` for all columns together. */
interface Line {
  currency: string
  now: Map<string, Sums>
  before: Map<string, Sums>
}

export interface Table {
  /** By row, in no order. */
  rows: Map<string, Line[]>
  totals: Line[]
  /** Keys of columns, in no order; none where there is but one. */
  columns: Set<string>
}

/** In front of a column's key, so that no key stands for all columns. */
const ALL = ''
const columnKey = (key: string) => `=${key}`

export function tableOf(now: readonly Cell[], before: readonly Cell[]): Table {
  const table: Table = { rows: new Map(), totals: [], columns: new Set() }
  const lineIn = (lines: Line[], currency: string): Line => {
    const known = lines.find(line => line.currency === currency)
    if (known) return known
    const line = { currency, now: new Map(), before: new Map() }
    lines.push(line)
    return line
  }
  for (const [part, cells] of [
    ['now', now],
    ['before', before],
  ] as const)
    for (const cell of cells) {
      const rows = table.rows.get(cell.r) ?? []
      table.rows.set(cell.r, rows)
      if (cell.k !== null) table.columns.add(cell.k)
      for (const line of [lineIn(rows, cell.currency), lineIn(table.totals, cell.currency)])
        for (const key of cell.k === null ? [ALL] : [ALL, columnKey(cell.k)]) {
          const sums = line[part].get(key) ?? { ...noMovement }
          line[part].set(key, sums)
          for (const name of movementNames) sums[name] += cell[name] ?? 0
        }
    }
  return table
}

/** All columns together, then each: of each measure its figure, and what it is compared with. */
export function columnsOf(
  measures: readonly QuestionMeasure[],
  groups: readonly NonNullable<ReportColumn['of']>[],
  isCompared: boolean,
): ReportColumn[] {
  const parts = isCompared ? (['now', 'before', 'change'] as const) : (['now'] as const)
  return [null, ...groups].flatMap((of, at) =>
    measures.flatMap(measure =>
      parts.map(part => ({
        name: [measure, ...(at === 0 ? [] : [at]), ...(part === 'now' ? [] : [part])].join('.'),
        measure,
        part,
        of,
      })),
    ),
  )
}

/** By the column's name. What nobody reported is null, and what cannot be divided. */
export function figuresIn(
  line: Line,
  columns: readonly ReportColumn[],
  isUnknown: (measure: string, column: string | null, part: 'now' | 'before') => boolean = () => false,
): Record<string, number | null> {
  const valueOf = (sums: Moved | undefined, { measure, of }: ReportColumn, part: 'now' | 'before') =>
    sums === undefined || isUnknown(measure, of?.key ?? null, part)
      ? null
      : measureOf(measure as QuestionMeasure, sums)
  return Object.fromEntries(
    columns.map(column => {
      const key = column.of === null ? ALL : columnKey(column.of.key)
      const now = valueOf(line.now.get(key), column, 'now')
      const before = valueOf(line.before.get(key), column, 'before')
      if (column.part === 'now') return [column.name, now]
      return [column.name, column.part === 'before' ? before : changeOf(now, before, column.measure)]
    }),
  )
}

const PARTS = 10_000
const IN_POINTS: ReadonlySet<string> = new Set(['rtp', 'hold'])

/** In basis points of what it was; of a percentage in points. */
function changeOf(now: number | null, before: number | null, measure: string): number | null {
  if (now === null || before === null) return null
  if (IN_POINTS.has(measure)) return now - before
  return before === 0 ? null : Math.round(((now - before) * PARTS) / Math.abs(before))
}

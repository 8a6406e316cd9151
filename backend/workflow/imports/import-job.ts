/** What an import is about, and what a check says of a row. */
import type { Judged } from '../../platform/store/judged'
import type { Scope } from '../../platform/request/actor'
import { type ImportEntity, type ImportMode, type ImportProblem } from './imports.contract'
import { type MeterSetupInput } from './meter-setups.service'
import type { Cell } from './cells.service'
import type { FileColumn } from './csv-file'

export type May = Readonly<Record<'archive' | 'unarchive' | 'test_mode' | 'log_mode', boolean>>

export interface Job {
  entity: ImportEntity
  mode: ImportMode
  scope: Scope
  may: May
  /** From left to right, as every row has them. */
  columns: readonly (FileColumn & { added?: boolean | undefined })[]
  now: number
  /** How cells of the tenant's own fields are read, by their columns. */
  custom?: Readonly<Record<string, { cell: Cell }>>
}

export interface Checked {
  line: number
  /** Same key, same entity; null when that cannot be known. */
  key: string | null
  claim: string | null
  problems: ImportProblem[]
  action: 'create' | 'update' | null
  unchanged: boolean
  changes: { column: string; before: string; after: string }[]
  needsReason: boolean
  judged: Judged
  /** What it sets of the slot's mechanical counters, and what they were. */
  meters: MeterSetupInput | null
  metersBefore: object | null
}

/**
 * What an importer says of its entity: how a file's columns become what a form would send, and what is special about
 * it. No other file of the imports knows an entity.
 */
import type { RawBuilder } from 'kysely'
import type { Stored } from '../../platform/store/columns'
import type { CustomEntity } from '../../platform/contract/custom-values'
import type { ImportKind } from '../../platform/contract/import-kind'
import type { Deps } from '../../platform/deps'
import type { Tables } from '../../platform/db/tables'
import type { BulkWriter } from '../../platform/store/judged'
import type { Cell } from './cells.service'
import { words } from './cells.service'
import type { ImportProblem } from './imports.contract'
import type { Job } from './import-job'
import type { Work } from './row-work'

export interface ColumnSpec {
  cell: Cell
  /** Of the contract's input; null for what the check settles itself. */
  field: string | null
  /** An empty cell of an existing row: 'clear' empties the field, 'keep' leaves it. */
  empty: 'clear' | 'keep'
}

export interface Importer {
  /** What its files hold and what somebody needs who imports them: known to the browser, too. */
  kind: ImportKind
  many: BulkWriter
  table: keyof Tables & string
  /** The stored column of the key. */
  key: string
  /** A second stored key for spellings that mean the same, and how it is made. */
  alike?: { column: string; keyOf(text: string): string }
  /** Another column than the key whose value only one row of a file may have. */
  single?: { column: string; keyOf(text: string): string }
  /** The stored column of its name. */
  name: string
  /** The same key at two tenants is the same entity: it keeps it wherever it goes. */
  keyIsGlobal?: true
  columns: Readonly<Record<string, ColumnSpec>>
  /** What people call the columns. The first of each language heads that language's template: [en, ro, pt, …others]. */
  aliases: Readonly<Record<string, readonly string[]>>
  /** One row that shows how values are written. */
  example: Readonly<Record<string, string>>
  /** Makes more of the cells than the columns that are fields. */
  draft?(work: Work, raw: Record<string, unknown>, job: Job): void
  /**
   * Its rows name a slot, which one SMIB has at a time: rows of one file may exchange theirs, so they are written and
   * undone together.
   */
  takesSlots?: true
  /**
   * Its rows book readings. This begins the transaction that writes them, a short one, in which no SMIB may store
   * anything.
   */
  alone?: <Answer>(deps: Deps, work: () => Promise<Answer>) => Promise<Answer>
  /** Its rows set up the mechanical counters of what they are about. */
  hasMeters?: true
  /** Its records have fields of their tenant's own, which are columns of its files. */
  custom?: CustomEntity
  /** What a new one releases in addition to its name when it is undone. */
  leaves?: Stored
  /** Why a new one cannot be undone: it has a history of its own, or others refer to it. `b.id` is its id. */
  uses: readonly (readonly [reason: string, where: RawBuilder<boolean>])[]
}

/** Columns that every file has by the same words. */
export const sharedAliases = {
  tenant: ['tenant', 'operator', 'operador', 'societate', 'empresa', 'client'],
  location_code: [
    'location_code',
    'cod_locatie',
    'codigo_local',
    'location',
    'locatie',
    'local',
    'cod_sala',
    'sala',
    'hall',
    'codigo_do_local',
  ],
  active: ['active', 'activ', 'ativo', 'activa', 'ativa', 'enabled'],
} as const

/**
 * A header means this column only where no other does: our own files have a slot's state next to whether it is in use.
 */
export const looseAliases: Readonly<Record<string, string>> = {
  status: 'active',
  stare: 'active',
  estado: 'active',
}

export const clears = (field: string | null, cell: Cell = words): ColumnSpec => ({
  cell,
  field,
  empty: 'clear',
})
export const keeps = (field: string | null, cell: Cell = words): ColumnSpec => ({
  cell,
  field,
  empty: 'keep',
})
export const own = (...names: string[]): Record<string, ColumnSpec> =>
  Object.fromEntries(names.map(name => [name, clears(name)]))

/** In the file's own units: percents and not basis points, lei and not bani. */
export const limitsIn = (
  { columns }: Pick<Importer, 'columns'>,
  column: string | null,
  params: NonNullable<ImportProblem['params']>,
): NonNullable<ImportProblem['params']> => {
  const cell = column === null ? undefined : columns[column]?.cell
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && (name === 'min' || name === 'max')
        ? (cell?.limit?.(value) ?? value)
        : value,
    ]),
  )
}

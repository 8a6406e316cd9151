/** The three import pages in names and words: one family of pages, told apart by their address. */
import {
  importColumns,
  importsContract,
  keyColumn,
  type ImportEntity,
  type ImportMode,
  type ImportProblem,
  type ImportRow,
  type ImportRowState,
  type ImportState,
} from '../../../backend/imports/imports.contract'
import type { PermissionRule } from '../../../backend/contract/permissions'
import type { RowOf } from '../../../backend/contract/contract'
import { hrefOf, type ListQuery, type ListSpec } from '../../engine/list/list-query'
import type { Translate } from '../../i18n/locales'
import { resourcePaths } from '../../resources/names'
import { importing, importPaths } from '../../resources/imports/imports.resource'
import type { Mark } from '../../ui/tone'

export type Import = RowOf<typeof importsContract>
export type Step = 'commit' | 'cancel' | 'resume' | 'undo' | 'discard'
export const steps: readonly Step[] = ['commit', 'cancel', 'resume', 'undo', 'discard']

/** Where the rows lead to. */
export const entityPaths: Record<ImportEntity, string> = {
  locations: resourcePaths.locations,
  slots: resourcePaths.slots,
  smibs: resourcePaths.smibs,
}
const lists = {
  locations: 'location::list',
  slots: 'slot::list',
  smibs: 'smib::list',
} as const satisfies Record<ImportEntity, PermissionRule>

/** By the address alone: the routes let nothing else through. */
export function importerAt({ url: { pathname } }: { url: URL }): ImportEntity {
  return pathname.startsWith(importPaths.locations)
    ? 'locations'
    : pathname.startsWith(importPaths.slots)
      ? 'slots'
      : 'smibs'
}

export const mayLook = (args: { url: URL }): PermissionRule => lists[importerAt(args)]
export const mayImport = (args: { url: URL }): PermissionRule => ({
  all: [mayLook(args), importing(importerAt(args))],
})

export const modes: readonly ImportMode[] = ['upsert', 'create', 'update']
export const isWorking = ({ state }: Pick<Import, 'state'>) =>
  state === 'checking' || state === 'committing' || state === 'undoing'

export const stateMarks: Record<ImportState, Mark> = {
  checking: 'info',
  checked: 'warn',
  committing: 'info',
  committed: 'good',
  undoing: 'info',
  undone: 'muted',
  stopped: 'warn',
  discarded: 'muted',
}
export const rowMarks: Record<ImportRowState, Mark> = {
  ok: 'good',
  error: 'bad',
  unchanged: 'muted',
  committed: 'good',
  undone: 'muted',
  skipped: 'warn',
}
export const rowStates: readonly ImportRowState[] = [
  'error',
  'ok',
  'unchanged',
  'committed',
  'skipped',
  'undone',
]

export const columnLabel = (t: Translate, column: string) =>
  t([`imports:columns.${column}`, 'imports:columns.other'], { column })

/** "Location: “CJ-9” is unknown": where, what stands there, and why it will not do. */
export function problemText(
  t: Translate,
  { code, params, column }: ImportProblem,
  values: Readonly<Record<string, string>>,
): string {
  const why = t([`imports:problems.${code}`, 'imports:problems.other'], { ...params, code })
  if (column === null) return why
  const value = values[column] ?? ''
  const label = columnLabel(t, column)
  return value === '' ? `${label}: ${why}` : t('imports:cell', { column: label, value, why })
}

/** What one of its rows is called. */
export const rowName = (entity: ImportEntity, { values, line }: Pick<ImportRow, 'values' | 'line'>) =>
  values[keyColumn[entity]] || String(line)

export const rowsSpec: ListSpec = {
  sort: 'line',
  sortKeys: ['line'],
  filters: ['state', 'action', 'problem', 'column'],
  accepts: (filter, text) =>
    filter === 'state'
      ? rowStates.some(state => state === text)
      : filter === 'action'
        ? text === 'create' || text === 'update'
        : /^[a-z_]{1,40}$/.test(text),
}

export const rowsHref = (
  entity: ImportEntity,
  id: string,
  query: ListQuery,
  change: Partial<ListQuery> = {},
) => hrefOf(`${importPaths[entity]}/${id}`, query, rowsSpec, change)

/** Canonical columns that the file has, in the file's order. */
export const columnsIn = ({ columns }: Pick<Import, 'columns'>): string[] =>
  columns.flatMap(({ name }) => (name === null ? [] : [name]))

export {
  importing,
  importPaths,
  importColumns,
  importsContract,
  keyColumn,
  type ImportEntity,
  type ImportRow,
}

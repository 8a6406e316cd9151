/** The three import pages in names and words: one family of pages, told apart by their address. */
import {
  importColumns,
  importsContract,
  keyColumn,
  type ImportEntity,
  type ImportMode,
  type ImportRow,
  type ImportState,
} from '../../../backend/imports/imports.contract'
import type { PermissionRule } from '../../../backend/contract/permissions'
import type { RowOf } from '../../../backend/contract/contract'
import { resourcePaths } from '../../resources/names'
import { importing, importPaths, importRule } from '../../resources/imports/imports.resource'
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
export const mayImport = (args: { url: URL }): PermissionRule => importRule(importerAt(args))

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

export {
  importing,
  importPaths,
  importColumns,
  importsContract,
  keyColumn,
  type ImportEntity,
  type ImportRow,
}
export { columnLabel, problemWord, rowName } from '../../resources/imports/import-row'

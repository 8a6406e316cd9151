/** The import pages in names and words: one family of pages, which their addresses distinguish. */
import { importKinds } from './import-kinds.found'
import {
  importsContract,
  type ImportEntity,
  type ImportMode,
  type ImportRow,
  type ImportState,
} from '../../../backend/workflow/imports/imports.contract'
import type { PermissionRule } from '../../../backend/platform/contract/permissions'
import type { RowOf } from '../../../backend/platform/contract/contract'
import { importing, importLists, importPaths, importRule } from './imports.resource'
import type { Mark } from '../../ui/tone'

export type Import = RowOf<typeof importsContract>
export type Step = 'commit' | 'cancel' | 'resume' | 'undo' | 'discard'
export const steps: readonly Step[] = ['commit', 'cancel', 'resume', 'undo', 'discard']

/** By the address alone: the routes let nothing else through. */
export function importerAt({ url: { pathname } }: { url: URL }): ImportEntity {
  const entities = Object.keys(importPaths) as ImportEntity[]
  return entities.find(entity => pathname.startsWith(importPaths[entity])) ?? 'smibs'
}

export const mayLook = (args: { url: URL }): PermissionRule => importKinds[importerAt(args)].permissions.list
export const mayImport = (args: { url: URL }): PermissionRule => importRule(importerAt(args))

export const modes: readonly ImportMode[] = ['upsert', 'create', 'update']
export const isWorking = ({ state }: Pick<Import, 'state'>) =>
  state === 'checking' || state === 'committing' || state === 'undoing'

export const stateMarks: Record<ImportState, Mark> = {
  unread: 'warn',
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
  importLists,
  importPaths,
  importKinds,
  importsContract,
  type ImportEntity,
  type ImportRow,
}
export { columnLabel, problemWord, rowName } from './import-row'

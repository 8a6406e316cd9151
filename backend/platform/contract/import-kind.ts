/** What a file of an entity may hold, and what somebody needs who imports it. It reaches the browser; what a row becomes stands in the entity's importer. */
import type { Permission } from './permissions'

export interface ImportKind {
  /** What says which row is meant: the one column that every file needs. */
  key: string
  /** By their canonical names, in the order of the template. `required` for a new row. */
  columns: readonly { name: string; required: boolean }[]
  /** What is there already is never changed by a file. */
  onlyCreates?: true
  permissions: Readonly<Record<'list' | 'create' | 'update' | 'archive' | 'unarchive', Permission>>
}

/** `columns`: names one after another; `!` marks those that a new row needs. */
export const defineImport = ({
  columns,
  ...kind
}: Omit<ImportKind, 'columns'> & { columns: string }): ImportKind => ({
  ...kind,
  columns: columns.split(' ').map(name => ({ name: name.replace('!', ''), required: name.endsWith('!') })),
})

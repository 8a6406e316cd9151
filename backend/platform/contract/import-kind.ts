/**
 * What a file of an entity may hold, and what somebody needs who imports it. It reaches the browser; what a row becomes
 * stands in the entity's importer.
 */
import type { Permission } from './permissions'

/** A column whose cells name entries of a list that all tenants share. */
export interface NamedEntries {
  /** `family/many` of its contract. */
  list: string
  /** A field by which people know an entry as well. */
  alsoCalled?: string
  /** Fields of a new entry that a row says, each by the column that names an entry of another list. */
  also?: Readonly<Record<string, string>>
  /** A person has to decide more than the name of a new entry, so that none is created from a file. */
  byHand?: true
}

export interface ImportKind {
  /** What says which row is meant: the one column that every file needs. */
  key: string
  /** By their canonical names, in the order of the template. `required` for a new row. */
  columns: readonly { name: string; required: boolean }[]
  /** What is there already is never changed by a file. */
  onlyCreates?: true
  /** By column. What a list does not have is reported as `not_in_registry`; lists that others need come first. */
  names?: Readonly<Record<string, NamedEntries>>
  permissions: Readonly<Record<'list' | 'create' | 'update' | 'archive' | 'unarchive', Permission>>
}

interface ImportDefinition extends Omit<ImportKind, 'columns'> {
  /**
   * Names one after another; `!` marks those that a new row needs, `*` stands for all of `fields` that are not
   * named.
   */
  columns: string
  /** Fields of the entity's form that are columns of the same name. */
  fields?: readonly string[]
}

export function defineImport({ columns, fields = [], ...kind }: ImportDefinition): ImportKind {
  const names = columns.split(' ')
  const others = fields.filter(field => !names.includes(field) && !names.includes(`${field}!`))
  return {
    ...kind,
    columns: names
      .flatMap(name => (name === '*' ? others : [name]))
      .map(name => ({ name: name.replace('!', ''), required: name.endsWith('!') })),
  }
}

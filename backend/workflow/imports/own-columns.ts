/**
 * Columns of a file that are fields of a tenant's own: known by the field's name, or by its key as our files write it.
 */
import { customEntity, typedNumber, type CustomKind } from '../../platform/contract/custom-values'
import { headerKey } from '../../platform/contract/fold'
import { groupBy } from '../../platform/contract/group-by'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { fieldsOf, type FieldRow } from '../custom-fields/custom-values.service'
import { columnNamed } from './aliases'
import { date, words, type Cell } from './cells.service'
import type { CsvFile } from './csv-file'
import type { Job } from './import-job'
import type { ImportEntity } from './imports.contract'
import { importerOf } from './importers'
import type { Work } from './row-work'

const PREFIX = 'custom-'

/** Of a column, the field's key; null for the release's own. */
export const customKeyOf = (column: string | null): string | null =>
  column?.startsWith(PREFIX) ? column.slice(PREFIX.length) : null

/** Those that are not archived: of the tenant, or of all. */
async function usable(
  db: Db,
  { tenantId }: Pick<Scope, 'tenantId'>,
  entity: ImportEntity,
): Promise<FieldRow[]> {
  const { custom } = importerOf(entity)
  if (!custom) return []
  const fields = await fieldsOf(db, tenantId === null ? null : [tenantId], customEntity.parse(custom))
  return fields.filter(({ archived_at }) => archived_at === null)
}

/** By what a header says, the column. */
export type OwnColumns = ReadonlyMap<string, string>

export async function ownColumns(
  db: Db,
  scope: Pick<Scope, 'tenantId'>,
  entity: ImportEntity,
): Promise<OwnColumns> {
  return columnsNamed(await usable(db, scope, entity))
}

/** A name that several tenants give to different fields, or that is made of signs alone, names none of them. */
function columnsNamed(fields: readonly FieldRow[]): OwnColumns {
  const byName = groupBy(
    fields,
    ({ name }) => headerKey(name),
    ({ key }) => key,
  )
  const named = [...byName].flatMap(([header, keys]) => {
    const [key, ...others] = new Set(keys)
    return header === '' || key === undefined || others.length > 0 ? [] : [[header, PREFIX + key] as const]
  })
  return new Map([...named, ...fields.map(({ key }) => [headerKey(PREFIX + key), PREFIX + key] as const)])
}

/** Headers of the tenant's fields in a template: their names, or their keys where a name is no header or another's. */
export async function ownHeaders(db: Db, scope: Scope, entity: ImportEntity): Promise<string[]> {
  const fields = await usable(db, scope, entity)
  const named = columnsNamed(fields)
  return [
    ...new Set(
      fields.map(({ key, name }) =>
        named.get(headerKey(name)) === PREFIX + key && columnNamed(entity, name) === null
          ? name
          : PREFIX + key,
      ),
    ),
  ]
}

/**
 * Headers that are no column of the release may be the tenant's; so may words that only likely mean one, such as
 * "Status". Throws 422 for one that comes twice.
 */
export function withOwnColumns<File extends Pick<CsvFile, 'columns' | 'warnings'>>(
  entity: ImportEntity,
  file: File,
  own: OwnColumns,
): File {
  const columns = file.columns.map(column => ({
    ...column,
    name: columnNamed(entity, column.header) ?? own.get(headerKey(column.header)) ?? column.name,
  }))
  for (const [index, { name }] of columns.entries())
    if (customKeyOf(name) !== null && columns.findIndex(one => one.name === name) !== index)
      throw new Problem(422, 'repeated_column', {
        details: { column: name, headers: columns.filter(one => one.name === name).map(one => one.header) },
      })
  const found = new Set(columns.flatMap(({ header, name }) => (customKeyOf(name) === null ? [] : [header])))
  return {
    ...file,
    columns,
    warnings: file.warnings.filter(
      ({ code, params }) => code !== 'unknown_column' || !found.has(String(params?.header)),
    ),
  }
}

/** How the cells of these columns are read; a column whose field is gone since is read as text, and refused. */
export async function customCells(
  db: Db,
  { entity, scope, columns }: Job,
): Promise<NonNullable<Job['custom']>> {
  const names = columns.flatMap(({ name }) => (customKeyOf(name) === null ? [] : [String(name)]))
  if (names.length === 0) return {}
  const fields = await usable(db, scope, entity)
  return Object.fromEntries(
    names.map(name => {
      const kinds = new Set(fields.flatMap(one => (PREFIX + one.key === name ? [one.kind] : [])))
      const [kind, ...others] = kinds
      return [name, { cell: others.length > 0 || !kind ? asWritten : cellOf[kind] }]
    }),
  )
}

const asWritten: Cell = {
  read: words.read,
  show: value => (Array.isArray(value) ? value.join(', ') : words.show(value)),
}
/** Read as the numbers of all other columns; whether it fits its decimals its rule says. */
const number: Cell = {
  ...asWritten,
  read: text => {
    const read = words.read(text)
    if ('problem' in read) return read
    const typed = typedNumber(text)
    if ('digits' in typed) return { value: typed.digits }
    return { problem: { code: typed.code, ...(typed.code === 'ambiguous_number' && { params: { text } }) } }
  },
}
const cellOf: Readonly<Record<CustomKind, Cell>> = {
  text: asWritten,
  number,
  date,
  choice: asWritten,
  tags: asWritten,
}

/** Puts them into what a form would send. */
export function addCustom({ columns }: Job, work: Work, raw: Record<string, unknown>): void {
  const custom: Record<string, unknown> = {}
  for (const { name } of columns) {
    const key = customKeyOf(name)
    if (key === null || work.problems.some(({ column }) => column === name)) continue
    const value = work.values[String(name)]
    if (value !== undefined) custom[key] = value
    else if (work.before && work.present.has(String(name))) custom[key] = null
  }
  if (Object.keys(custom).length > 0) raw.custom = { ...(raw.custom as object | undefined), ...custom }
}

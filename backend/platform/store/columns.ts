/**
 * How a wire field is stored: one small description per field, so reading, writing, filtering and sorting cannot
 * disagree.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Money } from '../contract/primitives'

export type Stored = Record<string, unknown>

export interface ReferenceTarget {
  table: string
  /** Its column that names it. */
  label: string
  /** Its column that says whose it is; null for what all tenants share. */
  owner: string | null
  /** Both sides of the join: `t.<own> = alias.<theirs>`. */
  own: string
  theirs: string
  /** A whole list by this name is read from there: `own` leads an index, and every row refers to one. */
  leads?: boolean
}

export interface ColumnMap {
  /**
   * Stored row (with `<field>__id`, `<field>__name` of a reference) to wire value. It sees what `of` names and, of a
   * reference, what it is joined for.
   */
  read(row: Stored, now: number, field: string): unknown
  /**
   * What `read` looks at: columns of the table, of the store's `reads`, or `<field>__name` of another field's
   * reference. Nothing else is read for it.
   */
  of: readonly string[]
  /** Wire input to columns; a field without it is never written by a form. */
  write?(value: unknown): Stored
  /** The column that sorts and filters it. */
  column?: string
  reference?: ReferenceTarget
  /** Wire filter value to stored value. */
  filterValue?(value: unknown): unknown
  /** What a form would send of a stored row, where that is not what is read. */
  input?(row: Stored): unknown
}

/** A column of the same shape on both sides. */
export const plain = (column: string): ColumnMap => ({
  column,
  of: [column],
  read: row => row[column] ?? null,
  write: value => ({ [column]: value ?? null }),
})

/** As `plain`, but written by rules only: status, last seen, versions. */
export const readOnly = (column: string): ColumnMap => ({
  column,
  of: [column],
  read: row => row[column] ?? null,
})

/** 0 or 1 in the database, a boolean on the wire. */
export const flag = (column: string): ColumnMap => ({
  column,
  of: [column],
  read: row => row[column] === 1,
  write: value => ({ [column]: value === true ? 1 : 0 }),
  filterValue: value => (value === true ? 1 : 0),
})

export const readOnlyFlag = (column: string): ColumnMap => ({ ...flag(column), write: () => ({}) })

export const moneyIn = (minor: string, currency: string): ColumnMap => ({
  column: minor,
  of: [minor, currency],
  read: row => ({ minor: row[minor], currency: row[currency] }),
  write: value => ({ [minor]: (value as Money).minor, [currency]: (value as Money).currency }),
})

/** As `moneyIn`, for an amount that there need not be. */
export const optionalMoneyIn = (minor: string, currency: string): ColumnMap => ({
  column: minor,
  of: [minor, currency],
  read: row => (row[minor] === null ? null : { minor: row[minor], currency: row[currency] }),
  write: value => ({
    [minor]: (value as Money | null)?.minor ?? null,
    [currency]: (value as Money | null)?.currency ?? null,
  }),
})

/**
 * Another entity by its name, which the row stores together with its id (`<column>_id`): a name without an entry is
 * shown as it is. The store's rules find
 * the entry; `namedIn` filters by id or name.
 */
export const named = (column: string): ColumnMap => ({
  column,
  of: [column, `${column}_id`],
  read: row => (row[column] === null ? null : { _id: row[`${column}_id`] ?? null, name: row[column] }),
  write: value => ({ [column]: value ?? null }),
  input: row => row[column],
})

export const namedIn =
  (column: string) =>
  (value: string): RawBuilder<boolean> =>
    sql<boolean>`${sql.ref(/^[0-9a-f]{24}$/.test(value) ? `t.${column}_id` : `t.${column}`)} = ${value}`

/** Another entity, by its id in our own column. */
export const refTo = (own: string, table: string, label: string): ColumnMap => ({
  column: own,
  reference: { table, label, own, theirs: 'id', owner: table === 'tenants' ? 'id' : 'tenant_id' },
  of: [],
  read: readReference,
  write: value => ({ [own]: value ?? null }),
})

/** As `refTo`, to the place of each of many rows. */
export const placeOf = (own: string, table: string, label: string): ColumnMap => {
  const map = refTo(own, table, label)
  return { ...map, reference: { ...(map.reference as ReferenceTarget), leads: true } }
}

/** As `refTo`, to an entity that all tenants share. */
export const sharedRefTo = (own: string, table: string, label: string): ColumnMap => {
  const map = refTo(own, table, label)
  return { ...map, reference: { ...(map.reference as ReferenceTarget), owner: null } }
}

/** As `refTo`, but set by rules: the tenant of a slot is its location's. */
export const readOnlyRefTo = (own: string, table: string, label: string): ColumnMap => {
  const { write: _write, ...map } = refTo(own, table, label)
  return map
}

/** The one entity that points at us: the SMIB of a slot. */
export const refFrom = (table: string, theirs: string, label: string): ColumnMap => ({
  reference: { table, label, own: 'id', theirs, owner: 'tenant_id' },
  of: [],
  read: readReference,
})

/** Worked out when read, of these columns. */
export const derived = (of: readonly string[], read: (row: Stored, now: number) => unknown): ColumnMap => ({
  of,
  read,
})

/** Of no column: added to a record, or to each row of a page, by what the store has for that. */
export const absent = derived([], () => undefined)

function readReference(row: Stored, _now: number, field: string): unknown {
  const _id = row[`${field}__id`]
  return _id ? { _id, name: row[`${field}__name`] } : null
}

export const joinOf = (
  field: string,
  { table, own, theirs }: Pick<ReferenceTarget, 'table' | 'own' | 'theirs'>,
): RawBuilder<unknown> =>
  sql`left join ${sql.table(table)} as ${sql.ref(alias(field))} on ${sql.ref(`${alias(field)}.${theirs}`)} = ${sql.ref(`t.${own}`)}`

export const alias = (field: string): string => `r_${field}`

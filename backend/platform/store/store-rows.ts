/** Rows of a store as they go on the wire, each with its references' names. */
import { sql, type RawBuilder } from 'kysely'
import { readWide } from '../db/bulk'
import { alias, joinOf, readOnly, type ColumnMap, type Stored } from './columns'
import type { Db } from '../db/database'
import type { StoreBase } from './store-spec'

/** Ids read at a time. */
export const CHUNK = 1_000

/** What every store has. */
export const common: Record<string, ColumnMap> = Object.fromEntries(
  ['version', 'archived_at', 'created_at', 'updated_at'].map(column => [column, readOnly(column)]),
)

/** Wire rows in the order of the ids. */
export async function rowsOf(store: StoreBase, db: Db, ids: string[], now: number): Promise<Stored[]> {
  const byId = new Map<string, Stored>()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK)
    const read = await readFrom(store, db, sql`${sql.table(store.spec.table)} as t`, now, {
      last: sql`where t.id in (${sql.join(chunk)})`,
    })
    for (const { row, wire } of read) byId.set(String(row.id), wire)
  }
  return ids.flatMap(id => {
    const wire = byId.get(id)
    return wire ? [wire] : []
  })
}

interface ReadFrom {
  fields?: string[] | undefined
  /** References that `last` names. */
  joined?: readonly string[]
  more?: RawBuilder<unknown>
  last: RawBuilder<unknown>
}

/**
 * Rows of `from`, where the list's table is `t`, as stored and as on the wire; there with `fields` alone when they are
 * named. No column is read and no table joined but for them: a list shows ten of forty fields.
 */
export async function readFrom(
  { spec }: StoreBase,
  db: Db,
  from: RawBuilder<unknown>,
  now: number,
  { fields, joined = [], more = sql``, last }: ReadFrom,
): Promise<{ row: Stored; wire: Stored }[]> {
  const columns = Object.entries({ ...common, ...spec.columns }).filter(
    ([field]) => !fields || fields.includes(field),
  )
  const { selected, joins } = readingOf(spec, columns, joined, now)
  const rows = await readWide<Stored>(db, sql`select ${selected} ${more} from ${from} ${joins} ${last}`)
  return rows.map(row => ({ row, wire: toWire(columns, row, now) }))
}

/** What these fields look at, each once. */
function readingOf(
  { columns: all, reads = {} }: StoreBase['spec'],
  columns: [string, ColumnMap][],
  ordered: readonly string[],
  now: number,
) {
  const selected = new Map([['id', sql`t.id`]])
  const joined = new Map<string, RawBuilder<unknown>>()
  const join = (field: string) => {
    const reference = all[field]?.reference
    if (!reference || joined.has(field)) return reference !== undefined
    joined.set(field, joinOf(field, reference))
    for (const [name, column] of [
      ['id', 'id'],
      ['name', reference.label],
    ] as const)
      selected.set(
        `${field}__${name}`,
        sql`${sql.ref(`${alias(field)}.${column}`)} as ${sql.ref(`${field}__${name}`)}`,
      )
    return true
  }
  for (const field of ordered) join(field)
  for (const [field, { of }] of columns) {
    join(field)
    for (const name of of) {
      const [, other] = /^(.+)__name$/.exec(name) ?? []
      if (selected.has(name) || (other !== undefined && join(other))) continue
      const read = reads[name]
      selected.set(name, read ? sql`${read(now)} as ${sql.ref(name)}` : sql.ref(`t.${name}`))
    }
  }
  return {
    selected: sql.join([...selected.values()]),
    joins: sql.join([...joined.values()], sql` `),
  }
}

function toWire(columns: [string, ColumnMap][], row: Stored, now: number): Stored {
  const wire: Stored = { _id: row.id }
  for (const [field, map] of columns) wire[field] = map.read(row, now, field)
  return wire
}

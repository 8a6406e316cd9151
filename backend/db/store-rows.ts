/** Rows of a store as they go on the wire, each with its references' names. */
import { sql, type RawBuilder } from 'kysely'
import { readWide } from './bulk'
import { alias, joinOf, type ColumnMap, type Stored } from './columns'
import type { Db } from './database'
import type { Machinery } from './store'

/** Ids asked for at a time. */
export const CHUNK = 1_000

/** What every store has. */
export const common: Record<string, ColumnMap> = Object.fromEntries(
  ['version', 'archived_at', 'created_at', 'updated_at'].map(column => [
    column,
    { column, read: (row: Stored) => row[column] ?? null },
  ]),
)

/** Wire rows in the order of the ids. */
export async function rowsOf(machinery: Machinery, db: Db, ids: string[], now: number): Promise<Stored[]> {
  const byId = new Map<string, Stored>()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK)
    const read = await readFrom(machinery, db, sql`${sql.table(machinery.spec.table)} as t`, now, {
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
  more?: RawBuilder<unknown>
  last: RawBuilder<unknown>
}

/** Rows of `from`, where the list's table is `t`, as stored and as on the wire; there with `fields` alone when they are named. */
export async function readFrom(
  { spec }: Machinery,
  db: Db,
  from: RawBuilder<unknown>,
  now: number,
  { fields, more = sql``, last }: ReadFrom,
): Promise<{ row: Stored; wire: Stored }[]> {
  const references = Object.entries(spec.columns).flatMap(([field, map]) =>
    map.reference ? [{ field, reference: map.reference }] : [],
  )
  const named = references.map(
    ({ field, reference }) =>
      sql`, ${sql.ref(`${alias(field)}.id`)} as ${sql.ref(`${field}__id`)}, ${sql.ref(`${alias(field)}.${reference.label}`)} as ${sql.ref(`${field}__name`)}`,
  )
  const joins = references.map(({ field, reference }) => joinOf(field, reference))
  const reads = spec.reads ? sql`, ${spec.reads(now)}` : sql``
  const rows = await readWide<Stored>(
    db,
    sql`select t.* ${sql.join(named, sql` `)} ${reads} ${more} from ${from} ${sql.join(joins, sql` `)} ${last}`,
  )
  const columns = Object.entries({ ...common, ...spec.columns }).filter(
    ([field]) => !fields || fields.includes(field),
  )
  return rows.map(row => ({ row, wire: toWire(columns, row, now) }))
}

function toWire(columns: [string, ColumnMap][], row: Stored, now: number): Stored {
  const wire: Stored = { _id: row.id }
  for (const [field, map] of columns) wire[field] = map.read(row, now, field)
  return wire
}

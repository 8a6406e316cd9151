/** Where a stream is read: one branch for each slot, SMIB or location asked for, or for each kind of event in each location. */
import { sql, type RawBuilder } from 'kysely'
import { rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import { eventKind, madeCodes, sasCodes } from './sas-events'
import type { Places, StreamFilter } from './streams.queries'

/** By which columns each table has an index with the time. */
const indexed = {
  events: { slot: 'slot_id', smib: 'smib_id' },
  messages: { smib: 'smib_id' },
  counter_readings: { slot: 'slot_id' },
} as const

/** Where each branch begins: the narrowest that an index serves. A SMIB and the slots that it served lead to each other. */
export async function branchesFor(
  db: Db,
  { tenantId }: Scope,
  query: StreamFilter,
): Promise<RawBuilder<unknown>[]> {
  const { table, places: asked, search, also } = query
  const places: Places = (asked.slot ?? asked.smib) ? asked : { ...asked, ...search?.within }
  const each = (column: string, values: readonly string[]) =>
    values.map(value => sql`${sql.ref(column)} = ${value}`)
  for (const kind of ['slot', 'smib'] as const) {
    const ids = places[kind]
    if (!ids) continue
    if (ids.length === 0) return []
    const own: Partial<Record<'slot' | 'smib', string>> = indexed[table]
    const column = own[kind]
    if (column) return each(column, [...new Set(ids)])
    const other = kind === 'slot' ? 'smib_id' : 'slot_id'
    const rows = await db
      .selectFrom('smib_slots')
      .select(other)
      .distinct()
      .where(`${kind}_id`, 'in', ids)
      .execute()
    return each(
      other,
      rows.flatMap(row => Object.values(row)),
    )
  }
  let locations = db.selectFrom('locations').select('id')
  if (places.location) locations = locations.where('id', 'in', places.location)
  if (places.tenant) locations = locations.where('tenant_id', 'in', places.tenant)
  if (tenantId !== null) locations = locations.where('tenant_id', '=', tenantId)
  const ids = (await locations.execute()).map(row => row.id)
  const codes = table === 'events' ? codesMeant(also) : null
  return codes && ids.length > 0 ? byCode(db, ids, codes, query) : each('location_id', ids)
}

/** The codes that an event's code, severity and category leave; null when codes that nobody has listed may be among them. */
function codesMeant({ code, severity, category }: StreamFilter['also']): string[] | null {
  const listed =
    (severity !== undefined && !severity.includes('info')) ||
    (category !== undefined && !category.includes('unknown'))
  const codes = code?.map(String) ?? (listed ? [...sasCodes, ...madeCodes] : null)
  if (!listed || !codes) return codes
  return codes.filter(one => {
    const kind = eventKind(one)
    return (severity?.includes(kind.severity) ?? true) && (category?.includes(kind.category) ?? true)
  })
}

/** A rare code is found by its own index, in each location where there is one: by time alone a year of common ones would be read for it. */
async function byCode(
  db: Db,
  ids: readonly string[],
  codes: readonly string[],
  { from, to }: StreamFilter,
): Promise<RawBuilder<unknown>[]> {
  if (codes.length === 0) return []
  const period = sql`${from === null ? sql`` : sql`and e.server_time >= ${from}`} ${to === null ? sql`` : sql`and e.server_time < ${to}`}`
  const named = (column: string, values: readonly string[]) =>
    rowsAsTable(
      db,
      { [column]: 'text' },
      values.map(value => ({ [column]: value })),
    )
  const { rows } = await sql<{ location: string; code: string }>`
    select l.location, c.code from (select b.location from ${named('location', ids)}) as l cross join (select b.code from ${named('code', codes)}) as c
    where exists (select 1 from events as e where e.location_id = l.location and e.code = c.code ${period})`.execute(
    db,
  )
  return rows.map(({ location, code }) => sql`location_id = ${location} and code = ${code}`)
}

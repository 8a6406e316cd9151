/** A page of raw rows shows names and missing numbers in addition to the rows. */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { Reference } from '../../platform/contract/primitives'
import { NO_SMIB } from '../readings/meters.contract'
import type { StreamRow } from './streams.queries'

type Placed = Pick<
  StreamRow,
  'server_time' | 'server_nano' | 'smib_id' | 'slot_id' | 'location_id' | 'tenant_id'
>

/** Where each kind of name stands. */
const named = [
  ['smibs', 'mac'],
  ['slots', 'serial'],
  ['locations', 'name'],
  ['tenants', 'name'],
] as const

/** All of them by one statement: its way to the database costs more than what it finds. */
async function namesIn(db: Db, ids: Readonly<Record<(typeof named)[number][0], readonly (string | null)[]>>) {
  const names = { smibs: new Map(), slots: new Map(), locations: new Map(), tenants: new Map() } as Readonly<
    Record<(typeof named)[number][0], Map<string, string>>
  >
  const zones = new Map<string, string>()
  const parts = named.flatMap(([table, column]) => {
    const wanted = [...new Set(ids[table].flatMap(one => one ?? []))].map(id => ({ id }))
    const zone = table === 'locations' ? sql.ref('t.time_zone') : sql`cast(null as text)`
    return wanted.length === 0
      ? []
      : [
          sql`select ${sql.lit(table)} as kind, t.id, ${sql.ref(`t.${column}`)} as name, ${zone} as time_zone
            from ${rowsAsTable(db, { id: 'text' }, wanted)} cross join ${sql.table(table)} t where t.id = b.id`,
        ]
  })
  if (parts.length === 0) return { names, zones }
  const { rows } = await sql<{
    kind: keyof typeof names
    id: string
    name: string
    time_zone: string | null
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  for (const { kind, id, name, time_zone } of rows) {
    names[kind].set(id, name)
    if (time_zone !== null) zones.set(id, time_zone)
  }
  return { names, zones }
}

export async function namesOf(db: Db, rows: readonly Placed[]) {
  const { names, zones } = await namesIn(db, {
    smibs: rows.map(row => row.smib_id),
    slots: rows.map(row => row.slot_id),
    locations: rows.map(row => row.location_id),
    tenants: rows.map(row => row.tenant_id),
  })
  const { smibs, slots, locations, tenants: owners } = names
  const refer = (known: Map<string, string>, id: string): Reference => ({
    _id: id,
    name: known.get(id) ?? id,
  })
  return (row: Placed) => ({
    server_time: row.server_time,
    server_time_nano: `${row.server_time}${String(row.server_nano).padStart(6, '0')}`,
    smib_id: row.smib_id && (smibs.get(row.smib_id) ?? null),
    smib: row.smib_id === null || row.smib_id === NO_SMIB ? null : refer(smibs, row.smib_id),
    slot: row.slot_id === null ? null : refer(slots, row.slot_id),
    location: refer(locations, row.location_id),
    tenant: refer(owners, row.tenant_id),
    time_zone: zones.get(row.location_id) ?? 'UTC',
  })
}

/**
 * Whether a row's message comes after missing numbers, or after a restart: from the stored breaks, so that lists and
 * reports cannot disagree.
 */
export async function breaksAt(
  db: Db,
  rows: readonly Pick<StreamRow, 'smib_id' | 'run' | 'message_seq_nr'>[],
) {
  const numbered = rows.flatMap(({ smib_id, run, message_seq_nr }) =>
    smib_id === null || run === null || message_seq_nr === null
      ? []
      : [{ smib_id, run, seq: message_seq_nr }],
  )
  const found =
    numbered.length === 0
      ? []
      : (
          await sql<{ smib_id: string; run: number; to_seq: number; kind: string }>`
    select distinct k.smib_id, k.run, k.to_seq, k.kind from ${rowsAsTable(db, { smib_id: 'text', run: 'bigint', seq: 'bigint' }, numbered)}
    join sequence_breaks k on k.smib_id = b.smib_id and k.run = b.run and k.to_seq = b.seq and k.closed_at is null`.execute(
            db,
          )
        ).rows
  if (found.length === 0) return () => ({ gap: false, reset: false })
  const breaks = new Set(found.map(row => `${row.kind} ${row.smib_id} ${row.run} ${row.to_seq}`))
  return ({ smib_id, run, message_seq_nr }: Pick<StreamRow, 'smib_id' | 'run' | 'message_seq_nr'>) => ({
    gap: breaks.has(`gap ${smib_id} ${run} ${message_seq_nr}`),
    reset: breaks.has(`reset ${smib_id} ${run} ${message_seq_nr}`),
  })
}

/** When each reading's message arrived. */
export async function arrivalsOf(
  db: Db,
  rows: readonly Pick<StreamRow, 'smib_id' | 'run' | 'message_seq_nr' | 'server_time' | 'server_nano'>[],
) {
  const keyOf = (row: (typeof rows)[number]) =>
    `${row.smib_id} ${row.run} ${row.message_seq_nr} ${row.server_time} ${row.server_nano}`
  const wanted = [...new Map(rows.map(row => [keyOf(row), row])).values()].map(row => ({
    smib: row.smib_id,
    run: row.run,
    seq: row.message_seq_nr,
    at: row.server_time,
    nano: row.server_nano,
  }))
  const found =
    wanted.length === 0
      ? []
      : (
          await sql<{ received_at: number } & (typeof rows)[number]>`
    select m.smib_id, m.run, m.message_seq_nr, m.server_time, m.server_nano, m.received_at
    from ${rowsAsTable(db, { smib: 'text', run: 'bigint', seq: 'bigint', at: 'bigint', nano: 'bigint' }, wanted)}
    join messages m on m.smib_nr = ${numberOf(sql`b.smib`)} and m.server_time = b.at and m.server_nano = b.nano and m.message_seq_nr = b.seq and m.run = b.run`.execute(
            db,
          )
        ).rows
  const arrived = new Map(found.map(row => [keyOf(row), row.received_at]))
  return (row: (typeof rows)[number]) => arrived.get(keyOf(row))
}

/**
 * Events of many SMIBs in halls of two tenants, straight into the table: as a database that has been running for a
 * while has them.
 */
import { sql, type RawBuilder } from 'kysely'
import { isPostgres } from '../../backend/platform/db/bulk'
import type { Db } from '../../backend/platform/db/database'
import { newId } from '../../backend/platform/db/new-id'
import { locations, tenants } from '../people'

export const DAY = 24 * 3_600_000
/** Events are made in so many pieces of a statement's size. */
const PIECE = 200_000
/** From here on indexes are made once all rows are there: each row put into nine of them takes ten times as long. */
export const MANY = 5_000_000
const GAPS = 200

/** Common ones, warnings, alarms, and one that comes a few times a year: in these parts of ten thousand. */
const codes = [
  ['7E', 'play', 'info', 9_900],
  ['28', 'tilt', 'warning', 95],
  ['11', 'door', 'alarm', 4],
  ['7A', 'memory', 'alarm', 1],
] as const
const codeOf = (column: 0 | 1 | 2) => {
  let below = 0
  return sql.raw(
    `case ${codes.map(code => `when (n % 10000 * 7919 + n / 320 * 17) % 10000 < ${(below += code[3])} then '${code[column]}'`).join(' ')} end`,
  )
}
const padded = (first: string, nr: string) =>
  `substr('${first.padEnd(24, '0')}', 1, 24 - length('' || ${nr})) || ${nr}`
export const smibId = (nr: number): string => `b${String(nr).padStart(23, '0')}`
export const slotId = (nr: number): string => String(nr).padStart(24, '0')

export interface Filled {
  /** Of the tenant who looks. */
  halls: readonly string[]
  hallOf: (smib: number) => string
  smibs: number
}

/**
 * `events` over the sixty days before `now`, newest last. The tenant has all of them, or from five million on two
 * thirds: then there are ten times the SMIBs.
 */
export async function fillEvents(db: Db, events: number, now: number): Promise<Filled> {
  const isMany = events >= MANY
  const [smibs, own, others] = isMany ? [3_200, 28, 14] : [320, 14, 0]
  const model = await db
    .selectFrom('locations')
    .selectAll()
    .where('id', '=', locations.cluj.id)
    .executeTakeFirstOrThrow()
  const halls = Array.from({ length: own + others }, (_, nr) => ({
    ...model,
    id: newId(),
    code: `H-${nr}`,
    name: `Hall ${nr}`,
    tenant_id: nr < own ? tenants.carpathia.id : tenants.lusitania.id,
  }))
  await db.insertInto('locations').values(halls).execute()

  const indexes = isMany ? await indexesOf(db) : []
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
  const of = (value: (hall: (typeof halls)[number]) => string): RawBuilder<unknown> =>
    sql`case n % ${sql.lit(smibs)} % ${sql.lit(halls.length)} ${sql.join(
      halls.map((hall, nr) => sql`when ${sql.lit(nr)} then ${sql.lit(value(hall))}`),
      sql` `,
    )} end`
  const step = Math.floor((60 * DAY) / events)
  const smib = `(n % ${smibs})`
  for (let from = 0; from < events; from += PIECE)
    await sql`
      insert into events (id, tenant_id, location_id, slot_id, smib_id, code, category, severity, server_time, server_nano, received_at, message_seq_nr, event_seq_nr, run)
      with recursive numbers (n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n + 1 < ${sql.lit(Math.min(events, from + PIECE))})
      select ${sql.raw(padded('e', 'n'))}, ${of(hall => hall.tenant_id)}, ${of(hall => hall.id)},
        ${sql.raw(padded('0', smib))}, ${sql.raw(padded('b', smib))}, ${codeOf(0)}, ${codeOf(1)}, ${codeOf(2)},
        ${sql.lit(now - 60 * DAY)} + cast(n as bigint) * ${sql.lit(step)}, 0, ${sql.lit(now)}, n, 1, 0
      from numbers`.execute(db)
  for (const { text } of indexes) await sql.raw(text).execute(db)

  // Two hundred gaps in sixty days, each at an event of its SMIB.
  await db
    .insertInto('sequence_breaks')
    .values(
      Array.from({ length: GAPS }, (_, gap) => {
        const n = Math.floor((gap * events) / GAPS)
        const at = now - 60 * DAY + n * step
        const hall = halls[(n % smibs) % halls.length]
        return {
          id: newId(),
          smib_id: smibId(n % smibs),
          slot_id: slotId(n % smibs),
          tenant_id: hall?.tenant_id ?? '',
          location_id: hall?.id ?? '',
          kind: 'gap' as const,
          run: 0,
          from_seq: n - 2,
          to_seq: n,
          at,
          created_at: at,
          closed_at: null,
          first_seq: null,
          last_seq: null,
        }
      }),
    )
    .execute()
  return {
    halls: halls.slice(0, own).map(hall => hall.id),
    hallOf: nr => halls[nr % halls.length]?.id ?? '',
    smibs,
  }
}

/** Those that no key needs. */
async function indexesOf(db: Db): Promise<{ name: string; text: string }[]> {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ name: string; text: string }>`select indexname as name, indexdef as text from pg_indexes
          where tablename = 'events' and indexname not in (select conname from pg_constraint)`
      : sql<{
          name: string
          text: string
        }>`select name, sql as text from sqlite_master where type = 'index' and tbl_name = 'events' and sql is not null`
  ).execute(db)
  return rows
}

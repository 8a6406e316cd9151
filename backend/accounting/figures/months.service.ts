/**
 * The months in which PostgreSQL keeps raw rows and hours. Those to come are made ahead; those that are over and have
 * no row any more, since all of it went into archives, are dropped. What falls into no month (from before the oldest,
 * or after a time in which nobody made any) stands in a part for the rest.
 */
import { sql } from 'kysely'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'

/** By which column, in epoch milliseconds. */
const TABLES = { stored_readings: 'server_time', stored_messages: 'server_time', stored_hours: 'hour_start' }
type Table = keyof typeof TABLES

/** A batch changes all hours of a page: it has room for what they change to (migration 381). */
const FILLED = { stored_readings: 100, stored_messages: 100, stored_hours: 45 }

/** So that weeks in which no backend runs leave readings their month. */
const AHEAD = 2
/** Late readings of the month before are common. */
const BEHIND = 1
/** Readings never wait longer for a month to be made. */
const PATIENCE = "set local lock_timeout = '2s'"

interface Part {
  name: string
  /** Null: from the beginning. */
  from: number | null
  to: number
}

/** The first instant of the month so many months after that of the instant, by UTC. */
const monthAfter = (at: number, months: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)
}

/**
 * Makes and drops what is due. Answers the names of both; nothing on the embedded database, which has no parts. Throws
 * where a table is in use for too long.
 */
export async function keepMonths(db: Db, now: number): Promise<{ made: string[]; dropped: string[] }> {
  const [made, dropped]: [string[], string[]] = [[], []]
  if (!isPostgres(db)) return { made, dropped }
  for (const table of Object.keys(TABLES) as Table[]) {
    const parts = await partsOf(db, table)
    const newest = Math.max(...parts.map(part => part.to))
    for (let from = newest; from < monthAfter(now, AHEAD + 1); from = monthAfter(from, 1))
      made.push(await makeMonth(db, table, from))
    for (const part of parts)
      if (part.to <= monthAfter(now, -BEHIND) && (await dropEmpty(db, part.name))) dropped.push(part.name)
  }
  return { made, dropped }
}

/** Those with bounds, oldest first. */
export async function partsOf(db: Db, table: Table): Promise<Part[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass`.execute(
    db,
  )
  return rows
    .flatMap(({ name, bounds }) => {
      const [, from, to] = /FROM \((?:'(-?\d+)'|MINVALUE)\) TO \('(-?\d+)'\)/.exec(bounds) ?? []
      return to === undefined
        ? []
        : [{ name, from: from === undefined ? null : Number(from), to: Number(to) }]
    })
    .sort((a, b) => a.to - b.to)
}

/** Filled and indexed before it takes part: the table is held for a moment only. */
function makeMonth(db: Db, table: Table, from: number): Promise<string> {
  const to = monthAfter(from, 1)
  const name = `${table}_${new Date(from).toISOString().slice(0, 7).replace('-', '_')}`
  const [month, other, column] = [sql.table(name), sql.table(`${table}_other`), sql.ref(TABLES[table])]
  return db.transaction().execute(async tx => {
    await sql.raw(PATIENCE).execute(tx)
    await sql`create table ${month} (like ${sql.table(table)} including all) with (fillfactor = ${sql.lit(FILLED[table])})`.execute(
      tx,
    )
    await sql`with moved as (delete from ${other} where ${column} >= ${sql.lit(from)} and ${column} < ${sql.lit(to)} returning *)
      insert into ${month} select * from moved`.execute(tx)
    await sql`alter table ${sql.table(table)} attach partition ${month} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
      tx,
    )
    return name
  })
}

/** What comes for it later stands in the part for the rest. */
async function dropEmpty(db: Db, name: string): Promise<boolean> {
  const isEmpty = async (tx: Db) =>
    (await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx)).rows.length === 0
  if (!(await isEmpty(db))) return false
  return db.transaction().execute(async tx => {
    await sql.raw(PATIENCE).execute(tx)
    await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(tx)
    if (!(await isEmpty(tx))) return false
    await sql`drop table ${sql.table(name)}`.execute(tx)
    return true
  })
}

/**
 * Where a stream is read: one branch for each requested slot, SMIB or location, or for each kind of event in each
 * location.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { sql, type RawBuilder } from 'kysely'
import { isPostgres, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { isOne, numbersOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'
import { eventKind, madeCodes, sasCodes } from '../readings/sas-events'
import { isLateIn } from './stream-conditions'
import type { Places, StreamFilter } from './stream-filter'

/** By which columns each table has an index with the time. */
const indexed = {
  events: { slot: 'slot_id', smib: 'smib_id' },
  messages: { smib: 'smib_id' },
  counter_readings: { slot: 'slot_id' },
  slot_data: { smib: 'smib_id' },
  smib_logs: { smib: 'smib_id' },
  sequence_gaps: { smib: 'smib_id' },
  checkpoints: { slot: 'slot_id', smib: 'smib_id' },
} as const

/** Branches of one shape: what each is of, and the condition that says so of a value by its name. */
export interface Starts {
  each: readonly Readonly<Record<string, string>>[]
  where: (value: (name: string) => RawBuilder<unknown>) => RawBuilder<unknown>
}

export interface Branches {
  /** Where each begins: the narrowest that an index serves. */
  starts: readonly Starts[]
  /**
   * Columns whose conditions the branches are, word for word. Said twice, PostgreSQL would expect far fewer rows than
   * there are.
   */
  states?: readonly string[]
  /**
   * Columns whose conditions every branch implies: a location belongs to one tenant for good, a listed code has one
   * severity and category.
   * Counting leaves them out, so that it reads nothing but the branch's index.
   */
  implies: readonly string[]
}

/** A SMIB and the slots that it served lead to each other. */
export async function branchesFor(db: Db, { tenantId }: Scope, query: StreamFilter): Promise<Branches> {
  const { table, places: requested, search, also } = query
  const places: Places = (requested.slot ?? requested.smib) ? requested : { ...requested, ...search?.within }
  for (const kind of ['slot', 'smib'] as const) {
    const ids = places[kind]
    if (!ids) continue
    if (ids.length === 0) return { starts: [], implies: [] }
    const own: Partial<Record<'slot' | 'smib', string>> = indexed[table]
    const column = own[kind]
    if (column && table === 'events' && query.flags && !query.flags.includes('late'))
      return { starts: [ofBreaks(brokenOf[kind](ids), query)], states: [column], implies: [] }
    if (column) {
      const meant = table === 'events' ? codesMeant(also) : null
      const own = ofEach(table, column, [...new Set(ids)])
      return meant ? ofCodes(own, meant, also) : { starts: [own], implies: [] }
    }
    const other = kind === 'slot' ? 'smib_id' : 'slot_id'
    const rows = await db
      .selectFrom('smib_slots')
      .select(other)
      .distinct()
      .where(`${kind}_id`, 'in', ids)
      .execute()
    return {
      starts: [
        ofEach(
          table,
          other,
          rows.flatMap(row => Object.values(row)),
        ),
      ],
      implies: [],
    }
  }
  let locations = db.selectFrom('locations').select('id')
  if (places.location) locations = locations.where('id', 'in', places.location)
  if (places.tenant) locations = locations.where('tenant_id', 'in', places.tenant)
  if (tenantId !== null) locations = locations.where('tenant_id', '=', tenantId)
  const ids = (await locations.execute()).map(row => row.id)
  const isOfMessages = table === 'messages' || table === 'counter_readings'
  if (query.flags && (isOfMessages || !query.flags.includes('late')) && ids.length > 0)
    return { starts: [await byBreak(db, ids, query)], implies: [] }
  const ofLocation = ['location_id', 'tenant_id']
  const severities = table === 'events' ? severitiesAlone(also) : null
  if (severities)
    return {
      starts: severities.map(severity => hasSeverity(db, ids, severity)),
      states: ['severity'],
      implies: ofLocation,
    }
  const meant = table === 'events' ? codesMeant(also) : null
  if (!meant || ids.length === 0) return { starts: [ofEach(table, 'location_id', ids)], implies: ofLocation }
  return {
    starts: [await byCode(db, ids, meant.codes, query)],
    implies: [...ofLocation, 'code', ...(meant.areListed ? ['severity', 'category'] : [])],
  }
}

const ofEach = (table: string, column: string, ids: readonly string[]): Starts => ({
  each: ids.map(id => ({ id })),
  where: value => isOne(table, column, value('id')),
})

/** What is no mere information has indexes of its own, which serve no query that does not name their condition. */
const IS_NOTABLE = sql`severity <> 'info'`

/**
 * PostgreSQL sees that a severity written down is none that the index leaves out, and would count the condition as a
 * second one.
 */
const hasSeverity = (db: Db, ids: readonly string[], severity: string): Starts => ({
  each: ids.map(id => ({ id })),
  where: value =>
    sql`location_id = ${value('id')} and severity = ${sql.lit(severity)} ${isPostgres(db) ? sql`` : sql`and ${IS_NOTABLE}`}`,
})

/** Warnings or alarms of whatever code and category. */
const severitiesAlone = ({ severity, code, category }: StreamFilter['also']): string[] | null =>
  severity && !code && !category && !severity.includes('info') ? [...new Set(severity.map(String))] : null

/**
 * A slot's and a SMIB's index has the code behind the time: what is not meant is passed by without its row, and
 * severities are codes. PostgreSQL does so for one code only, hence `IS_NOTABLE`.
 */
function ofCodes(
  { each, where }: Starts,
  { codes, areListed }: { codes: readonly string[]; areListed: boolean },
  { severity }: StreamFilter['also'],
): Branches {
  const notableOnly = severity && !severity.includes('info') ? sql`and ${IS_NOTABLE}` : sql``
  return {
    starts:
      codes.length === 0
        ? []
        : [{ each, where: value => sql`${where(value)} ${notableOnly} and code in (${sql.join(codes)})` }],
    implies: ['code', ...(areListed ? ['severity', 'category'] : [])],
  }
}

/**
 * The codes that an event's code, severity and category leave; null when codes that nobody has listed may be among
 * them. `areListed`: no others have that severity and category.
 */
function codesMeant({
  code,
  severity,
  category,
}: StreamFilter['also']): { codes: string[]; areListed: boolean } | null {
  const areListed =
    (severity !== undefined && !severity.includes('info')) ||
    (category !== undefined && !category.includes('unknown'))
  const codes = code?.map(String) ?? (areListed ? [...sasCodes, ...madeCodes] : null)
  if (!codes) return null
  if (!areListed) return { codes, areListed }
  return {
    codes: codes.filter(one => {
      const kind = eventKind(one)
      return (severity?.includes(kind.severity) ?? true) && (category?.includes(kind.category) ?? true)
    }),
    areListed,
  }
}

/**
 * Few SMIBs lose numbers or send late in a period: only their rows are read, or those of the slots that they served
 * then.
 */
async function byBreak(db: Db, ids: readonly string[], query: StreamFilter): Promise<Starts> {
  const { table, from, to, flags = [] } = query
  if (table === 'events') return ofBreaks(brokenOf.location(ids), query)
  const own: Partial<Record<'slot' | 'smib', string>> = indexed[table]
  const column = own.smib ? 'smib_id' : 'slot_id'
  const late = flags.includes('late')
    ? await db
        .selectFrom('messages')
        .select(column)
        .distinct()
        .where('location_nr', 'in', numbersOf(ids))
        .where(sql<boolean>`${isLateIn('messages')}`)
        .where(column, 'is not', null)
        .$if(from !== null, query => query.where('server_time', '>=', from ?? 0))
        .$if(to !== null, query => query.where('server_time', '<', to ?? 0))
        .execute()
    : []
  const rows = await db
    .selectFrom('sequence_breaks')
    .select(column)
    .distinct()
    .where('location_id', 'in', [...ids])
    .where('kind', 'in', flags as ('gap' | 'reset')[])
    .where('closed_at', 'is', null)
    .where(column, 'is not', null)
    .$if(from !== null, query => query.where('at', '>=', (from ?? 0) - BREAK_SLACK_MS))
    .$if(to !== null, query => query.where('at', '<', (to ?? 0) + BREAK_SLACK_MS))
    .execute()
  const found = new Set([...rows, ...late].flatMap(row => Object.values(row)))
  return ofEach(
    table,
    column,
    [...found].filter(id => id !== null),
  )
}

/**
 * Breaks `k` of the requested places, and events `e`. Said of the row outside, SQLite would go through all that a
 * SMIB or slot has.
 */
const brokenOf = {
  location: (ids: readonly string[]) => sql`k.location_id in (${sql.join(ids)})`,
  smib: (ids: readonly string[]) => sql`k.smib_id in (${sql.join(ids)})`,
  // Its SMIB may have been elsewhere at the break.
  slot: (ids: readonly string[]) =>
    sql`k.smib_id in (select smib_id from smib_slots where slot_id in (${sql.join(ids)})) and e.slot_id in (${sql.join(ids)})`,
}

/**
 * Each message after a break is known by its number, and its events with it: a SMIB that lost one number in a year has
 * a year of other events.
 */
const ofBreaks = (broken: RawBuilder<unknown>, { flags = [], from, to }: StreamFilter): Starts => ({
  each: [{}],
  where: () =>
    sql`id in (select e.id from sequence_breaks as k cross join events as e
      where ${broken} and k.kind in (${sql.join(flags)}) and k.closed_at is null
        ${from === null ? sql`` : sql`and k.at >= ${from - BREAK_SLACK_MS}`} ${to === null ? sql`` : sql`and k.at < ${to + BREAK_SLACK_MS}`}
        and e.smib_id = k.smib_id and e.message_seq_nr = k.to_seq and e.run = k.run)`,
})

/** An event has a time of its own, before that of the message after the break. */
const BREAK_SLACK_MS = 31 * DAY_MS

/**
 * A rare code is found by its own index, in each location where there is one: by time alone a year of common ones
 * would be read for it. Not read by `exists`: PostgreSQL makes a join of that, for which it reads every event there
 * is (half a second of a million).
 */
async function byCode(
  db: Db,
  ids: readonly string[],
  codes: readonly string[],
  { from, to }: StreamFilter,
): Promise<Starts> {
  const where: Starts['where'] = value => sql`location_id = ${value('location')} and code = ${value('code')}`
  if (codes.length === 0) return { each: [], where }
  const period = sql`${from === null ? sql`` : sql`and e.server_time >= ${from}`} ${to === null ? sql`` : sql`and e.server_time < ${to}`}`
  const named = (column: string, values: readonly string[]) =>
    rowsAsTable(
      db,
      { [column]: 'text' },
      values.map(value => ({ [column]: value })),
    )
  const { rows: each } = await sql<{ location: string; code: string }>`
    select l.location, c.code from (select b.location from ${named('location', ids)}) as l cross join (select b.code from ${named('code', codes)}) as c
    where (select 1 from events as e where e.location_id = l.location and e.code = c.code ${period} limit 1) is not null`.execute(
    db,
  )
  return { each, where }
}

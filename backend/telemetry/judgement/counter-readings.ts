/** A counter reading in memory, and the stored ones around it. */
import { sql, type CompiledQuery, type Selectable } from 'kysely'
import { readWide, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { headedInsertion, type Head } from '../../platform/db/headed'
import { numberOf } from '../../platform/db/short-ids'
import type { Scalar } from '../../platform/db/stored-as'
import { breathe } from '../../platform/process/breathe'
import { PAID_WITHIN_MS } from '../readings/check-reading'
import { mainNames } from '../readings/meters.contract'
import { HANDPAY_PENDING } from '../readings/event-money.service'
import { explainedBy, explainingCodes, inOrder, type Reading } from '../readings/movement'
import type { CounterReadingsTable } from '../readings/rawdata.table'
import { hourOf } from '../readings/gaming-hours.service'
import { endOf, type Place } from '../readings/place'
import { dayGap, hourCut, termsOf } from '../readings/reading-terms.service'
import type { MemoryEvent, Repairs } from '../readings/meter-marks'

export interface SlotReading extends Reading {
  place: Place
  game: number
  run: number
  more: string | null
  repairs: Repairs
  held: CounterReadingsTable['held']
  /** False for what is stored already. */
  isNew: boolean
}

const intoReadings = headedInsertion({
  table: 'stored_readings',
  head: { slot_nr: 'id', location_nr: 'id' },
  terms: {
    table: 'reading_terms',
    column: 'terms',
    tenant: 'tenant_nr',
    columns: {
      tenant_nr: 'id',
      smib_nr: 'id',
      run: 'bigint',
      denomination_minor: 'bigint',
      currency: 'text',
      day_gap: 'bigint',
      hour_cut: 'bigint',
    },
  },
  columns: {
    game_nr: 'bigint',
    message_seq_nr: 'bigint',
    server_time: 'bigint',
    server_nano: 'bigint',
    more: 'text',
    repairs: 'text',
    held: 'text',
    ...Object.fromEntries(mainNames.map(name => [name, 'bigint' as const])),
  },
})

/** A row of a reading before its values: its head, two places that this fills, and what is its own. */
const HEAD = 10
const BLANK: readonly Scalar[] = [0, 0, 0, 0, 0, 0, 0, null, null, null, ...mainNames.map(() => null)]

export function insertReadings(db: Db, readings: readonly SlotReading[]): CompiledQuery[] {
  const heads: Head[] = []
  let before: SlotReading | undefined
  const rows = readings.map(one => {
    const { place, smib, run, at } = one
    // Those of a message follow each other.
    if (before?.place !== place || before.smib !== smib || before.run !== run || before.at !== at)
      heads.push([
        place.slotId,
        place.locationId,
        place.tenantId,
        smib,
        run,
        place.denomination,
        place.currency,
        dayGap(at, place.day),
        hourCut(place),
      ])
    before = one
    // Made in one piece: spread into a list they would make it grow twice.
    const row = BLANK.slice()
    row[0] = heads.length - 1
    row[3] = one.game
    row[4] = one.seq
    row[5] = at
    row[6] = one.nano
    row[7] = one.more
    row[8] = written(one.repairs)
    row[9] = one.held
    for (let meter = 0; meter < one.values.length; meter++) row[HEAD + meter] = one.values[meter] ?? null
    return row
  })
  return intoReadings(db, { heads, rows })
}

function written(repairs: Repairs): string | null {
  for (const _ in repairs) return JSON.stringify(repairs)
  return null
}

/** How a stored one is judged now. */
export async function storeJudgement(db: Db, { place, ...reading }: SlotReading): Promise<void> {
  await db
    .updateTable('stored_readings')
    .set({ repairs: written(reading.repairs), held: reading.held })
    .where('slot_nr', '=', numberOf(place.slotId))
    .where('server_time', '=', reading.at)
    .where('server_nano', '=', reading.nano)
    .where('message_seq_nr', '=', reading.seq)
    .where('game_nr', '=', reading.game)
    .where('terms', 'in', termsOf(numberOf(place.slotId), numberOf(reading.smib), reading.run))
    .execute()
}

/** The readings held in a game since an instant turn out to be strays. */
export const storeDiscarded = (
  slotId: string,
  game: number,
  from: number,
  to: number,
  db: Db,
): CompiledQuery =>
  sql`update stored_readings set held = 'stray' where slot_nr = ${numberOf(slotId)} and game_nr = ${game}
    and server_time >= ${from} and server_time <= ${to} and held = 'open'`.compile(db)

/** What each slot's events say of its meters, as far as it can matter after an instant. */
export async function memoryAfter(
  db: Db,
  starts: readonly { slotId: string; from: number }[],
): Promise<Map<string, MemoryEvent[]>> {
  const found = new Map<string, MemoryEvent[]>()
  if (starts.length === 0) return found
  const { rows } = await sql<{ slot_id: string; server_time: number; code: string; data: string | null }>`
    select distinct e.slot_id, e.server_time, e.code, case when e.code = ${HANDPAY_PENDING} then e.data end as data
    from ${rowsAsTable(
      db,
      { slot_id: 'text', since: 'bigint' },
      starts.map(({ slotId, from }) => ({ slot_id: slotId, since: from - PAID_WITHIN_MS })),
    )} join events e on e.slot_id = b.slot_id and e.server_time >= b.since
      and e.code in (${sql.join(explainingCodes)})`.execute(db)
  for (const { slot_id, server_time, code, data } of rows) {
    const one = explainedBy(code, server_time, data)
    if (!one) continue
    const known = found.get(slot_id)
    if (known) known.push(one)
    else found.set(slot_id, [one])
  }
  return found
}

/** The stored readings around an instant: in order, from the last good one before it to the next few. */
export interface Opening {
  anchor: SlotReading | undefined
  after: SlotReading[]
  /** Up to here all are loaded; infinite when no more follow. */
  reach: number
}
/** Mostly the next one or two are enough. */
const NEXT = 6

/** Reads the openings of all given games in one query. */
export async function openings(
  db: Db,
  starts: readonly { slotId: string; game: number; from: number }[],
): Promise<Opening[]> {
  const rows = await readWide<Selectable<CounterReadingsTable> & { nr: number; hi: number | null }>(
    db,
    // Numbers are looked up once for each start: in a condition PostgreSQL would look them up for each reading.
    sql`with starts as materialized (select b.nr, ${numberOf(sql`b.slot`)} as slot_nr, b.game, b.since
      from ${rowsAsTable(
        db,
        { nr: 'bigint', slot: 'text', game: 'bigint', since: 'bigint' },
        starts.map(({ slotId, game, from }, nr) => ({ nr, slot: slotId, game, since: from })),
      )}),
    spans as materialized (select s.*,
      coalesce((select n.server_time from stored_readings n where n.slot_nr = s.slot_nr and n.game_nr = s.game
        and n.server_time < s.since and n.held is null order by n.server_time desc limit 1), 0) as lo,
      (select n.server_time from stored_readings n where n.slot_nr = s.slot_nr and n.game_nr = s.game
        and n.server_time >= s.since and (n.held is null or n.held not in ('not_placed', 'too_late'))
        order by n.server_time limit 1 offset ${sql.lit(NEXT)}) as hi
      from starts s)
    select s.nr, s.hi, r.* from spans s cross join counter_readings r where r.slot_nr = s.slot_nr and r.game_nr = s.game
      and (r.held is null or r.held not in ('not_placed', 'too_late'))
      and r.server_time >= s.lo and r.server_time <= coalesce(s.hi, ${sql.lit(Number.MAX_SAFE_INTEGER)})`,
  )
  const found = starts.map((): Opening => ({ anchor: undefined, after: [], reach: Infinity }))
  for (const row of rows) {
    const one = found[row.nr]
    if (!one) continue
    one.after.push(fromRow(row))
    one.reach = row.hi ?? Infinity
    const turn = breathe()
    if (turn) await turn
  }
  for (const [nr, one] of found.entries()) {
    one.after.sort(inOrder)
    const at = one.after.findLastIndex(
      reading => reading.held === null && reading.at < (starts[nr]?.from ?? 0),
    )
    one.anchor = one.after[at]
    one.after = one.after.slice(at + 1)
  }
  return found
}

/** Judgement goes through these: a reading that no SMIB of the slot sent is none of them. */
export const readingsOf = (db: Db, slotId: string, game: number) =>
  db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_nr', '=', numberOf(slotId))
    .where('game_nr', '=', game)
    .where(({ or, eb }) => or([eb('held', 'is', null), eb('held', 'not in', ['not_placed', 'too_late'])]))

/**
 * In order, as many as requested or a few less; never a part of those of one millisecond. `end` when no more follow.
 */
export async function readingsFrom(
  db: Db,
  slotId: string,
  game: number,
  after: { at: number; same: boolean },
  limit: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<{ readings: SlotReading[]; end: boolean }> {
  const rows = await readingsOf(db, slotId, game)
    .where('server_time', after.same ? '>=' : '>', after.at)
    .where('server_time', '<=', until)
    .orderBy('server_time')
    .limit(limit)
    .execute()
  const end = rows.length < limit
  const last = rows.at(-1)?.server_time
  const whole = end ? rows : rows.filter(row => row.server_time !== last)
  if (whole.length === 0 && !end) return readingsFrom(db, slotId, game, after, limit * 4, until)
  return { readings: whole.map(fromRow).sort(inOrder), end }
}

export const fromRow = (row: Selectable<CounterReadingsTable>): SlotReading => ({
  at: row.server_time,
  nano: row.server_nano,
  seq: row.message_seq_nr,
  smib: row.smib_id,
  run: row.run,
  more: row.more,
  repairs: row.repairs ? (JSON.parse(row.repairs) as Repairs) : {},
  held: row.held,
  isNew: false,
  values: mainNames.map(name => row[name]),
  game: row.game_nr,
  place: storedPlace(row),
})

/** Where it is booked. */
export function storedPlace(row: StoredPlace): Place {
  const at = endOf(row.server_time, row.server_nano)
  return {
    slotId: row.slot_id,
    locationId: row.location_id,
    tenantId: row.tenant_id,
    day: row.gaming_day,
    hour: hourOf(at) + row.hour_cut,
    at,
    denomination: row.denomination_minor,
    currency: row.currency,
  }
}
type StoredPlace = Pick<
  Selectable<CounterReadingsTable>,
  | 'slot_id'
  | 'location_id'
  | 'tenant_id'
  | 'gaming_day'
  | 'hour_cut'
  | 'server_time'
  | 'server_nano'
  | 'denomination_minor'
  | 'currency'
>

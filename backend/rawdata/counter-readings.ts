/** A counter reading in memory, and the stored ones around it. */
import { sql, type CompiledQuery, type Selectable } from 'kysely'
import { insertion, rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import { mainNames, type MainMeter } from './meters'
import { inOrder, memoryEvents, NEAR_MS, type Reading, type Repairs } from './movement'
import type { CounterReadingsTable } from './rawdata.table'
import { endOf, type Place } from './roll-ups'

export interface SlotReading extends Reading {
  place: Place
  game: number
  run: number
  more: string | null
  repairs: Repairs
  /** False for what is stored already. */
  isNew: boolean
}

/** Late readings further apart than this are compared with their own neighbours, so that a week's hole is not loaded for two of them. */
const CLUSTER_MS = 24 * 3_600_000

const intoReadings = insertion('counter_readings', {
  slot_id: 'text',
  smib_id: 'text',
  tenant_id: 'text',
  location_id: 'text',
  gaming_day: 'text',
  currency: 'text',
  denomination_minor: 'bigint',
  game_nr: 'bigint',
  run: 'bigint',
  message_seq_nr: 'bigint',
  server_time: 'bigint',
  server_nano: 'bigint',
  more: 'text',
  repairs: 'text',
  ...Object.fromEntries(mainNames.map(name => [name, 'bigint' as const])),
})

export const insertReadings = (db: Db, readings: readonly SlotReading[]): CompiledQuery[] =>
  intoReadings(
    db,
    readings.map(one => [
      one.place.slotId,
      one.smib,
      one.place.tenantId,
      one.place.locationId,
      one.place.day,
      one.place.currency,
      one.place.denomination,
      one.game,
      one.run,
      one.seq,
      one.at,
      one.nano,
      one.more,
      written(one.repairs),
      ...one.values,
    ]),
  )

function written(repairs: Repairs): string | null {
  const text = JSON.stringify(repairs)
  return text === '{}' ? null : text
}

export async function storeRepairs(db: Db, { place, ...reading }: SlotReading): Promise<void> {
  await db
    .updateTable('counter_readings')
    .set({ repairs: written(reading.repairs) })
    .where('slot_id', '=', place.slotId)
    .where('server_time', '=', reading.at)
    .where('server_nano', '=', reading.nano)
    .where('message_seq_nr', '=', reading.seq)
    .where('game_nr', '=', reading.game)
    .where('smib_id', '=', reading.smib)
    .where('run', '=', reading.run)
    .execute()
}

/** When the slot's memory was cleared or in doubt, as far as it can matter between two instants. */
export async function memoryTimes(db: Db, slotId: string, from: number, to: number): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .select('server_time')
    .where('slot_id', '=', slotId)
    .where('code', 'in', [...memoryEvents])
    .where('server_time', '>=', from - NEAR_MS)
    .where('server_time', '<=', to + NEAR_MS)
    .execute()
  return rows.map(row => row.server_time)
}

export interface Around {
  slotId: string
  game: number
  times: readonly number[]
  meters: readonly MainMeter[]
}

/**
 * For each slot's game the stored readings that new ones (or memory events) at `times` can change something about: those between and next to
 * them, and, for each of `meters` that a neighbour leaves out, the nearest that has it. Pairs that are no real neighbours do no harm: they weigh
 * the same before and after.
 */
export async function readingsAround(db: Db, asked: readonly Around[]): Promise<SlotReading[][]> {
  const spans = asked.flatMap(({ times, ...one }, index) =>
    clusters(times).map(span => ({ ...one, ...span, index })),
  )
  const stored = await readingsBetween(db, spans)
  const answers: SlotReading[][] = []
  for (const [index, { slotId, game, meters }] of asked.entries()) {
    const found = new Map(stored.get(`${slotId} ${game}`)?.map(row => [keyOf(row), row]))
    const inTime = [...found.values()].sort(inOrder)
    for (const { from, to } of spans.filter(span => span.index === index)) {
      for (const [side, neighbour] of [
        ['before', inTime.findLast(row => row.at < from)],
        ['after', inTime.find(row => row.at > to)],
      ] as const) {
        for (const name of neighbour ? meters : []) {
          const further =
            neighbour && neighbour.values[mainNames.indexOf(name)] === null
              ? await nearest(db, slotId, game, side, neighbour.at, name)
              : undefined
          if (further) found.set(keyOf(further), further)
        }
      }
    }
    answers.push([...found.values()])
  }
  return answers
}

const keyOf = (row: SlotReading): string => `${row.at} ${row.nano} ${row.seq} ${row.smib} ${row.run}`

/** Each span with its neighbours on both sides, of all slots in one query. */
async function readingsBetween(
  db: Db,
  spans: readonly { slotId: string; game: number; from: number; to: number }[],
): Promise<Map<string, SlotReading[]>> {
  const found = new Map<string, SlotReading[]>()
  if (spans.length === 0) return found
  const next = (
    side: '<' | '>',
    bound: 'lo' | 'hi',
    direction: 'desc' | 'asc',
  ) => sql`coalesce((select n.server_time from counter_readings n
    where n.slot_id = b.slot_id and n.game_nr = b.game_nr and n.server_time ${sql.raw(side)} ${sql.ref(`b.${bound}`)} order by n.server_time ${sql.raw(direction)} limit 1), ${sql.ref(`b.${bound}`)})`
  const { rows } = await sql<Selectable<CounterReadingsTable>>`select distinct r.*
    from ${rowsAsTable(
      db,
      { slot_id: 'text', game_nr: 'bigint', lo: 'bigint', hi: 'bigint' },
      spans.map(({ slotId, game, from, to }) => ({ slot_id: slotId, game_nr: game, lo: from, hi: to })),
    )}
    join counter_readings r on r.slot_id = b.slot_id and r.game_nr = b.game_nr
      and r.server_time >= ${next('<', 'lo', 'desc')} and r.server_time <= ${next('>', 'hi', 'asc')}`.execute(
    db,
  )
  for (const row of rows) {
    const key = `${row.slot_id} ${row.game_nr}`
    const group = found.get(key)
    if (group) group.push(fromRow(row))
    else found.set(key, [fromRow(row)])
  }
  return found
}

function clusters(times: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = []
  for (const at of [...times].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && at - last.to <= CLUSTER_MS) last.to = at
    else runs.push({ from: at, to: at })
  }
  return runs
}

async function nearest(
  db: Db,
  slotId: string,
  game: number,
  side: 'before' | 'after',
  at: number,
  meter: MainMeter,
): Promise<SlotReading | undefined> {
  const direction = side === 'before' ? 'desc' : 'asc'
  const row = await db
    .selectFrom('counter_readings')
    .selectAll()
    .where('slot_id', '=', slotId)
    .where('game_nr', '=', game)
    .where('server_time', side === 'before' ? '<' : '>', at)
    .where(meter, 'is not', null)
    .orderBy('server_time', direction)
    .orderBy('server_nano', direction)
    .orderBy('message_seq_nr', direction)
    .limit(1)
    .executeTakeFirst()
  return row && fromRow(row)
}

const fromRow = (row: Selectable<CounterReadingsTable>): SlotReading => ({
  at: row.server_time,
  nano: row.server_nano,
  seq: row.message_seq_nr,
  smib: row.smib_id,
  run: row.run,
  more: row.more,
  repairs: row.repairs ? (JSON.parse(row.repairs) as Repairs) : {},
  isNew: false,
  values: mainNames.map(name => row[name]),
  game: row.game_nr,
  place: {
    slotId: row.slot_id,
    locationId: row.location_id,
    tenantId: row.tenant_id,
    day: row.gaming_day,
    at: endOf(row.server_time, row.server_nano),
    denomination: row.denomination_minor,
    currency: row.currency,
  },
})

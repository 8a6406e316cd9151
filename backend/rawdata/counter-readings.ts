/** A counter reading in memory, and the stored ones around it. */
import { sql, type CompiledQuery, type Selectable } from 'kysely'
import { insertion } from '../db/bulk'
import type { Db } from '../db/database'
import { NEAR_MS, nothingKnown, type MemoryEvent, type Repairs, type State } from './judge'
import { mainNames, type MainMeter } from './meters'
import { inOrder, memoryEvents, totalClear, type Reading } from './movement'
import type { CounterReadingsTable } from './rawdata.table'
import { endOf, type Place } from './roll-ups'

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
  held: 'text',
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
      one.held,
      ...one.values,
    ]),
  )

function written(repairs: Repairs): string | null {
  const text = JSON.stringify(repairs)
  return text === '{}' ? null : text
}

/** How a stored one is judged now. */
export async function storeJudgement(db: Db, { place, ...reading }: SlotReading): Promise<void> {
  await db
    .updateTable('counter_readings')
    .set({ repairs: written(reading.repairs), held: reading.held })
    .where('slot_id', '=', place.slotId)
    .where('server_time', '=', reading.at)
    .where('server_nano', '=', reading.nano)
    .where('message_seq_nr', '=', reading.seq)
    .where('game_nr', '=', reading.game)
    .where('smib_id', '=', reading.smib)
    .where('run', '=', reading.run)
    .execute()
}

/** The readings held in a game since an instant turn out to be strays. */
export const storeStrays = (slotId: string, game: number, from: number, to: number, db: Db): CompiledQuery =>
  sql`update counter_readings set held = 'stray' where slot_id = ${slotId} and game_nr = ${game}
    and server_time >= ${from} and server_time <= ${to} and held = 'open'`.compile(db)

/** When the slot's memory was cleared or in doubt, as far as it can matter after an instant. */
export async function memoryAfter(db: Db, slotId: string, from: number): Promise<MemoryEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['server_time', 'code'])
    .where('slot_id', '=', slotId)
    .where('code', 'in', [...memoryEvents])
    .where('server_time', '>=', from - NEAR_MS)
    .execute()
  return rows.map(row => ({ at: row.server_time, total: row.code === totalClear }))
}

const readingsOf = (db: Db, slotId: string, game: number) =>
  db.selectFrom('counter_readings').selectAll().where('slot_id', '=', slotId).where('game_nr', '=', game)

/** Good readings looked through for a meter before it is asked for by itself. */
const LOOK_BACK = 24

/** How judgement stood after the last good reading before an instant, for these meters; `anchor` is that reading. */
export async function stateBefore(
  db: Db,
  slotId: string,
  game: number,
  at: number,
  meters: readonly MainMeter[],
): Promise<{ state: State; anchor: SlotReading | undefined }> {
  const good = () =>
    readingsOf(db, slotId, game)
      .where('server_time', '<', at)
      .where('held', 'is', null)
      .orderBy('server_time', 'desc')
      .orderBy('server_nano', 'desc')
      .orderBy('message_seq_nr', 'desc')
      .orderBy('smib_id', 'desc')
  const rows = await good().limit(LOOK_BACK).execute()
  const state = nothingKnown()
  const [newest] = rows
  if (!newest) return { state, anchor: undefined }
  for (const name of meters) {
    const row =
      rows.find(one => one[name] !== null) ??
      (rows.length < LOOK_BACK
        ? undefined
        : await good().where(name, 'is not', null).limit(1).executeTakeFirst())
    if (!row) continue
    state.values[mainNames.indexOf(name)] = row[name]
    state.times[mainNames.indexOf(name)] = row.server_time
  }
  const anchor = fromRow(newest)
  if (Object.values(anchor.repairs).includes('cleared')) state.clearedAt = anchor.at
  return { state, anchor }
}

/** In order, as many as are asked for or a few less; never a part of those of one millisecond. `end` when no more follow. */
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

const fromRow = (row: Selectable<CounterReadingsTable>): SlotReading => ({
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

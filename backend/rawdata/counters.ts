/**
 * Stores counter readings and books their movements. A reading newer than all others is compared with the last one, which is kept at hand;
 * a late one (or a late memory event) changes what the readings around it moved: what was booked for them is taken back and booked anew.
 * So the sums do not depend on the order of arrival.
 */
import { sql } from 'kysely'
import { insertMany, pipelined, rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import { emptyValues } from './messages'
import { mainNames, movementNames, type MainMeter, type MeterValues } from './meters'
import { falls, inOrder, movementsOf, NEAR_MS, type Moment, type Reading, type Repairs } from './movement'
import { insertReadings, memoryTimes, readingsAround, storeRepairs, type Around, type MachineReading } from './counter-readings'
import { RollUps } from './roll-ups'

type Times = Partial<Record<MainMeter, number>>
interface Known { values: MeterValues; times: Times }
interface Latest extends Reading, Known { slotId: string; game: number; times: Times }
/** New readings of one machine's game. */
interface Group { slotId: string; game: number; readings: MachineReading[]; last: Latest | undefined }

/** `cleared`: memory events of this batch, by machine. They must not be stored yet. Answers the credits now on each machine that told them. */
export async function writeCounters(db: Db, fresh: readonly MachineReading[], cleared: ReadonlyMap<string, readonly number[]>): Promise<Map<string, number>> {
  const slotIds = [...new Set([...fresh.map(one => one.place.slotId), ...cleared.keys()])].sort()
  if (slotIds.length === 0) return new Map()
  const latest = await readLatest(db, slotIds)
  const groups = new Map<string, Group>()
  const group = (slotId: string, game: number): Group => {
    const key = `${slotId} ${game}`
    let one = groups.get(key)
    if (!one) groups.set(key, one = { slotId, game, readings: [], last: latest.get(key) })
    return one
  }
  for (const reading of fresh) group(reading.place.slotId, reading.place.game).readings.push(reading)
  for (const known of latest.values()) if (cleared.has(known.slotId)) group(known.slotId, known.game)

  const sums = new RollUps()
  const newest: Latest[] = []
  const keep = ({ slotId, game, readings, last }: Group, known: Known) => {
    const moment = [last, readings.at(-1)].reduce<Moment | undefined>((best, one) => (one && (!best || inOrder(one, best) > 0) ? one : best), undefined)
    if (moment) newest.push({ ...moment, slotId, game, ...known })
  }
  const late: Group[] = []
  for (const one of groups.values()) {
    const { slotId, readings, last } = one
    readings.sort(inOrder)
    if (cleared.has(slotId) || readings.some(reading => last && inOrder(reading, last) <= 0)) late.push(one)
    else keep(one, await bookInTime(db, sums, readings, last))
  }
  const around = await readingsAround(db, late.map(one => aroundOf(one, cleared.get(one.slotId) ?? [])))
  for (const [index, one] of late.entries()) keep(one, await bookLate(db, sums, one, around[index] ?? [], cleared.get(one.slotId) ?? []))
  await pipelined(db, [() => insertReadings(db, fresh), () => storeLatest(db, newest), () => sums.write(db)])
  return new Map(newest.flatMap(one => (one.game === 0 && one.values.current_credits !== null ? [[one.slotId, one.values.current_credits]] : [])))
}

async function bookInTime(db: Db, sums: RollUps, readings: MachineReading[], last: Latest | undefined): Promise<Known> {
  const all: Reading[] = last ? [last, ...readings] : readings
  const slotId = readings[0]?.place.slotId ?? ''
  const memory = falls(all) ? await memoryTimes(db, slotId, firstOf(all), all.at(-1)?.at ?? 0) : []
  const known = copyOf(last)
  for (const { reading, moved, repairs } of movementsOf(all, memory).slice(last ? 1 : 0)) {
    const one = reading as MachineReading
    one.repairs = repairs
    sums.add(one.place, moved, 1, 1)
    for (const name of mainNames) if (one.values[name] !== null) learn(known, name, one)
  }
  return known
}

/** A new reading changes what its own meters moved; a memory event may change that of any meter the machine has. */
const aroundOf = ({ slotId, game, readings, last }: Group, cleared: readonly number[]): Around => ({
  slotId, game,
  times: [...readings.map(one => one.at), ...cleared.flatMap(at => [at - NEAR_MS, at + NEAR_MS])],
  meters: mainNames.filter(name => readings.some(one => one.values[name] !== null) || (cleared.length > 0 && last && last.values[name] !== null)),
})

async function bookLate(db: Db, sums: RollUps, { slotId, readings, last }: Group, around: MachineReading[], cleared: readonly number[]): Promise<Known> {
  const stored = around.sort(inOrder)
  const all = [...stored, ...readings].sort(inOrder)
  const memory = falls(all) ? await memoryTimes(db, slotId, firstOf(all), all.at(-1)?.at ?? 0) : []
  const before = new Map<MachineReading, Repairs>()
  for (const { reading, moved, repairs } of movementsOf(stored, memory)) {
    sums.add(reading.place, moved, 1, -1)
    before.set(reading, repairs)
  }
  for (const { reading, moved, repairs } of movementsOf(all, [...memory, ...cleared])) {
    sums.add(reading.place, moved, 1, 1)
    if (reading.isNew) reading.repairs = repairs
    else if (adopt(reading.repairs, before.get(reading) ?? {}, repairs)) await storeRepairs(db, reading)
  }
  // A late reading's value is the last known one only if no later reading has that meter.
  const known = copyOf(last)
  for (const name of mainNames) {
    const newest = all.findLast(one => one.values[name] !== null)
    if (newest?.isNew) learn(known, name, newest)
  }
  return known
}

/** Only what has changed: of a far neighbour, not every meter's pair was there to be judged. */
function adopt(stored: Repairs, before: Repairs, after: Repairs): boolean {
  const changed = movementNames.filter(name => before[name] !== after[name])
  for (const name of changed) {
    if (after[name]) stored[name] = after[name]
    else delete stored[name]
  }
  return changed.length > 0
}

const firstOf = (all: readonly Reading[]): number => Math.min(...all.slice(0, 1).flatMap(one => [one.at, ...Object.values(one.times ?? {})]))
const copyOf = (last: Latest | undefined): Known => ({ values: { ...(last?.values ?? emptyValues()) }, times: { ...last?.times } })
const learn = (known: Known, name: MainMeter, reading: Reading): void => {
  known.values[name] = reading.values[name]
  known.times[name] = reading.at
}

async function readLatest(db: Db, slotIds: readonly string[]): Promise<Map<string, Latest>> {
  const { rows } = await sql<{ slot_id: string; game_nr: number; server_time: number; server_nano: number; message_seq_nr: number; meters: string }>`
    select l.slot_id, l.game_nr, l.server_time, l.server_nano, l.message_seq_nr, l.meters
    from ${rowsAsTable(db, { id: 'text' }, slotIds.map(id => ({ id })))} join counter_latest l on l.slot_id = b.id`.execute(db)
  return new Map(rows.map(row => [`${row.slot_id} ${row.game_nr}`, {
    slotId: row.slot_id, game: row.game_nr, at: row.server_time, nano: row.server_nano, seq: row.message_seq_nr, smib: '',
    ...knownFrom(row.meters, row.server_time),
  }]))
}

/** A meter's time is written only where it is not the newest reading's. */
function knownToText({ values, times, at }: Latest): string {
  const known: Partial<Record<MainMeter, number | [number, number]>> = {}
  for (const name of mainNames) {
    const value = values[name]
    if (value !== null) known[name] = times[name] === at ? value : [value, times[name] ?? at]
  }
  return JSON.stringify(known)
}

function knownFrom(text: string, at: number): Known {
  const known: Known = { values: emptyValues(), times: {} }
  for (const [name, entry] of Object.entries(JSON.parse(text) as Record<MainMeter, number | [number, number]>)) {
    const [value, time] = typeof entry === 'number' ? [entry, at] : entry
    known.values[name as MainMeter] = value
    known.times[name as MainMeter] = time
  }
  return known
}

const storeLatest = (db: Db, newest: readonly Latest[]): Promise<void> =>
  insertMany(db, 'counter_latest',
    { slot_id: 'text', game_nr: 'bigint', server_time: 'bigint', server_nano: 'bigint', message_seq_nr: 'bigint', meters: 'text' },
    newest.map(one => ({
      slot_id: one.slotId, game_nr: one.game, server_time: one.at, server_nano: one.nano, message_seq_nr: one.seq, meters: knownToText(one),
    })),
    sql`(slot_id, game_nr) do update set server_time = excluded.server_time, server_nano = excluded.server_nano,
      message_seq_nr = excluded.message_seq_nr, meters = excluded.meters`)

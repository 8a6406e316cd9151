/** What a slot's electronic meters moved between two instants, exactly: whole hours from the roll-ups, the rest from the readings themselves. */
import type { Db } from '../db/database'
import { metersOf, sumOf, type SumName } from './measures.contract'
import { mainNames, movementNames, type MovementMeter } from './meters'
import { memoryEvents, movementsOf, NEAR_MS, type Reading } from './movement'

const HOUR_MS = 3_600_000
/** Hours asked for in one statement; a statement takes 32,766 parameters. */
const HOURS_A_STATEMENT = 2_000

/** Minor units of money. */
export interface ElectronicMoney {
  in: number
  out: number
  jackpot: number
}

/** Each mechanical counter's measure. */
const measures = {
  in: 'counter_in',
  out: 'counter_out',
  jackpot: 'counter_jackpot',
} as const satisfies Record<keyof ElectronicMoney, SumName>
/** The meters that a counter stands beside; nothing is taken off any of them. */
export const electronicParts = {
  in: metersOf(measures.in).plus,
  out: metersOf(measures.out).plus,
  jackpot: metersOf(measures.jackpot).plus,
}
/** Each of them once. */
const compared: readonly MovementMeter[] = [...new Set(Object.values(electronicParts).flat())]

/** (from, to], as the roll-ups count. */
export async function electronicBetween(
  db: Db,
  slotId: string,
  from: number,
  to: number,
): Promise<ElectronicMoney> {
  const sum: ElectronicMoney = { in: 0, out: 0, jackpot: 0 }
  if (to <= from) return sum
  const first = Math.ceil(from / HOUR_MS) * HOUR_MS
  const last = Math.floor(to / HOUR_MS) * HOUR_MS
  if (first >= last) {
    // Less than one whole hour lies between: at most two parts of hours.
    if (first > from && first < to) {
      add(sum, await partOf(db, slotId, from, first))
      add(sum, await partOf(db, slotId, first, to))
    } else add(sum, await partOf(db, slotId, from, to))
    return sum
  }
  add(sum, await partOf(db, slotId, from, first))
  for (let start = first; start < last; start += HOURS_A_STATEMENT * HOUR_MS) {
    const hours = Array.from(
      { length: Math.min(HOURS_A_STATEMENT, (last - start) / HOUR_MS) },
      (_, at) => start + at * HOUR_MS,
    )
    const rows = await db
      .selectFrom('counter_hours')
      .select(['denomination_minor', ...movementNames])
      .where('hour_start', 'in', hours)
      .where('slot_id', '=', slotId)
      .where('game_nr', '=', 0)
      .execute()
    for (const row of rows) add(sum, moneyOf(row, row.denomination_minor))
  }
  add(sum, await partOf(db, slotId, last, to))
  return sum
}

/** Within one hour. */
async function partOf(db: Db, slotId: string, from: number, to: number): Promise<ElectronicMoney> {
  const sum: ElectronicMoney = { in: 0, out: 0, jackpot: 0 }
  if (to <= from) return sum
  const columns = [
    'server_time',
    'server_nano',
    'message_seq_nr',
    'smib_id',
    'denomination_minor',
    ...mainNames,
  ] as const
  const of = () =>
    db.selectFrom('counter_readings').select(columns).where('slot_id', '=', slotId).where('game_nr', '=', 0)
  const inside = await of()
    .where('server_time', '>', from)
    .where('server_time', '<=', to)
    .orderBy('server_time')
    .orderBy('server_nano')
    .orderBy('message_seq_nr')
    .execute()
  if (inside.length === 0) return sum
  const lastBefore = () =>
    of()
      .where('server_time', '<=', from)
      .orderBy('server_time', 'desc')
      .orderBy('server_nano', 'desc')
      .orderBy('message_seq_nr', 'desc')
      .limit(1)
  const before = await lastBefore().execute()
  // A meter that the reading before leaves out moved since the last one that has it.
  for (const name of compared.filter(name => before[0]?.[name] === null))
    before.unshift(...(await lastBefore().where(name, 'is not', null).execute()))
  before.sort((a, b) => a.server_time - b.server_time || a.server_nano - b.server_nano)
  const readings = [...before, ...inside].map((row): Reading & { denomination: number; inside: boolean } => ({
    at: row.server_time,
    nano: row.server_nano,
    seq: row.message_seq_nr,
    smib: row.smib_id,
    denomination: row.denomination_minor,
    inside: row.server_time > from,
    values: mainNames.map(name => row[name]),
  }))
  const memory = await db
    .selectFrom('events')
    .select('server_time')
    .where('slot_id', '=', slotId)
    .where('code', 'in', [...memoryEvents])
    .where('server_time', '>=', from - NEAR_MS)
    .where('server_time', '<=', to + NEAR_MS)
    .execute()
  for (const { reading, moved } of movementsOf(
    readings,
    memory.map(row => row.server_time),
  )) {
    if (reading.inside)
      add(
        sum,
        moneyOf(
          Object.fromEntries(movementNames.map((name, at) => [name, moved[at] ?? 0])) as Record<
            MovementMeter,
            number
          >,
          reading.denomination,
        ),
      )
  }
  return sum
}

const moneyOf = (moved: Readonly<Record<MovementMeter, number>>, denomination: number): ElectronicMoney => {
  const of = (kind: keyof ElectronicMoney) => sumOf(measures[kind], moved) * denomination
  return { in: of('in'), out: of('out'), jackpot: of('jackpot') }
}

function add(sum: ElectronicMoney, more: ElectronicMoney): void {
  sum.in += more.in
  sum.out += more.out
  sum.jackpot += more.jackpot
}

/** Stored readings as message meters, as virtual and as logic counters. */
import type { Selectable } from 'kysely'
import type { Money } from '../../platform/contract/primitives'
import { LATE_MS } from '../../platform/contract/stream'
import type { Db } from '../../platform/db/database'
import {
  meterColumns,
  type LogicRow,
  type MeterEntry,
  type MeterRow,
  type VirtualRow,
} from './counter-streams.contract'
import { latestMeters } from '../judgement/latest.service'
import { mainNames, meterCodes, movementNames, NO_SMIB, type MainMeter } from '../readings/meters.contract'
import { erasOf, lifetimeWorth, type ErasOf } from './lifetime-worth'
import { meterName, meterUnit } from '../readings/meter-units'
import { metersOf, ratioOf, sumOf, type Moved, type SumName } from '../readings/measures.contract'
import type { CounterReadingsTable } from '../readings/rawdata.table'
import { arrivalsOf, breaksAt, namesOf } from './stream-names'
import { virtualValues } from './virtual-counters'

type Stored = Selectable<CounterReadingsTable>

const denominationOf = (row: Stored): Money => ({
  minor: row.denomination_minor,
  currency: row.currency as Money['currency'],
})

/** What every kind of reading's row has: where, when, in which order, at which price. */
async function headsOf(db: Db, rows: Stored[]) {
  const [name, breakAt, arrivedAt] = await Promise.all([
    namesOf(db, rows),
    breaksAt(db, rows),
    arrivalsOf(db, rows),
  ])
  return (row: Stored) => {
    const received = arrivedAt(row)
    return {
      ...name(row),
      ...(received !== undefined && { received_at: received }),
      message_seq_nr: sentAs(row),
      game_nr: row.game_nr,
      gaming_day: row.gaming_day,
      denomination: denominationOf(row),
      ...breakAt(row),
      late: received !== undefined && received - row.server_time > LATE_MS,
    }
  }
}

/** What a person read off the machine is no message's. */
export const sentAs = ({ smib_id, message_seq_nr }: Pick<Stored, 'smib_id' | 'message_seq_nr'>) =>
  smib_id === NO_SMIB ? null : message_seq_nr

export async function messageMeters(db: Db, rows: Stored[]): Promise<MeterRow[]> {
  const [head, eras] = [await headsOf(db, rows), await erasOf(db, rows)]
  return rows.map(row => {
    const reportedMeters = metersIn(row)
    const price = denominationOf(row)
    const worthAt = (id: string, value: number) =>
      lifetimeWorth(id, value, price, eras(row), one => new Map(metersIn(one)).get(id) ?? null)
    return {
      ...head(row),
      meters_uint: reportedMeters.map(([id, value]) => ({ id, value, details: detailsOf(id, price) })),
      meters_float: reportedMeters.flatMap(([id, value]) => floatOf(id, value, price, worthAt) ?? []),
    }
  })
}

/** Code and value of every meter of a reading, in the order of their codes. */
function metersIn(row: Stored): [code: string, value: number][] {
  const more = row.more ? (JSON.parse(row.more) as Record<string, number>) : {}
  return [
    ...mainNames.flatMap((name): [string, number][] => {
      const value = row[name]
      return value === null ? [] : [[meterCodes[name], value]]
    }),
    ...Object.entries(more),
  ].sort(([a], [b]) => (a < b ? -1 : 1))
}

function detailsOf(id: string, { currency }: Money): MeterEntry['details'] {
  const unit = meterUnit(id)
  return { name: meterName(id), unit, ...((unit === 'credits' || unit === 'cents') && { currency }) }
}

/** Hundredths are written, not divided: the number is the one that its digits say. */
const HUNDREDTHS = /(\d\d)$/
function floatOf(
  id: string,
  value: number,
  price: Money,
  worthAt: (id: string, value: number) => Money | null,
): MeterEntry | undefined {
  const hundredths = meterUnit(id) === 'percent' ? value : worthAt(id, value)?.minor
  if (hundredths === undefined) return undefined
  const text = String(hundredths).padStart(3, '0').replace(HUNDREDTHS, '.$1')
  return { id, value: Number(text), details: detailsOf(id, price) }
}

export async function virtualCounters(db: Db, rows: Stored[]): Promise<VirtualRow[]> {
  const head = await headsOf(db, rows)
  const { valuesOf, worthsAt } = await virtualWorths(db, rows)
  return rows.map(row => ({ ...head(row), meters: valuesOf(row), money: worthsAt(row) }))
}

/** A meter that the wire does not name does not compile. */
const columns: Readonly<Record<MainMeter, 'credits' | 'count'>> = meterColumns

type Values = Readonly<Record<MainMeter, number | null>>

/** Each meter by the prices that held while it counted; credits that stand on the slot now, by that of the reading. */
export const worthsOf = (row: Stored, eras: ErasOf, valuesOf: (row: Stored) => Values = one => one) => {
  const values = valuesOf(row)
  return Object.fromEntries(
    mainNames.flatMap(name =>
      columns[name] === 'credits'
        ? [
            [
              name,
              lifetimeWorth(
                meterCodes[name],
                values[name],
                denominationOf(row),
                name === 'current_credits' ? [] : eras(row),
                one => valuesOf(one)[name],
              ),
            ],
          ]
        : [],
    ),
  ) as Partial<Record<MainMeter, Money | null>>
}

/** Of virtual values: those at a change of price are virtual, too. */
async function virtualWorths(db: Db, rows: readonly Stored[]) {
  const eras = await erasOf(db, rows)
  const last = [...new Set(rows.flatMap(row => eras(row).flatMap(one => one.last)))]
  const valuesOf = await virtualValues(db, [...rows, ...last])
  return { valuesOf, worthsAt: (row: Stored) => worthsOf(row, eras, valuesOf) }
}

/**
 * Of the virtual counters, so that a rollover is no loss. What a reading leaves out, though its slot tells it at other
 * times, is not known then.
 */
export async function logicCounters(db: Db, rows: Stored[]): Promise<LogicRow[]> {
  const [head, { valuesOf, worthsAt }, neverReported] = [
    await headsOf(db, rows),
    await virtualWorths(db, rows),
    await metersNeverReported(db, rows),
  ]
  return rows.map(row => {
    const values = valuesOf(row)
    const worths = worthsAt(row)
    const never = neverReported(row)
    // Priced before they are added up or divided, so that a ratio is rounded once.
    const worth = Object.fromEntries(
      movementNames.map(name => [
        name,
        worths[name]?.minor ?? (columns[name] === 'count' ? (values[name] ?? 0) : 0),
      ]),
    ) as Moved
    const isPriced = (name: MainMeter) => columns[name] === 'count' || values[name] === null || !!worths[name]
    const price = denominationOf(row)
    const isKnown = (measure: SumName) => {
      const { plus, minus } = metersOf(measure)
      return [...plus, ...minus].every(name => isPriced(name) && (values[name] !== null || never.has(name)))
    }
    const amountOf = (measure: SumName): Money | null => {
      const minor = sumOf(measure, worth)
      return isKnown(measure) && Number.isSafeInteger(minor) ? { minor, currency: price.currency } : null
    }
    const isPlayed = isKnown('won') && isKnown('coin_in')
    const rtp = isPlayed ? ratioOf('rtp', worth) : null
    const bet = isKnown('coin_in') && isKnown('games_played') ? ratioOf('average_bet', worth) : null
    return {
      ...head(row),
      net_win: amountOf('net_win'),
      won: amountOf('won'),
      total_in: amountOf('total_in'),
      total_out: amountOf('total_out'),
      ggr: amountOf('ggr'),
      games_played: isKnown('games_played') ? worth.games_played : null,
      average_bet: bet === null ? null : { minor: bet, currency: price.currency },
      rtp,
      hold: rtp === null ? null : 10_000 - rtp,
    }
  })
}

/** A slot without a hopper never reports one: nothing was paid from it, so the value is not unknown. */
async function metersNeverReported(db: Db, rows: readonly Stored[]) {
  const slots = [...new Set(rows.map(row => row.slot_id))]
  const latest =
    slots.length === 0
      ? []
      : await db
          .selectFrom('counter_latest')
          .select(['slot_id', 'game_nr', 'meters'])
          .where('slot_id', 'in', slots)
          .execute()
  const reportedMeters = new Map(
    latest.map(row => [
      `${row.slot_id} ${row.game_nr}`,
      new Set<string>(Object.keys(latestMeters(row.meters))),
    ]),
  )
  return (row: Stored): ReadonlySet<string> => {
    const known = reportedMeters.get(`${row.slot_id} ${row.game_nr}`)
    return new Set(mainNames.filter(name => !known?.has(name)))
  }
}

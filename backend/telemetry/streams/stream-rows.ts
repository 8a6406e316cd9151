/** Stored rows of the streams as they are on the wire. */
import type { Db } from '../../platform/db/database'
import { mainNames, type MainMeter } from '../readings/meters.contract'
import type { EventsTable } from '../readings/events.table'
import type { CounterReadingsTable, MessagesTable } from '../readings/rawdata.table'
import { currenciesOf, type CurrencyAt } from '../readings/event-currency.service'
import { sentAs, worthsOf } from './counter-rows'
import { erasOf } from './lifetime-worth'
import { editsAmong } from './edited-rows'
import { arrivalsOf, breaksAt, namesOf } from './stream-names'
import type { CounterRow, EventRow, MessageRow } from './streams.contract'
import { LATE_MS } from '../../platform/contract/stream'

const isLate = ({ server_time, received_at }: { server_time: number; received_at: number }) =>
  received_at - server_time > LATE_MS

export async function events(db: Db, rows: EventsTable[]): Promise<EventRow[]> {
  const data = new Map(
    rows.map(row => [row.id, row.data ? (JSON.parse(row.data) as Record<string, unknown>) : null]),
  )
  const [name, breakAt, currencyAt, found] = await Promise.all([
    namesOf(db, rows),
    breaksAt(db, rows),
    currenciesOf(
      db,
      rows.flatMap(row => (amountIn(data.get(row.id)) === undefined ? [] : (row.slot_id ?? []))),
    ),
    editsAmong(
      db,
      'events',
      rows.map(({ slot_id, server_time }) => ({ slot_id, at: server_time })),
    ),
  ])
  const edits = new Map(found.map(edit => [edit.item, edit.id]))
  return rows.map(row => ({
    _id: row.id,
    ...name(row),
    received_at: row.received_at,
    message_seq_nr: row.message_seq_nr,
    event_seq_nr: row.event_seq_nr,
    code: row.code,
    category: row.category as EventRow['category'],
    severity: row.severity as EventRow['severity'],
    data: data.get(row.id) ?? null,
    amount: amountOf(data.get(row.id), currencyAt, row),
    edit: edits.get(row.id) ?? null,
    ...breakAt(row),
    late: isLate(row),
  }))
}

const amountIn = (data: Readonly<Record<string, unknown>> | null | undefined): number | undefined =>
  Number.isSafeInteger(data?.amount_minor) ? (data?.amount_minor as number) : undefined

function amountOf(
  data: Readonly<Record<string, unknown>> | null | undefined,
  currencyAt: CurrencyAt,
  { slot_id, server_time, server_nano }: Pick<EventsTable, 'slot_id' | 'server_time' | 'server_nano'>,
): EventRow['amount'] {
  const minor = amountIn(data)
  const currency = currencyAt(slot_id, server_time, server_nano)
  return minor === undefined || !currency ? null : { minor, currency }
}

export async function messages(db: Db, rows: MessagesTable[]): Promise<MessageRow[]> {
  const [name, breakAt] = await Promise.all([namesOf(db, rows), breaksAt(db, rows)])
  return rows.map(row => ({
    ...name(row),
    received_at: row.received_at,
    message_seq_nr: row.message_seq_nr,
    event_seq_nr: row.event_seq_nr,
    kind: row.kind,
    event_count: row.event_count,
    counter_count: row.counter_count,
    ...breakAt(row),
    late: isLate(row),
  }))
}

export async function counters(db: Db, rows: CounterReadingsTable[]): Promise<CounterRow[]> {
  const [name, breakAt, arrivedAt, eras] = await Promise.all([
    namesOf(db, rows),
    breaksAt(db, rows),
    arrivalsOf(db, rows),
    erasOf(db, rows),
  ])
  return rows.map(row => ({
    ...name(row),
    ...arrival(row, arrivedAt(row)),
    ...breakAt(row),
    money: worthsOf(row, eras),
    message_seq_nr: sentAs(row),
    game_nr: row.game_nr,
    gaming_day: row.gaming_day,
    denomination: moneyOf(row),
    meters: Object.fromEntries(mainNames.map(meter => [meter, row[meter]])) as Record<
      MainMeter,
      number | null
    >,
    more: row.more ? (JSON.parse(row.more) as Record<string, number>) : {},
    repairs: row.repairs ? (JSON.parse(row.repairs) as CounterRow['repairs']) : {},
    held: row.held,
  }))
}

const moneyOf = (row: CounterReadingsTable): CounterRow['denomination'] => ({
  minor: row.denomination_minor,
  currency: row.currency as CounterRow['denomination']['currency'],
})

const arrival = ({ server_time }: { server_time: number }, received_at: number | undefined) =>
  received_at === undefined ? { late: false } : { received_at, late: isLate({ server_time, received_at }) }

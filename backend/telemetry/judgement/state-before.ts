/** How judgement of a game stood before an instant, from the good readings that are stored. */
import type { Db } from '../../platform/db/database'
import { fromRow, readingsOf, type SlotReading } from './counter-readings'
import { nothingKnown, type State } from './judge-reading'
import type { Latest } from './latest.service'
import { mainNames, movementNames, NO_SMIB, type MainMeter } from '../readings/meters.contract'
import { breaksTickets, ticketReadings, type Tickets } from './ticket-cents'
import { isWithoutCredits, ticketMeters, type TicketMeter } from '../readings/ticket-meters.contract'

/** Good readings looked through for a meter before it has a query of its own. */
const LOOK_BACK = 24

interface Late {
  slotId: string
  game: number
  readings: readonly SlotReading[]
  last: Latest | undefined
}

/** Tickets whose cents are reported, by what was read after an instant. */
interface TicketQuery {
  meters: readonly TicketMeter[]
  after: number
}
/** Those of which the game ever reported cents. Its reports up to `after` were booked without them. */
const ticketsOf = ({ readings, last }: Late): TicketQuery => ({
  meters: ticketMeters.filter(
    name => last?.state.tickets?.[name] !== undefined || readings.some(one => ticketReadings(one)[name]),
  ),
  after: last?.centsAfter ?? 0,
})
const NO_TICKETS: TicketQuery = { meters: [], after: 0 }

/** How judgement of what is `late` begins: after the anchor, the last good reading before `since`. */
export async function stateFrom(
  db: Db,
  late: Late,
  anchor: SlotReading,
  since: number,
  meters: readonly MainMeter[],
): Promise<State> {
  const tickets = ticketsOf(late)
  return (
    stateAt(anchor, meters, tickets) ??
    (await stateBefore(db, late.slotId, late.game, since, meters, tickets)).state
  )
}

/** How judgement stood after the last good reading before an instant, for these meters; `anchor` is that reading. */
async function stateBefore(
  db: Db,
  slotId: string,
  game: number,
  at: number,
  meters: readonly MainMeter[],
  tickets: TicketQuery = NO_TICKETS,
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
  state.clearedAt = clearedAt(anchor)
  state.provenAt = await provenBefore(db, slotId, game, at, state)
  const readings = rows.map(fromRow)
  for (const meter of tickets.meters) {
    const isAlone = isWithoutCredits(state, meter)
    const known = ticketsIn(readings, meter, tickets.after, isAlone)
    if (known !== undefined || rows.length < LOOK_BACK) {
      state.tickets = { ...state.tickets, [meter]: known ?? null }
      continue
    }
    const code = meter === 'ticket_in' ? '000D' : '000E'
    const earlier = await good()
      .where(({ or, eb }) =>
        or([
          eb('more', 'like', `%"${code}"%`),
          eb('repairs', 'like', `%"${meter}"%`),
          eb('repairs', 'like', '%"restarted"%'),
          ...(isAlone ? [eb('repairs', 'like', '%"cleared"%')] : []),
        ]),
      )
      .limit(LOOK_BACK)
      .execute()
    const found = ticketsIn(earlier.map(fromRow), meter, tickets.after, isAlone)
    state.tickets = { ...state.tickets, [meter]: found ?? null }
  }
  return { state, anchor }
}

/** Of readings, the newest first; undefined where none of them says. */
function ticketsIn(readings: readonly SlotReading[], meter: TicketMeter, after: number, isAlone: boolean) {
  for (const reading of readings) {
    const known = reading.at > after ? ticketReadings(reading)[meter] : undefined
    if (known && (isAlone || known.credits !== null)) return known
    if (breaksTickets(reading.repairs, meter, isAlone)) return null
  }
  return undefined
}

/** Queries the readings only where a zero is as old as all that is known of the game. */
async function provenBefore(
  db: Db,
  slotId: string,
  game: number,
  at: number,
  { values, times }: State,
): Promise<number | null> {
  const timesWhere = (isZero: boolean) =>
    movementNames.flatMap((_, meter) =>
      values[meter] !== null && (values[meter] === 0) === isZero ? (times[meter] ?? 0) : [],
    )
  const [zeros, others] = [timesWhere(true), timesWhere(false)]
  const known = Math.min(...others)
  if (others.length > 0 && zeros.every(one => one >= known)) return known
  const first = await readingsOf(db, slotId, game)
    .clearSelect()
    .select('server_time')
    .where('server_time', '<', at)
    .where('held', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('repairs', 'is not', null),
        eb('smib_id', '=', NO_SMIB),
        ...movementNames.map(name => eb(name, '>', 0)),
      ]),
    )
    .orderBy('server_time')
    .limit(1)
    .executeTakeFirst()
  return first?.server_time ?? null
}

/** The same, where the anchor reports all these meters, and one of them more than zero. */
function stateAt(
  anchor: SlotReading,
  meters: readonly MainMeter[],
  query: TicketQuery = NO_TICKETS,
): State | undefined {
  if (meters.some(name => anchor.values[mainNames.indexOf(name)] === null)) return undefined
  if (movementNames.every((_, meter) => (anchor.values[meter] ?? 0) === 0)) return undefined
  let tickets: Tickets | undefined
  for (const meter of query.meters) {
    const known = ticketsIn([anchor], meter, query.after, isWithoutCredits(anchor, meter))
    if (known === undefined) return undefined
    tickets = { ...tickets, [meter]: known }
  }
  return {
    ...nothingKnown(),
    ...(tickets && { tickets }),
    values: anchor.values.slice(),
    times: anchor.values.map(value => (value === null ? null : anchor.at)),
    provenAt: anchor.at,
    clearedAt: clearedAt(anchor),
  }
}

const clearedAt = ({ at, repairs }: SlotReading): number | null =>
  Object.values(repairs).includes('cleared') ? at : null

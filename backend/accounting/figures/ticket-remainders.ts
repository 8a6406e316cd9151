/** Adds the rows of hours and days that have the remainders of tickets to the rows of their slot's price. */
import type { Stored } from './aggregate.queries'
import { noMovement } from '../../telemetry/readings/meters.contract'
import {
  REMAINDER,
  UNSETTLED,
  ticketMeters,
  type TicketMeter,
} from '../../telemetry/readings/ticket-meters.contract'

/** Minor units, signed. */
export type TicketRemainders = Record<TicketMeter, number>

/**
 * A remainder is no price of its own: it goes with the last row of its slot in which tickets moved, or with its last
 * one. What the meters differ by beyond rounding is no money, and in no row.
 */
export function rowsWithRemainders<Row extends Stored & { tickets?: TicketRemainders }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const priced = rows.filter(row => row.denomination_minor > UNSETTLED).map(row => ({ ...row }))
  for (const row of rows) {
    if (row.denomination_minor !== REMAINDER) continue
    const own = priced.filter(one => keyOf(one) === keyOf(row))
    const to = own.findLast(one => ticketMeters.some(name => Number(one[name]) !== 0)) ?? own.at(-1)
    const tickets = Object.fromEntries(
      ticketMeters.map(name => [name, Number(row[name]) * REMAINDER]),
    ) as TicketRemainders
    if (to && ticketMeters.some(name => tickets[name] !== 0)) to.tickets = tickets
  }
  return priced
}

/** What adds up to a row's money. */
export const withRemainders = <Row extends Stored>(
  row: Row,
  tickets: TicketRemainders | undefined,
): Stored[] =>
  tickets
    ? [row, { ...noMovement, ...tickets, currency: row.currency, denomination_minor: 1, machines: 0 }]
    : [row]

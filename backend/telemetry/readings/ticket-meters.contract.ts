/** The meters of tickets, in credits and in cents, and the rows in which their differences stand. */
import { movementNames, type MeterValues, type MovementMeter } from './meters.contract'

/**
 * In place of a price: rows of hours and days in which remainders stand, their signs reversed, so that each sum of
 * movement times price has them.
 */
export const REMAINDER = -1
/** The same of what the two meters differ by beyond rounding: it is listed, and no money. */
export const UNSETTLED = 0

/** By direction: the credits meter, and the codes of its two cents meters. */
export const ticketWays = [
  { meter: 'ticket_in', cashable: '000D', restricted: '000F' },
  { meter: 'ticket_out', cashable: '000E', restricted: '0010' },
] as const satisfies readonly { meter: MovementMeter; cashable: string; restricted: string }[]
export type TicketMeter = (typeof ticketWays)[number]['meter']
export const ticketMeters = ticketWays.map(({ meter }) => meter)

/** The game has never reported the credits meter, so that the cents meter is all that counts these tickets. */
export const isWithoutCredits = (
  { values }: { values: Readonly<MeterValues> },
  meter: TicketMeter,
): boolean => (values[movementNames.indexOf(meter)] ?? null) === null

/**
 * Tickets by the meters that count them in cents. The credits meters (0015, 0016) cut each ticket to whole credits:
 * 12.37 at 5 bani moves them by 247, which is 12.35. Where a game tells both, the cents lead: what they moved beyond
 * credits times price is booked in addition to the credits. Pure.
 */
import { wrapped } from '../readings/limits'
import { movementNames } from '../readings/meters.contract'
import type { Place } from '../readings/place'
import {
  REMAINDER,
  ticketMeters,
  ticketWays,
  UNSETTLED,
  type TicketMeter,
} from '../readings/ticket-meters.contract'
import type { Straddle } from '../readings/check-reading'
import type { Repairs } from '../readings/meter-marks'

/** Both meters of a direction, as one good reading reported them. */
interface TicketReading {
  at: number
  credits: number
  cents: number
  price: number
  currency: string
}
/**
 * By direction: the last good reading that reported both; null once the credits meter does not go on from it. Absent:
 * never reported.
 */
export type Tickets = Partial<Record<TicketMeter, TicketReading | null>>

interface Reported {
  at: number
  values: readonly (number | null)[]
  more?: string | null
  place?: { denomination: number; currency?: string }
}

type Both = Partial<Record<TicketMeter, TicketReading>>
const NONE: Both = {}
const tellsCents = (more: string | null | undefined): more is string =>
  typeof more === 'string' && (more.includes('"000D"') || more.includes('"000E"'))

/** At a price of one cent the two count the same. A cents meter at zero next to credits above zero is none. */
export function ticketReadings({ at, values, more, place }: Reported): Both {
  if (!place || place.denomination <= 1 || !tellsCents(more)) return NONE
  const codes = JSON.parse(more) as Record<string, number | null>
  const both: Both = {}
  for (const { meter, cashable, restricted } of ticketWays) {
    const credits = values[movementNames.indexOf(meter)] ?? null
    const main = codes[cashable] ?? null
    if (credits === null || main === null) continue
    const cents = main + (codes[restricted] ?? 0)
    if (cents > 0 || credits === 0)
      both[meter] = { at, credits, cents, price: place.denomination, currency: place.currency ?? '' }
  }
  return both
}

/**
 * After these the credits meter does not go on from what it was read at before; a new run that was proven goes on from
 * what was held.
 */
export function breaksTickets(repairs: Repairs, meter: TicketMeter): boolean {
  const mark = repairs[meter]
  return (
    (mark !== undefined && mark !== 'rollover' && mark !== 'straddle') ||
    Object.values(repairs).includes('restarted')
  )
}

/** Fewer tickets than one for so many credits: each is cut by less than one credit. Convention. */
const CREDITS_A_TICKET = 10
const isRounding = (remainder: number, credits: number, cents: number, price: number): boolean =>
  (credits === 0 || cents > 0) && Math.abs(remainder) < price * (1 + credits / CREDITS_A_TICKET)

/** Cents meters have eight digits or ten; each of the two that are added up wraps by itself. */
const WIDTHS = [0, 100_000_000, 10_000_000_000]

/** What the cents moved beyond the credits; undefined where they fell and that is no wrap. */
function remainderOf(
  before: TicketReading,
  now: TicketReading,
): { minor: number; isRounding: boolean } | undefined {
  const credits =
    now.credits >= before.credits ? now.credits - before.credits : wrapped(before.credits, now.credits)
  const all = WIDTHS.flatMap(width => {
    const cents = now.cents - before.cents + width
    if (cents < 0) return []
    const minor = cents - credits * now.price
    return { minor, isRounding: isRounding(minor, credits, cents, now.price) }
  })
  return all.find(one => one.isRounding) ?? (now.cents >= before.cents ? all[0] : undefined)
}

interface Judged {
  repairs: Repairs
  straddles?: readonly Straddle[] | undefined
}

/**
 * Moves `state` on by a good reading, and says what is booked in addition to its movement. At a price of one cent
 * there is mostly nothing to look at.
 */
export function withTickets<Outcome extends Judged>(
  state: { tickets?: Tickets | undefined },
  reading: Reported,
  outcome: Outcome,
  after = 0,
): Outcome {
  if (!state.tickets && (reading.place?.denomination ?? 1) <= 1) return outcome
  const { booked, tickets } = bookTickets(state.tickets, reading, outcome, reading.at > after)
  if (tickets) state.tickets = tickets
  return booked.length === 0 ? outcome : { ...outcome, straddles: [...(outcome.straddles ?? []), ...booked] }
}

/** One of these values is newer than what is known of its tickets. */
export const isTicketBefore = (known: Tickets | undefined, values: object, at: number): boolean =>
  ticketMeters.some(name => name in values && (known?.[name]?.at ?? at) < at)

export const sameTickets = (a: Tickets | undefined, b: Tickets | undefined): boolean =>
  a === b || JSON.stringify(a ?? {}) === JSON.stringify(b ?? {})

/** Where the two meters stand after it. */
function bookTickets(
  known: Tickets | undefined,
  reading: Reported,
  { repairs, straddles }: Judged,
  isNew: boolean,
): { booked: Straddle[]; tickets: Tickets | undefined } {
  const both = isNew ? ticketReadings(reading) : NONE
  const booked: Straddle[] = []
  let tickets: Tickets | undefined
  for (const meter of ticketMeters) {
    const last = known?.[meter]
    const before = last && breaksTickets(repairs, meter) ? null : last
    const now = both[meter]
    const stands = now ?? before
    if (stands !== undefined) tickets = { ...tickets, [meter]: stands }
    if (!before || !now || before.price !== now.price || before.currency !== now.currency) continue
    const remainder = remainderOf(before, now)
    if (!remainder || remainder.minor === 0) continue
    const nr = movementNames.indexOf(meter)
    // With the credits: they were booked where the slot stood before.
    const across = straddles?.find(({ moved }) => (moved[nr] ?? 0) > 0)?.change
    const place = across?.place ?? (reading.place as Place)
    const moved = movementNames.map((_, at) =>
      at !== nr ? 0 : remainder.isRounding ? remainder.minor * REMAINDER : remainder.minor,
    )
    booked.push({
      change: {
        at: across?.at ?? place.at,
        price: false,
        place: { ...place, denomination: remainder.isRounding ? REMAINDER : UNSETTLED },
      },
      moved,
    })
  }
  return { booked, tickets }
}

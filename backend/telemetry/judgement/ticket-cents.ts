/**
 * Tickets by the meters that count them in cents. The credits meters (0015, 0016) cut each ticket to whole credits:
 * 12.37 at 5 bani moves them by 247, which is 12.35. Where a game reports both, the cents lead: what they moved beyond
 * credits times price is booked in addition to the credits. Where it never reported the credits meter, all that the
 * cents moved is booked so. Pure.
 */
import { limitsAt, type Between, type Known, type Straddle } from '../readings/check-reading'
import { isOrdinary, isPlausible, isPlausibleWrap, wrapped, type Limits } from '../readings/limits'
import { movementNames } from '../readings/meters.contract'
import type { Place } from '../readings/place'
import {
  isWithoutCredits,
  REMAINDER,
  ticketMeters,
  ticketWays,
  UNSETTLED,
  type TicketMeter,
} from '../readings/ticket-meters.contract'
import type { Repairs } from '../readings/meter-marks'

/** Both meters of a direction, as one good reading reported them. */
interface TicketReading {
  at: number
  /** Null: the reading has the cents alone. They count only where the game has never reported credits. */
  credits: number | null
  cents: number
  price: number
  currency: string
}
/**
 * By direction: the last good reading that reported both; null once the credits meter does not go on from it, or none
 * was found. Absent: cents were never reported, so that what comes late need not look for them.
 */
export type Tickets = Partial<Record<TicketMeter, TicketReading | null>>

interface Reported {
  at: number
  nano: number
  values: readonly (number | null)[]
  more?: string | null
  place?: { denomination: number; currency?: string }
}

type Both = Partial<Record<TicketMeter, TicketReading>>
const NONE: Both = {}
const tellsCents = (more: string | null | undefined): more is string =>
  typeof more === 'string' && (more.includes('"000D"') || more.includes('"000E"'))

/**
 * At a price of one cent the two count the same. A cents meter at zero next to credits above zero is none; nor is one
 * in a reading of nothing but zeros, which may come from a SMIB that has read nothing yet.
 */
export function ticketReadings({ at, values, more, place }: Omit<Reported, 'nano'>): Both {
  if (!place || place.denomination < 1 || !tellsCents(more)) return NONE
  const codes = JSON.parse(more) as Record<string, number | null>
  const both: Both = {}
  for (const { meter, cashable, restricted } of ticketWays) {
    const credits = values[movementNames.indexOf(meter)] ?? null
    const main = codes[cashable] ?? null
    if (main === null || (credits !== null && place.denomination === 1)) continue
    const cents = main + (codes[restricted] ?? 0)
    if (cents > 0 || credits === 0 || (credits === null && values.some(value => (value ?? 0) > 0)))
      both[meter] = { at, credits, cents, price: place.denomination, currency: place.currency ?? '' }
  }
  return both
}

/**
 * After these the credits meter does not go on from what it was read at before; a new run that was proven goes on from
 * what was held.
 */
export function breaksTickets(repairs: Repairs, meter: TicketMeter, isAlone: boolean): boolean {
  const mark = repairs[meter]
  const all = Object.values(repairs)
  return (
    (mark !== undefined && mark !== 'rollover' && mark !== 'straddle') ||
    all.includes('restarted') ||
    // No mark is made of the cents meter itself.
    (isAlone && all.includes('cleared'))
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
  before: TicketReading & { credits: number },
  now: TicketReading & { credits: number },
): { minor: number; isBooked: boolean } | undefined {
  const credits =
    now.credits >= before.credits ? now.credits - before.credits : wrapped(before.credits, now.credits)
  const all = WIDTHS.flatMap(width => {
    const cents = now.cents - before.cents + width
    if (cents < 0) return []
    const minor = cents - credits * now.price
    return { minor, isBooked: isRounding(minor, credits, cents, now.price) }
  })
  return all.find(one => one.isBooked) ?? (now.cents >= before.cents ? all[0] : undefined)
}

/**
 * All that the cents meter moved, judged by the limits that its credits meter would have: what no slot does is listed
 * and is no money. Undefined where it fell and that is no wrap.
 */
function movedAlone(
  meter: TicketMeter,
  before: TicketReading,
  now: TicketReading,
  limits: Limits,
): { minor: number; isBooked: boolean } | undefined {
  const span = { from: before.at, to: now.at, games: undefined }
  if (now.cents < before.cents)
    return isPlausibleWrap(meter, before.cents, now.cents, span, limits)
      ? { minor: wrapped(before.cents, now.cents), isBooked: true }
      : undefined
  const minor = now.cents - before.cents
  const isBooked =
    isPlausible(meter, minor / now.price, span, limits) &&
    isOrdinary(meter, before.cents, now.cents, span, limits)
  return { minor, isBooked }
}

interface Judged {
  repairs: Repairs
  straddles?: readonly Straddle[] | undefined
}

/** Moves `state` on by a good reading, and says what is booked in addition to its movement. */
export function withTickets<Outcome extends Judged>(
  state: Known & { tickets?: Tickets | undefined },
  reading: Reported,
  outcome: Outcome,
  between: Between,
): Outcome {
  if (!state.tickets && !tellsCents(reading.more)) return outcome
  const { booked, tickets } = bookTickets(state, reading, outcome, between)
  if (tickets || state.tickets) state.tickets = tickets
  return booked.length === 0 ? outcome : { ...outcome, straddles: [...(outcome.straddles ?? []), ...booked] }
}

/** One of these values is newer than what is known of its tickets. */
export const isTicketBefore = (known: Tickets | undefined, values: object, at: number): boolean =>
  ticketMeters.some(name => name in values && (known?.[name]?.at ?? at) < at)

/** For what is booked next: null and absent are one. */
export const sameTickets = (a: Tickets | undefined, b: Tickets | undefined): boolean =>
  a === b ||
  ticketMeters.every(meter => JSON.stringify(a?.[meter] ?? null) === JSON.stringify(b?.[meter] ?? null))

/** Where the two meters stand after it. `state` has the reading's own values already. */
function bookTickets(
  state: Known & { tickets?: Tickets | undefined },
  reading: Reported,
  { repairs, straddles }: Judged,
  { limits: own, centsAfter = 0 }: Between,
): { booked: Straddle[]; tickets: Tickets | undefined } {
  const read = reading.at > centsAfter ? ticketReadings(reading) : NONE
  const booked: Straddle[] = []
  let tickets: Tickets | undefined
  for (const meter of ticketMeters) {
    const last = state.tickets?.[meter]
    const isAlone = isWithoutCredits(state, meter)
    const before = last && breaksTickets(repairs, meter, isAlone) ? null : last
    const now = read[meter] && (isAlone || read[meter].credits !== null) ? read[meter] : undefined
    // From the first credits on those are booked: cents of before would count the same tickets again.
    const stands = now ?? (before?.credits === null && !isAlone ? null : before)
    if (stands !== undefined) tickets = { ...tickets, [meter]: stands }
    if (!before || !now) continue
    const found = differenceOf(meter, before, now, () => limitsAt(own, reading))
    if (!found || found.minor === 0) continue
    const nr = movementNames.indexOf(meter)
    // With the credits: they were booked where the slot stood before.
    const crossed = straddles?.find(({ moved }) => (moved[nr] ?? 0) > 0)
    const across = (crossed ?? (before.credits === null ? straddles?.[0] : undefined))?.change
    const place = across?.place ?? (reading.place as Place)
    const moved = movementNames.map((_, at) =>
      at !== nr ? 0 : found.isBooked ? found.minor * REMAINDER : found.minor,
    )
    booked.push({
      change: {
        at: across?.at ?? place.at,
        price: false,
        place: { ...place, denomination: found.isBooked ? REMAINDER : UNSETTLED },
      },
      moved,
    })
  }
  return { booked, tickets }
}

const hasCredits = (one: TicketReading): one is TicketReading & { credits: number } => one.credits !== null

function differenceOf(
  meter: TicketMeter,
  before: TicketReading,
  now: TicketReading,
  limits: () => Limits,
): { minor: number; isBooked: boolean } | undefined {
  if (before.currency !== now.currency) return undefined
  if (hasCredits(before))
    return hasCredits(now) && before.price === now.price ? remainderOf(before, now) : undefined
  return movedAlone(meter, before, now, limits())
}

/** One slot and its SMIB through the hours: play, what goes wrong, and the messages that tell of it. */
import { HOUR_MS, MINUTE_MS } from '../platform/contract/durations'
import type { IngestMessage } from '../telemetry/ingestion/ingest.contract'
import { busy, isSwitchedOff, wallClock } from './calendar'
import { type DemoSlot } from './network'
import { emptyMeters, metersAt, play, type Meters } from './play'
import { mix, hash32, randomFor, randomFrom, type Random } from './random'
import type { Story } from './stories'
import { recordsOf } from './records'
import { gameCounters, gamesOn, shareAmongGames, type GameMeters } from './slot-games'
import { cashEvents, reportsCash } from './cash-events'
import { MODULUS, wireMeters } from './wire-meters'
import type { Raised, Span } from './machine-types'

export interface Life {
  meters: Meters
  messageSeq: number
  eventSeq: number
  /** It was switched off in the hour before. */
  wasOff: boolean
  /** The meters of each game on it, as last reported. */
  games: GameMeters[]
  /** Events that are still to come: an attendant is on the way. */
  later: Raised[]
  /** Of its memory, where a story needs one. */
  copy?: Meters
}

/** As it stood when its history begins. */
export function born(slot: DemoSlot, seed: string): Life {
  const random = randomFor(seed, 'born', slot.index)
  const { gamesPerHour, averageBet, popularity } = slot.profile
  // Half of what it will take in: so that it passes the eight digits in the middle.
  const halfway = gamesPerHour * averageBet * popularity * 0.44 * 24 * 30
  const coinIn = slot.story?.kind === 'rollover' ? MODULUS - halfway : random.int(3_000_000, 38_000_000)
  return {
    meters: metersAt(slot.profile, coinIn, random),
    messageSeq: random.int(100, 9_000),
    eventSeq: random.int(10, 4_000),
    wasOff: false,
    games: [],
    later: [],
  }
}

/** The reading that the history starts from: a baseline without movement. */
export const firstMessage = (slot: DemoSlot, life: Life, at: number): IngestMessage[] => [
  reading(slot, life, at, [], { full: true }),
]

/** How a SMIB tells an hour. */
export interface Telling {
  /** Readings of it. */
  parts: number
  /** With the meters of each game. */
  games: boolean
}

/** Returns the SMIB's messages about the hour that ends at `end`, in time order. Moves `life` on. */
export function hourOf(
  slot: DemoSlot,
  life: Life,
  seed: string,
  end: number,
  { parts, games }: Telling = { parts: 1, games: false },
): IngestMessage[] {
  const start = end - HOUR_MS
  const random = randomFrom(
    mix(hash32(seed) ^ Math.imul(slot.index + 1, 0x9e3779b1) ^ Math.imul(end / HOUR_MS, 0x85ebca77)),
  )
  if (isOff(slot, seed, start)) {
    life.wasOff = true
    life.later = []
    return []
  }
  const { story } = slot
  if (story?.kind === 'ram-clear' && end === story.at + HOUR_MS)
    return cleared(slot, life, start, end, story.reason)

  const raised: Raised[] = life.wasOff
    ? [
        { code: '18', at: start + 20_000 },
        { code: '17', at: start + 21_000 },
      ]
    : []
  life.wasOff = false
  const locked = slot.status === 'locked' && slot.stoppedAt !== null && start >= slot.stoppedAt
  const drift = story?.kind === 'clock-drift' && end > story.from && end <= story.to ? story.by : 0
  raised.push(...life.later)
  const messages: IngestMessage[] = []
  for (let part = 1; part <= parts; part++) {
    const to = start + (part * HOUR_MS) / parts
    raised.push(...playReported(slot, life.meters, { start: to - HOUR_MS / parts, end: to, locked }, random))
    if (part < parts) messages.push(reading(slot, life, to, dueBy(raised, to, drift), {}))
  }
  if (story?.kind === 'ram-clear' && end === story.at && life.meters.credits > 0) {
    const data = { amount_minor: life.meters.credits * slot.denomination, kind: 'cancelled_credits' }
    raised.push({ code: '51', at: end - 6 * MINUTE_MS, data }, { code: '52', at: end - 2 * MINUTE_MS, data })
    settleCredits(life.meters)
  }
  if (story?.kind === 'restored' && end === story.at - story.hours * HOUR_MS)
    life.copy = structuredClone(life.meters)
  if (story?.kind === 'restored' && end === story.at && life.copy) life.meters = life.copy
  if (story?.kind === 'jumped' && end === story.at) life.meters.coinIn += story.credits
  if (story?.kind === 'counterfeit' && end === story.at) {
    for (let bill = 0; bill < story.bills; bill++)
      raised.push({ code: '2C', at: start + 12 * MINUTE_MS + bill * 137_000 })
  }
  if (story?.kind === 'bill-jams' && end === story.at) {
    for (let bill = 0; bill < story.bills; bill++)
      raised.push({ code: '28', at: start + 21 * MINUTE_MS + bill * 16_000 })
  }
  if (drift > 0 && end % (4 * HOUR_MS) === 0) raised.push({ code: '2B', at: end - 14 * MINUTE_MS })
  const due = dueBy(raised, end, drift)
  life.later = raised
  if (story?.kind === 'board-offline' && end > story.from && end <= story.to) return []
  const message = reading(slot, life, end, due, { full: wallClock(end).hour === 8, games })
  if (story?.kind === 'gap' && end > story.at - story.lost * HOUR_MS && end <= story.at) return []
  messages.push(message)
  return story?.kind === 'duplicate' && end === story.at ? [...messages, message] : messages
}

/**
 * Takes out of `raised` what has happened by then, in time order, as a clock that is fast by `drift` milliseconds tells
 * it.
 */
function dueBy(raised: Raised[], by: number, drift: number): Raised[] {
  const due = raised.filter(({ at }) => at <= by).sort((a, b) => a.at - b.at)
  raised.splice(0, raised.length, ...raised.filter(({ at }) => at > by))
  return due.map(event => ({ ...event, at: event.at + drift }))
}

/** SMIB and slot without power. Who has a story to tell stays on. */
export const isOff = (slot: DemoSlot, seed: string, at: number): boolean =>
  (slot.status === 'maintenance' && slot.stoppedAt !== null && at >= slot.stoppedAt) ||
  (!slot.story && isSwitchedOff(seed, slot.index, at))

/** Plays a span and returns everything that is reported of it, unordered. */
export function playReported(slot: DemoSlot, meters: Meters, span: Span, random: Random): Raised[] {
  const before = { notes: { ...meters.notes }, ticketIn: meters.ticketIn, ticketOut: meters.ticketOut }
  const raised = playSpan(slot, meters, span, random)
  return reportsCash(slot) ? [...raised, ...cashEvents(slot, before, meters, span)] : raised
}

/**
 * At most an hour of play, and what an attendant or a log would have seen of it, in no order. Events may fall after the
 * span: a handpay takes its time.
 */
export function playSpan(
  slot: DemoSlot,
  meters: Meters,
  { start, end, locked }: Span,
  random: Random,
): Raised[] {
  const { profile, story } = slot
  const pending = story?.kind === 'handpay-pending' ? story : undefined
  if (pending && start >= pending.at && end <= pending.until)
    return start === pending.at ? [callAttendant(slot, meters, pending)] : []
  const hours = (end - start) / HOUR_MS
  const demand = locked ? 0 : busy(start) * profile.popularity
  const idle = locked || random.chance(Math.max(0, 0.55 - demand))
  let share = idle ? 0 : Math.min(1, demand * random.between(0.55, 1.35)) * hours
  const calls = pending !== undefined && start < pending.at && pending.at < end
  if (calls) share = Math.min(share, (pending.at - start) / HOUR_MS)
  const paid =
    pending !== undefined && start < pending.until && pending.until < end
      ? payPending(slot, meters, pending)
      : []
  const { jackpot, cancelled } = play(meters, profile, share, random.chance(demand), random)
  const raised = [...paid, ...mishaps(slot, { start, end, share, random })]
  if (jackpot > 0) raised.push(...paidByHand(slot, jackpot, 'jackpot', start, hours, random))
  if (cancelled > 0) raised.push(...paidByHand(slot, cancelled, 'cancelled_credits', start, hours, random))
  if (calls) raised.push(callAttendant(slot, meters, pending))
  return raised
}

type Pending = Extract<Story, { kind: 'handpay-pending' }>

/** A win that the player wants in cash: it stands on the credit meter until an attendant pays. */
function callAttendant({ denomination, profile }: DemoSlot, meters: Meters, { at, lei }: Pending): Raised {
  const credits = lei * profile.perLeu
  meters.coinOut += Math.max(0, credits - meters.credits)
  meters.credits = Math.max(credits, meters.credits)
  return { code: '51', at, data: { amount_minor: meters.credits * denomination, kind: 'cancelled_credits' } }
}

function payPending({ denomination }: DemoSlot, meters: Meters, { until }: Pending): Raised[] {
  const data = { amount_minor: meters.credits * denomination, kind: 'cancelled_credits' }
  settleCredits(meters)
  return [{ code: '52', at: until, data }]
}

function paidByHand(
  { denomination }: DemoSlot,
  credits: number,
  kind: string,
  start: number,
  hours: number,
  random: Random,
): Raised[] {
  const at = start + Math.floor(random.between(1, 40) * hours * MINUTE_MS)
  const data = { amount_minor: credits * denomination, kind }
  return [
    { code: '51', at, data },
    { code: '52', at: at + random.int(2, 14) * MINUTE_MS, data },
  ]
}

/** Chances of an hour at full play. */
const troubles: readonly [chance: number, codes: readonly string[]][] = [
  [0.08, ['2B']],
  [0.006, ['28']],
  [0.015, ['11', '12']],
  [0.002, ['74']],
  [0.004, ['2E']],
  [0.001, ['20']],
  [0.0006, ['29']],
  [0.004, ['82', '83']],
]

function mishaps(
  slot: DemoSlot,
  { start, end, share, random }: { start: number; end: number; share: number; random: Random },
): Raised[] {
  const raised: Raised[] = []
  const length = end - start
  for (const [chance, codes] of troubles) {
    if (!random.chance(chance * (0.1 * (length / HOUR_MS) + share))) continue
    const at = start + Math.floor(random.between(0, 0.8) * length)
    codes.forEach((code, index) => raised.push({ code, at: at + index * random.int(20, 400) * 1_000 }))
  }
  // The cashbox is emptied once a week, before the location fills.
  const { hour, weekday } = wallClock(start)
  const at = Math.floor(start / HOUR_MS) * HOUR_MS + (slot.position * 90 + 120) * 1_000
  if (hour === 9 && weekday === slot.index % 5 && at >= start && at < end) {
    raised.push(
      { code: '19', at },
      { code: '1B', at: at + 12_000 },
      { code: '1C', at: at + 55_000 },
      { code: '1A', at: at + 63_000 },
    )
  }
  return raised
}

/** Two readings, as real consoles keep: the peak one second before, and the zeros at the clearing itself. */
function cleared(slot: DemoSlot, life: Life, start: number, end: number, reason: string): IngestMessage[] {
  const at = start + 20 * MINUTE_MS
  const peak = reading(slot, life, at - 1_000, [{ code: '11', at: start + 8 * MINUTE_MS }], { full: true })
  life.meters = emptyMeters()
  const zero = reading(slot, life, at, [{ code: '7A', at, data: { reason } }], { full: true })
  return [peak, zero, reading(slot, life, end, [{ code: '12', at: start + 26 * MINUTE_MS }], {})]
}

const settleCredits = (meters: Meters): void => {
  meters.handpaidCancelled += meters.credits
  meters.credits = 0
}

/** The SMIB's next message. */
export function reading(
  slot: DemoSlot,
  life: Life,
  at: number,
  raised: readonly Raised[],
  { full = false, games = false }: { full?: boolean; games?: boolean },
): IngestMessage {
  if (games && gamesOn(slot) > 0) shareAmongGames(slot, life.meters, life.games)
  const events = raised.map(event => ({ event_seq_nr: ++life.eventSeq, ...event }))
  const seq = ++life.messageSeq
  return {
    smib_id: slot.smib?.mac ?? '',
    message_seq_nr: seq,
    event_seq_nr: life.eventSeq,
    server_time_nano: `${at}000000`,
    kind: 'counters',
    ...(events.length > 0 && { events }),
    counters: [
      { game_nr: 0, meters: wireMeters(life.meters, full) },
      ...(games ? gameCounters(life.games) : []),
    ],
    ...recordsOf(slot, { seq, at, codes: raised.map(({ code }) => code), isDaily: full }),
  }
}

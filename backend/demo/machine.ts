/** One slot and its SMIB through the hours: play, what goes wrong, and the messages that tell of it. */
import type { IngestMessage } from '../rawdata/ingest.contract'
import { busy, isSwitchedOff, wallClock } from './calendar'
import { HOUR_MS, type DemoSlot } from './network'
import { emptyMeters, metersAt, play, type Meters } from './play'
import { mix, hash32, randomFor, randomFrom, type Random } from './random'
import type { Story } from './stories'
import { recordsOf } from './records'
import { MODULUS, wireMeters } from './wire-meters'

export interface Life {
  meters: Meters
  messageSeq: number
  eventSeq: number
  /** It was switched off in the hour before. */
  wasOff: boolean
  /** Of its memory, where a story needs one. */
  copy?: Meters
}

export type DemoEvent = NonNullable<IngestMessage['events']>[number]
export type Raised = Omit<DemoEvent, 'event_seq_nr'> & { at: number }

const MINUTE_MS = 60_000

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
  }
}

/** The reading that the history starts from: a baseline without movement. */
export const firstMessage = (slot: DemoSlot, life: Life, at: number): IngestMessage[] => [
  reading(slot, life, at, [], true),
]

/** What the SMIB sends about the hour that ends at `end`, in time order. Moves `life` on. */
export function hourOf(slot: DemoSlot, life: Life, seed: string, end: number): IngestMessage[] {
  const start = end - HOUR_MS
  const random = randomFrom(
    mix(hash32(seed) ^ Math.imul(slot.index + 1, 0x9e3779b1) ^ Math.imul(end / HOUR_MS, 0x85ebca77)),
  )
  if (isOff(slot, seed, start)) {
    life.wasOff = true
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
  raised.push(...playSpan(slot, life.meters, { start, end, locked }, random))
  if (story?.kind === 'ram-clear' && end === story.at) settleCredits(life.meters)
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
  const drift = story?.kind === 'clock-drift' && end > story.from && end <= story.to ? story.by : 0
  if (drift > 0 && end % (4 * HOUR_MS) === 0) raised.push({ code: '2B', at: start + 31 * MINUTE_MS })
  raised.sort((a, b) => a.at - b.at)
  for (const event of raised) event.at += drift

  if (story?.kind === 'board-offline' && end > story.from && end <= story.to) return []
  const message = reading(slot, life, end, raised, wallClock(end).hour === 8)
  if (story?.kind === 'gap' && end > story.at - story.lost * HOUR_MS && end <= story.at) return []
  return story?.kind === 'duplicate' && end === story.at ? [message, message] : [message]
}

/** SMIB and slot without power. Who has a story to tell stays on. */
export const isOff = (slot: DemoSlot, seed: string, at: number): boolean =>
  (slot.status === 'maintenance' && slot.stoppedAt !== null && at >= slot.stoppedAt) ||
  (!slot.story && isSwitchedOff(seed, slot.index, at))

export interface Span {
  start: number
  end: number
  locked: boolean
}

/** At most an hour of play, and what an attendant or a log would have seen of it, in no order. Events may fall after the span: a handpay takes its time. */
export function playSpan(
  slot: DemoSlot,
  meters: Meters,
  { start, end, locked }: Span,
  random: Random,
): Raised[] {
  const { profile, story } = slot
  const pending = story?.kind === 'handpay-pending' ? story : undefined
  if (pending && start >= pending.at && end <= pending.until) return []
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
  if (cancelled >= 800 * profile.perLeu)
    raised.push(...paidByHand(slot, cancelled, 'cancelled_credits', start, hours, random))
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
  const peak = reading(slot, life, at - 1_000, [{ code: '11', at: start + 8 * MINUTE_MS }], true)
  life.meters = emptyMeters()
  const zero = reading(slot, life, at, [{ code: '7A', at, data: { reason } }], true)
  return [peak, zero, reading(slot, life, end, [{ code: '12', at: start + 26 * MINUTE_MS }], false)]
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
  raised: Raised[],
  full: boolean,
): IngestMessage {
  const events = raised.map(event => ({ event_seq_nr: ++life.eventSeq, ...event }))
  const seq = ++life.messageSeq
  return {
    smib_id: slot.smib?.mac ?? '',
    message_seq_nr: seq,
    event_seq_nr: life.eventSeq,
    server_time_nano: `${at}000000`,
    kind: 'counters',
    ...(events.length > 0 && { events }),
    counters: [{ game_nr: 0, meters: wireMeters(life.meters, full) }],
    ...recordsOf(slot, { seq, at, codes: raised.map(({ code }) => code), isDaily: full }),
  }
}

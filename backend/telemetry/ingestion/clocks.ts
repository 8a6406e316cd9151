/**
 * Clocks that run ahead: such a SMIB's messages are booked when they came, as far apart as it says. By how much its
 * clock was ahead is stored, so that one delay on the way more or less does not put a reading before an earlier one.
 */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import type { Received, Known } from './received-message'

/** A SMIB's clock may run ahead by this much before its messages are booked at another time than they say. */
const CLOCK_AHEAD_MS = 5 * MINUTE_MS
/** Messages further apart than this are not taken for one clock's: a single one from the year 2090 moves no other. */
const ONE_CLOCK_MS = DAY_MS

/** In the order given. The offset of a SMIB's newest message is stored in its context. */
export function inStep(known: readonly Known[], now: number): Known[] {
  if (!known.some(({ smib, message }) => smib.clockOffset !== 0 || latestOf(message) > now + CLOCK_AHEAD_MS))
    return [...known]
  const bySmib = new Map<string, Known[]>()
  for (const one of known) bySmib.set(one.smib.smibId, [...(bySmib.get(one.smib.smibId) ?? []), one])
  const shifted = new Map<Received, Known>()
  for (const own of bySmib.values()) {
    const newestFirst = [...own].sort((a, b) => b.message.at - a.message.at)
    const before = own[0]?.smib.clockOffset ?? 0
    let offset = 0
    let ownTime = Infinity
    let newest: number | undefined
    for (const { smib, message } of newestFirst) {
      if (ownTime - message.at > ONE_CLOCK_MS) offset = offsetOf(message.at, before, now)
      ownTime = message.at
      newest ??= offset
      shifted.set(message, {
        smib: newest === before ? smib : { ...smib, clockOffset: newest },
        message: shiftedBy(message, offset, now),
      })
    }
  }
  return known.map(one => shifted.get(one.message) ?? one)
}

/**
 * The offset stays as long as it brings the message near to the present; a clock that was set right is believed at
 * once.
 */
function offsetOf(at: number, before: number, now: number): number {
  if (before !== 0 && Math.abs(at - before - now) <= CLOCK_AHEAD_MS) return before
  return at - now > CLOCK_AHEAD_MS ? at - now : 0
}

function shiftedBy(message: Received, offset: number, now: number): Received {
  const at = message.at - offset
  // What a message tells is no later than the message that tells it, but for the clock's own tolerance.
  const early = (time: number) => (time - offset > Math.max(at, now + CLOCK_AHEAD_MS) ? at : time - offset)
  return {
    ...message,
    at,
    ownTime: offset === 0 ? null : message.at,
    events: message.events.map(event => ({ ...event, at: early(event.at) })),
    ...(message.logs && { logs: message.logs.map(line => ({ ...line, at: early(line.at) })) }),
  }
}

function latestOf({ at, events, logs }: Received): number {
  let latest = at
  for (const one of events) if (one.at > latest) latest = one.at
  if (logs) for (const one of logs) if (one.at > latest) latest = one.at
  return latest
}

/**
 * Events that this system raises about the feeds themselves, which no slot sent (domain notes, section 3, last line).
 */
import type { CompiledQuery } from 'kysely'
import type { Db } from '../../platform/db/database'
import { newId, sameId } from '../../platform/db/new-id'
import type { SmibContext } from './smib-context'
import type { SlotReading } from '../judgement/counter-readings'
import { intoEvents } from './events'
import type { Feed, FeedState } from './feeds'
import { gamingDayIn } from '../../estate/locations/gaming-day.service'
import { eventKind, type madeCodes } from '../readings/sas-events'
import type { Repair } from '../readings/meter-marks'
import type { Accepted, Known } from './received-message'

/** A clock that runs ahead by more than this is reported once a gaming day. Convention. */
const DRIFT_MS = 60_000
/** One that is behind by more than this for two deliveries is reported too. Convention. */
const BEHIND_MS = 5 * 60_000
const SECOND_MS = 1_000

export interface SystemEvent {
  id: string
  code: (typeof madeCodes)[number]
  at: number
  origin: Pick<SmibContext, 'smibId' | 'tenantId' | 'locationId'> & { slotId: string | null }
  run: number | null
  seq: number | null
  data: Record<string, string | number>
}

export const feedEvents = (feeds: readonly Feed[], now: number): SystemEvent[] =>
  feeds.flatMap(({ smib, numbering }) =>
    numbering.breaks
      .filter(one => one.reported && !one.closed)
      .map(({ kind, run, from, to, at }): SystemEvent => ({
        id: newId(now),
        code: `sequence_${kind}`,
        at,
        origin: originOf(smib),
        run,
        seq: to,
        data: kind === 'gap' ? { from, to, missing: to - from - 1 } : { from, to },
      })),
  )

/** One event for each SMIB and delivery; the same delivery once more adds none. */
export function duplicateEvents(duplicates: readonly Known[]): SystemEvent[] {
  const bySmib = new Map<string, Known[]>()
  for (const one of duplicates) bySmib.set(one.smib.smibId, [...(bySmib.get(one.smib.smibId) ?? []), one])
  return [...bySmib].flatMap(([smibId, repeated]) => {
    const [first, last] = [repeated[0], repeated.at(-1)]
    if (!first || !last) return []
    const { smib, message } = first
    return [
      {
        id: sameId('duplicate_message', smibId, message.seq, message.at, last.message.seq),
        code: 'duplicate_message',
        at: message.at,
        origin: originOf(smib),
        run: null,
        seq: message.seq,
        data: { messages: repeated.length, from: message.seq, to: last.message.seq },
      },
    ]
  })
}

const NOTHING: readonly SystemEvent[] = []
/** As nearly all are. */
function isPlain(repairs: SlotReading['repairs']): boolean {
  for (const _ in repairs) return false
  return true
}

export const readingEvents = (readings: readonly SlotReading[], now: number): SystemEvent[] =>
  readings.flatMap(({ place, smib, run, seq, at, game, repairs, held }) => {
    if (isPlain(repairs)) return NOTHING
    const byRepair = new Map<Repair, string[]>()
    for (const name in repairs) {
      const repair = repairs[name as keyof typeof repairs]
      if (repair && repair !== 'straddle') byRepair.set(repair, [...(byRepair.get(repair) ?? []), name])
    }
    return [...byRepair].map(([repair, meters]) => ({
      id: newId(now),
      code: held ? 'counter_held' : repair === 'rollover' ? 'counter_rollover' : 'counter_baseline',
      at,
      run,
      seq,
      origin: { smibId: smib, tenantId: place.tenantId, locationId: place.locationId, slotId: place.slotId },
      data: { game_nr: game, rule: repair, meters: meters.join(', ') },
    }))
  })

/**
 * Of live messages only: history says nothing about the present clock of its SMIB. Once a gaming day, whichever way.
 */
export const clockEvents = (
  accepted: readonly Accepted[],
  before: ReadonlyMap<string, FeedState>,
  now: number,
): SystemEvent[] => {
  const newest = new Map<string, Accepted>()
  for (const one of accepted) {
    const known = newest.get(one.smib.smibId)
    if (!known || one.message.at >= known.message.at) newest.set(one.smib.smibId, one)
  }
  return [...newest.values()].flatMap(({ smib, message, run }) => {
    const ahead = (message.ownTime ?? message.at) - now
    return ahead > DRIFT_MS || isBehind(smib, ahead, before.get(smib.smibId), now)
      ? [
          {
            id: sameId('clock_drift', smib.smibId, gamingDayIn(smib.rules, now)),
            code: 'clock_drift',
            at: message.at,
            origin: originOf(smib),
            run,
            seq: message.seq,
            data: { seconds: Math.round(ahead / 1000) },
          },
        ]
      : []
  })
}

/**
 * Messages buffered during an outage come ever nearer to the present; a clock that is behind stays as far from it as
 * it was.
 */
function isBehind(
  { lastSeenAt }: SmibContext,
  ahead: number,
  before: FeedState | undefined,
  now: number,
): boolean {
  if (ahead >= -BEHIND_MS || lastSeenAt === null || !before) return false
  const since = now - lastSeenAt
  return (
    since >= SECOND_MS &&
    Math.abs(before.lastAt - lastSeenAt - ahead) <= Math.min(DRIFT_MS, Math.max(SECOND_MS, since / 4))
  )
}

/** `received`: null for history that is played after the fact; its event was raised when it happened. */
export const storeSystemEvents = (
  db: Db,
  events: readonly SystemEvent[],
  received: number | null,
): CompiledQuery[] =>
  intoEvents(
    db,
    [...new Map(events.map(one => [one.id, one])).values()].map(
      ({ id, code, at, origin, run, seq, data }) => {
        const { category, severity } = eventKind(code)
        return [
          id,
          origin.tenantId,
          origin.locationId,
          origin.slotId,
          origin.smibId,
          code,
          category,
          severity,
          JSON.stringify(data),
          run,
          seq,
          null,
          at,
          0,
          received ?? at,
        ]
      },
    ),
  )

const originOf = ({ smibId, tenantId, locationId, slot }: SmibContext): SystemEvent['origin'] => ({
  smibId,
  tenantId,
  locationId,
  slotId: slot?.id ?? null,
})

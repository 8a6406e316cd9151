/** The runs of slots' meters within a location's day, of those slots alone that may have more than one. */
import type { Db } from '../../platform/db/database'
import { movementNames } from '../../telemetry/readings/meters.contract'
import { inOrder } from '../../telemetry/readings/movement'
import { rulingKey, rulingsOf, type Ruling } from '../../telemetry/judgement/rulings.service'
import type { SlotDayRun } from './days.contract'
import type { Day } from '../../telemetry/gaming-days/place.service'
import {
  followers,
  kindKey,
  momentOf,
  openings,
  turningPoints,
  type Kind,
  type StoredReading,
} from './readings.queries'
import { mayBegin, runsOf, type Link, type Values } from './runs'
import type { Stay } from './stays.queries'
import type { Repairs } from '../../telemetry/readings/meter-marks'

export interface RunQuery {
  kinds: readonly Kind[]
  /** Of which of their games; 0: of the slots themselves. */
  game: number
  /** By slot. */
  marks: ReadonlyMap<string, readonly { meters: Record<string, string> }[]>
  stays: ReadonlyMap<string, readonly Stay[]>
  now: number
}

/** By slot, currency and price. */
export async function runsIn(db: Db, place: Day, query: RunQuery): Promise<Map<string, SlotDayRun[]>> {
  const { kinds, game } = query
  const [broken, left] = suspects(place, query)
  const slots = [...new Set([...broken, ...left])]
  const found = new Map<string, SlotDayRun[]>()
  if (slots.length === 0) return found
  const at = (time: number, nano: number) =>
    slots.map(slot => ({ slot, key: slot, at: time, nano, seq: nano > 0 ? -1 : Number.MAX_SAFE_INTEGER }))
  const [points, before, after, rulings] = await Promise.all([
    turningPoints(db, place, slots, game),
    // A reading at the very beginning closes the day before.
    openings(db, at(place.from, 1), game),
    followers(
      db,
      at(place.to, 0).filter(({ slot }) => left.has(slot)),
      game,
    ),
    rulingsOf(db, slots),
  ])
  const counted = await openings(
    db,
    points
      .filter(one => one.repairs?.includes('"restarted"'))
      .map(one => ({
        slot: one.slot_id,
        key: keyOf(one),
        at: one.server_time,
        nano: one.server_nano,
        seq: one.message_seq_nr,
      })),
    game,
    true,
  )
  for (const slot of slots) {
    const own = rulings.get(rulingKey(slot, game)) ?? []
    const [earlier, later] = [before.get(slot), after.get(slot)]
    const link = (reading: StoredReading, kind: string | null): Link => ({
      at: reading.server_time,
      values: valuesOf(reading),
      kind,
      marks: reading.repairs === null ? {} : (JSON.parse(reading.repairs) as Repairs),
      ruled: ruledOf(reading, own),
      counted: counted.has(keyOf(reading)) ? valuesOf(counted.get(keyOf(reading))) : undefined,
    })
    const chain = [
      ...(earlier ? [{ ...link(earlier, null), marks: {} }] : []),
      ...points
        .filter(one => one.slot_id === slot)
        .map(one => link(one, one.location_id === place.locationId ? kindKey(one) : null)),
      ...(later ? [link(later, null)] : []),
    ]
    const stood = query.stays.get(slot)?.[0]
    const known = earlier && stood && stood.since <= place.from ? kindKey(earlier) : null
    for (const kind of kinds.filter(one => one.slot_id === slot)) {
      const key = kindKey(kind)
      const runs = runsOf(key, chain, known)
      if (runs.length > 0) found.set(key, runs)
    }
  }
  return found
}

/** Those whose meters broke or who counted at more than one price, and those that were taken away. */
function suspects({ to }: Day, { kinds, marks, stays, now }: RunQuery): [Set<string>, Set<string>] {
  const slotIds = new Set(kinds.map(({ slot_id }) => slot_id))
  const broken = new Set<string>()
  const once = new Set<string>()
  for (const { slot_id } of kinds) (once.has(slot_id) ? broken : once).add(slot_id)
  for (const [slot, all] of marks)
    if (slotIds.has(slot) && all.some(({ meters }) => Object.values(meters).some(mayBegin))) broken.add(slot)
  const left = new Set<string>()
  for (const slot of slotIds) {
    const last = stays.get(slot)?.at(-1)
    if (last && last.until < Math.min(to, now)) left.add(slot)
  }
  return [broken, left]
}

const keyOf = (one: StoredReading) =>
  [one.slot_id, one.server_time, one.server_nano, one.message_seq_nr, one.smib_id].join(' ')

const valuesOf = (reading: StoredReading | undefined): Values =>
  Object.fromEntries(movementNames.map(name => [name, reading?.[name] ?? null]))

function ruledOf(reading: StoredReading, rulings: readonly Ruling[]): Link['ruled'] {
  const own = rulings.find(one => one.kind === 'break' && inOrder(one.reading, momentOf(reading)) === 0)
  return own?.kind === 'break' ? { before: own.before, after: own.after } : undefined
}

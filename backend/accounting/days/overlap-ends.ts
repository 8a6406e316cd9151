/**
 * Where a slot's own meters take over from the sum of its games, its first day begins with the index that follows what
 * that sum has already: closing minus opening is what is booked.
 */
import { advanced } from '../../telemetry/readings/limits'
import { movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'
import type { Summed } from '../../telemetry/readings/summed'
import type { Day } from '../../telemetry/gaming-days/place.service'
import type { SlotDayRun } from './days.contract'
import { kindKey, type StoredReading } from './readings.queries'

/** Credits or counts, of those that are not 0. */
export type DayOverlap = Partial<Record<MovementMeter, number>>

/** By slot, currency and price. */
export function overlapsOn(summed: Summed, { locationId, day }: Day): Map<string, DayOverlap> {
  const found = new Map<string, DayOverlap>()
  for (const { overlap } of summed.values())
    for (const part of overlap.parts) {
      if (part.day !== day || part.locationId !== locationId) continue
      const { slotId: slot_id, denomination: denomination_minor, currency } = part
      const key = kindKey({ slot_id, denomination_minor, currency })
      const all = found.get(key) ?? {}
      for (const [meter, name] of movementNames.entries())
        if (part.moved[meter]) all[name] = (all[name] ?? 0) + part.moved[meter]
      found.set(key, all)
    }
  return found
}

export function readingGoneOn(
  opening: StoredReading | undefined,
  closing: StoredReading | undefined,
  overlap: DayOverlap | undefined,
): StoredReading | undefined {
  if (!opening || !overlap) return opening
  const on = { ...opening }
  for (const name of movementNames) {
    const index = opening[name]
    if (index !== null && overlap[name]) on[name] = advanced(index, overlap[name], closing?.[name] ?? index)
  }
  return on
}

/**
 * `earlier`: the last reading before the day. What is moved ends there where the first run began after it, and has a
 * run of its own then.
 */
export function runsGoneOn(
  runs: readonly SlotDayRun[] | undefined,
  overlap: DayOverlap | undefined,
  earlier: StoredReading | undefined,
): readonly SlotDayRun[] | undefined {
  const [first, ...others] = runs ?? []
  if (!first || !overlap) return runs
  const before = first.began && earlier
  const isOther = (name: MovementMeter): boolean =>
    before !== null &&
    before !== undefined &&
    earlier?.[name] !== null &&
    earlier?.[name] !== first.opening[name]
  const names = movementNames.filter(name => overlap[name])
  const own = goneOn(
    first,
    overlap,
    names.filter(name => !isOther(name)),
  )
  const ended = names.filter(isOther)
  if (!earlier || ended.length === 0) return [own, ...others]
  const still = Object.fromEntries(
    movementNames.map(name => [
      name,
      earlier[name] !== null && !isOther(name) ? (own.opening[name] ?? null) : earlier[name],
    ]),
  )
  const front = { began: null, at: earlier.server_time, opening: still, closing: still, over: {} }
  return [goneOn(front, overlap, ended), own, ...others]
}

function goneOn(run: SlotDayRun, overlap: DayOverlap, names: readonly MovementMeter[]): SlotDayRun {
  const [opening, over] = [{ ...run.opening }, { ...run.over }]
  for (const name of names) {
    const [index, by] = [opening[name] ?? null, overlap[name] ?? 0]
    if (index === null) continue
    const on = advanced(index, by, run.closing[name] ?? index)
    // Its way over the meter's end is behind it, or lies before it.
    const passed = index + by - on
    if (passed !== 0) over[name] = (over[name] ?? 0) - passed
    opening[name] = on
  }
  return { ...run, opening, over }
}

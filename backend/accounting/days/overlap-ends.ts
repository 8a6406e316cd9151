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

/** The first of them is the one that begins with the day. */
export function runsGoneOn(
  runs: readonly SlotDayRun[] | undefined,
  overlap: DayOverlap | undefined,
): readonly SlotDayRun[] | undefined {
  const [first, ...others] = runs ?? []
  if (!first || !overlap) return runs
  const [opening, over] = [{ ...first.opening }, { ...first.over }]
  for (const name of movementNames) {
    const index = opening[name] ?? null
    if (index === null || !overlap[name]) continue
    const on = advanced(index, overlap[name], first.closing[name] ?? index)
    // Its way over the meter's end is behind it.
    const passed = index + overlap[name] - on
    if (passed !== 0) over[name] = (over[name] ?? 0) - passed
    opening[name] = on
  }
  return [{ ...first, opening, over }, ...others]
}

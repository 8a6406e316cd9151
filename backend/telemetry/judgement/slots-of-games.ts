/**
 * Which slots of a batch tell games, and for which of them it may have become another question what stands for the
 * whole slot.
 */
import { NEAR_MS } from '../readings/check-reading'
import type { MemoryEvent } from '../readings/meter-marks'
import { movementNames } from '../readings/meters.contract'
import { inOrder } from '../readings/movement'
import type { Summed, SummedTo } from '../readings/summed'
import type { SlotReading } from './counter-readings'
import type { LatestOf } from './latest.service'
import type { RollUps } from './roll-ups'

export interface SlotOfGames {
  slotId: string
  /**
   * From here on it is judged anew, or one of its games was read where its own meters were read later already; Infinity
   * where neither is.
   */
  from: number
  /** The first gaming day on which what is booked becomes another. */
  firstDay: string | undefined
  /** The earliest gaming day of its own readings (game 0) in the batch. */
  wholeOn: string | undefined
  /** The meters in them, as in `movementNames`. */
  wholeMeters: ReadonlySet<number>
  /** When its own meters were last read before the batch. */
  wholeAt: number | undefined
}

interface JudgedAnew {
  slotId: string
  readings: readonly SlotReading[]
  events: readonly MemoryEvent[]
}

/** `latest`: before the batch. `late`: what is judged anew. `sums`: what the batch adds. */
export function slotsWithGames(
  fresh: readonly SlotReading[],
  cleared: ReadonlyMap<string, unknown>,
  latest: LatestOf,
  late: readonly JudgedAnew[],
  sums: RollUps,
): SlotOfGames[] {
  const bySlot = new Map<string, SlotReading[]>([...cleared.keys()].map(slotId => [slotId, []]))
  for (const reading of fresh) {
    const { slotId } = reading.place
    const known = bySlot.get(slotId)
    if (known) known.push(reading)
    else bySlot.set(slotId, [reading])
  }
  const telling = [...bySlot].filter(
    ([slotId, readings]) =>
      readings.some(({ game }) => game > 0) || [...(latest.get(slotId)?.keys() ?? [])].some(game => game > 0),
  )
  if (telling.length === 0) return []
  const anew = new Map<string, number>()
  for (const { slotId, readings, events } of late)
    anew.set(
      slotId,
      Math.min(
        anew.get(slotId) ?? Infinity,
        ...readings.map(({ at }) => at),
        ...events.map(({ at }) => at - NEAR_MS),
      ),
    )
  const firstDays = sums.firstDays(new Set(telling.map(([slotId]) => slotId)))
  return telling.map(([slotId, readings]): SlotOfGames => {
    const games = latest.get(slotId)
    const whole = games?.get(0)
    const isFirst = (one: SlotReading): boolean =>
      !games?.has(one.game) || (one.game > 0 && whole !== undefined && inOrder(one, whole) < 0)
    const own = readings.filter(({ game }) => game === 0)
    return {
      slotId,
      from: Math.min(
        anew.get(slotId) ?? Infinity,
        ...readings.flatMap(reading => (isFirst(reading) ? reading.at : [])),
      ),
      firstDay: firstDays.get(slotId),
      wholeOn: own.map(({ place }) => place.day).sort()[0],
      wholeMeters: new Set(
        [...movementNames.keys()].filter(meter => own.some(({ values }) => (values[meter] ?? null) !== null)),
      ),
      wholeAt: whole?.at,
    }
  })
}

/** In a batch so many slots at most that were known before what both count was worked out. */
const MOST_UNKNOWN = 3

/** Those that are to be looked at once the batch is written. */
export function unsettled(slots: readonly SlotOfGames[], summed: Summed): string[] {
  const found: string[] = []
  const unknown: string[] = []
  for (const slot of slots) {
    const to = summed.get(slot.slotId)
    if (isUnsettled(slot, to)) found.push(slot.slotId)
    else if (to?.overlap.until === null && slot.wholeOn !== undefined) unknown.push(slot.slotId)
  }
  return [...found, ...unknown.slice(0, MOST_UNKNOWN)]
}

function isUnsettled(slot: SlotOfGames, to: SummedTo | undefined): boolean {
  const { from, firstDay, wholeOn, wholeMeters, wholeAt } = slot
  if (!to) return from < Infinity || wholeAt === undefined
  const { through, before, overlap } = to
  // Judgement of what lies before never depends on what lies after.
  const until = overlap.waits.length > 0 ? Infinity : (overlap.until ?? Infinity)
  if (from < Infinity && from <= until) return true
  // While its hall changed on that day it moved what is booked there, whenever it is read next.
  if (firstDay !== undefined && firstDay <= through && wholeAt !== undefined && wholeAt >= before) return true
  return wholeOn !== undefined && (wholeOn <= through || overlap.waits.some(meter => wholeMeters.has(meter)))
}

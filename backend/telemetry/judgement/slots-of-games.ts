/**
 * Which slots of a batch tell games, and for which of them it may have become another question what stands for the
 * whole slot.
 */
import type { SlotReading } from './counter-readings'
import type { LatestOf } from './latest.service'
import { inOrder } from '../readings/movement'
import type { Summed } from '../readings/summed'

export interface SlotOfGames {
  slotId: string
  /** What was read first may be another reading now. */
  isUnsettled: boolean
  /** The earliest gaming day of its own readings (game 0) in the batch. */
  wholeOn: string | null
  /** It had reported its own meters before the batch. */
  hasWhole: boolean
}

/** `latest`: before the batch. `late`: what is judged anew. */
export function slotsWithGames(
  fresh: readonly SlotReading[],
  cleared: ReadonlyMap<string, unknown>,
  latest: LatestOf,
  late: readonly { slotId: string }[],
): SlotOfGames[] {
  const bySlot = new Map<string, SlotReading[]>([...cleared.keys()].map(slotId => [slotId, []]))
  for (const reading of fresh) {
    const { slotId } = reading.place
    const known = bySlot.get(slotId)
    if (known) known.push(reading)
    else bySlot.set(slotId, [reading])
  }
  const judgedAnew = new Set(late.map(({ slotId }) => slotId))
  const slots: SlotOfGames[] = []
  for (const [slotId, readings] of bySlot) {
    const games = latest.get(slotId)
    const tellsGames =
      readings.some(({ game }) => game > 0) || [...(games?.keys() ?? [])].some(game => game > 0)
    if (!tellsGames) continue
    const whole = games?.get(0)
    const isFirst = (one: SlotReading): boolean =>
      !games?.has(one.game) || (one.game > 0 && whole !== undefined && inOrder(one, whole) < 0)
    const days = readings.flatMap(({ game, place }) => (game === 0 ? [place.day] : []))
    slots.push({
      slotId,
      isUnsettled: judgedAnew.has(slotId) || readings.some(isFirst),
      wholeOn: days.sort()[0] ?? null,
      hasWhole: whole !== undefined,
    })
  }
  return slots
}

/** Those that are to be looked at once the batch is written. */
export const unsettled = (slots: readonly SlotOfGames[], summed: Summed): string[] =>
  slots
    .filter(({ slotId, isUnsettled, wholeOn, hasWhole }) => {
      const until = summed.get(slotId)
      if (isUnsettled || !until) return isUnsettled || !hasWhole
      return wholeOn !== null && (wholeOn <= until.through || !until.overlap.isDone)
    })
    .map(({ slotId }) => slotId)

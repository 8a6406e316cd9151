/**
 * The runs of the sum of a slot's games: where a game's meters began anew, their sum did, too. A game that has fewer
 * runs stands still in the others, so that closing minus opening of each is what was played in it. Pure.
 */
import { wrapped } from '../../telemetry/readings/limits'
import { movementNames, type MainMeter, type MovementMeter } from '../../telemetry/readings/meters.contract'
import type { SlotDayRun } from './days.contract'

type Values = Readonly<Partial<Record<MovementMeter, number | null>>>
interface Game {
  opening: Values | undefined
  closing: Values | undefined
  runs?: readonly SlotDayRun[] | undefined
}
type Part = Omit<SlotDayRun, 'at'> & { at: number | null }

/** `comparable`: meters that each game reported at both ends, or at none. Undefined where all run on. */
export function summedRuns(
  games: readonly Game[],
  comparable: readonly MainMeter[],
): SlotDayRun[] | undefined {
  const all = games.map(partsOf)
  const most = Math.max(0, ...all.map(parts => parts.length))
  const runs = Array.from({ length: most }, (_, nr) => {
    const parts = all.flatMap(own => own[nr] ?? stillAt(own.at(-1)))
    const begun = parts.find(({ began }) => began !== null)
    return {
      began: begun?.began ?? null,
      at: begun?.at ?? parts.find(({ at }) => at !== null)?.at ?? 0,
      opening: summed(parts, 'opening', comparable),
      closing: summed(parts, 'closing', comparable),
      over: overOf(parts),
    }
  })
  const [one] = runs
  return runs.length > 1 || (one && (one.began !== null || Object.keys(one.over).length > 0))
    ? runs
    : undefined
}

function partsOf({ opening, closing, runs }: Game): Part[] {
  if (runs && runs.length > 0) return [...runs]
  if (!opening || !closing) return []
  const over: Record<string, number> = {}
  for (const name of movementNames) {
    const [from, to] = [opening[name] ?? null, closing[name] ?? null]
    if (from !== null && to !== null && to < from) over[name] = wrapped(from, to) - (to - from)
  }
  return [{ began: null, at: null, opening, closing, over }]
}

const stillAt = (last: Part | undefined): Part[] =>
  last ? [{ ...last, began: null, at: null, opening: last.closing, over: {} }] : []

const summed = (parts: readonly Part[], end: 'opening' | 'closing', comparable: readonly MainMeter[]) =>
  Object.fromEntries(
    movementNames.map(name => {
      const known = parts.flatMap(part => part[end][name] ?? [])
      const isKnown = comparable.includes(name) && known.length > 0
      return [name, isKnown ? known.reduce((sum, one) => sum + one, 0) : null]
    }),
  )

function overOf(parts: readonly Part[]): Record<string, number> {
  const over: Record<string, number> = {}
  for (const part of parts)
    for (const [name, by] of Object.entries(part.over)) if (by !== 0) over[name] = (over[name] ?? 0) + by
  return over
}

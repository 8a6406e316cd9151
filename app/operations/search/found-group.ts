/** One kind of what a search found, in the words of the page. */
import type { Money } from '../../../backend/platform/contract/primitives'

export interface FoundRow {
  href: string
  name: string
  /** Which one it is: a place, an owner, what it is for. */
  where: string | null
  amount: Money | null
  archived: boolean
  /** It is called exactly what was typed. */
  exact: boolean
}

export interface FoundGroup {
  key: string
  title: string
  total: number
  /** The whole list with the same search; null where all rows are here. */
  list: string | null
  /** Names are codes, which are compared sign by sign. */
  code: boolean
  rows: FoundRow[]
}

/** Kinds in which something is called exactly so come first; otherwise their order stays. */
export const bestFirst = (groups: readonly FoundGroup[]): FoundGroup[] =>
  [...groups].sort((one, other) => Number(hasExact(other)) - Number(hasExact(one)))

const hasExact = ({ rows }: FoundGroup) => rows.some(({ exact }) => exact)

/** Kinds that are found by the slot that they are about. */
const aboutSlots = new Set(['handpay', 'jackpot_win'])

/**
 * Whoever types a whole serial wants that slot, not a list of one: the only result, or the only one of that name where
 * all others are about it.
 */
export function onlyResult(groups: readonly FoundGroup[]): string | null {
  const others = groups.filter(({ key }) => !aboutSlots.has(key))
  const [group] = others.length > 0 ? others : groups
  const [row] = group?.rows ?? []
  if (!row || group?.total !== 1 || others.length > 1) return null
  return groups.length === 1 || row.exact ? row.href : null
}

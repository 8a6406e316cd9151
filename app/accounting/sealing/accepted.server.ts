/** Which gaps a form accepts, of a month's days or of a day and those that are closed before it. */
import { gapKinds, type Acceptance } from '../../../backend/accounting/sealing/gaps.contract'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { isId } from '../../engine/data/resource-at.server'
import { NOTHING } from './accept-reason'

export const tickedIn = (form: FormData): string[] =>
  form.getAll('accepted').filter(one => typeof one === 'string')

const namedIn = (ticked: readonly string[]): Acceptance => ({
  all: ticked.includes('all'),
  kinds: gapKinds.filter(kind => ticked.includes(kind)),
  slots: ticked.filter(isId),
})

const acceptsAny = ({ all, kinds, slots }: Acceptance): boolean => all || kinds.length + slots.length > 0

/** Undefined of nothing ticked: it is refused where there may be gaps. */
export function acceptedIn(ticked: readonly string[]): Acceptance | undefined {
  const accepted = namedIn(ticked)
  return ticked.includes(NOTHING) || acceptsAny(accepted) ? accepted : undefined
}

/** Ticks that exclude each other are refused, whether there are gaps or not: a seal is not taken back. */
export const tickProblems = (ticked: readonly string[]): Record<string, FieldProblem[]> =>
  ticked.includes(NOTHING) && acceptsAny(namedIn(ticked)) ? { accepted: [{ code: 'none_and_some' }] } : {}

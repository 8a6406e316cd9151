/** Which gaps a form accepts, of a month's days or of a day and those that are closed before it. */
import { gapKinds, type Acceptance } from '../../../backend/accounting/sealing/gaps.contract'
import { isId } from '../../engine/data/resource-at.server'
import { NOTHING } from './accept-reason'

export const tickedIn = (form: FormData): string[] =>
  form.getAll('accepted').filter(one => typeof one === 'string')

/** Undefined of nothing ticked, and of ticks that exclude each other: it is refused where there may be gaps. */
export function acceptedIn(ticked: readonly string[]): Acceptance | undefined {
  const accepted = {
    all: ticked.includes('all'),
    kinds: gapKinds.filter(kind => ticked.includes(kind)),
    slots: ticked.filter(isId),
  }
  const accepts = accepted.all || accepted.kinds.length + accepted.slots.length > 0
  return ticked.includes(NOTHING) === accepts ? undefined : accepted
}

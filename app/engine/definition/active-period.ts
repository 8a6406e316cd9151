import type { Contract } from '../../../backend/platform/contract/contract'
import type { ListSpec } from '../address/list-spec'

const ACTIVE = 'active'

/** What a list's definition says of its period. Throws when the contract's lists know no such thing. */
export function periodOf(
  name: string,
  contract: Contract,
  period: string | undefined,
): Pick<ListSpec, 'period' | 'active'> {
  if (period !== ACTIVE) return { period }
  if (contract.period !== ACTIVE) throw new Error(`resource ${name}: its contract has no period`)
  return { period: '', active: true }
}

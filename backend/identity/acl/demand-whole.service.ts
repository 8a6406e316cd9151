import { Problem } from '../../platform/contract/problem'
import type { Actor } from '../../platform/request/actor'

/** Throws 403 for somebody whom rules narrow: whoever they let in could see more than they do. */
export function demandWhole({ rules }: Pick<Actor, 'rules'>): void {
  if (rules)
    throw new Problem(403, 'narrowed', {
      message: 'Rules narrow what you see, so you cannot decide what others see',
    })
}

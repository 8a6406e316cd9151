/**
 * Locks or unlocks slots that somebody ticked in a list: begun at once, since the page before showed each of them, and
 * stored as a bulk action, so its result can be read again, repeated and undone.
 */
import { z } from 'zod'
import { reason } from '../../platform/contract/contract'
import { MAX_IDS } from '../../platform/contract/list'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { tickedOrderPath } from '../../estate/slots/slots.contract'
import { bulkAction, bulkAnswer, bulkContract } from './bulk.contract'
import { answer } from './bulk-answer'
import { confirmAtOnce, type BulkTasks } from './bulk.service'
import { chosenSlots } from './chosen-slots.queries'
import { leftOut, type Terms } from './judge'
import { storeBulkPreview } from './preview'

/**
 * `ids`: those that the page named. `left`: those that it showed as left out, which stay so, each with its reason.
 * `without`: whose slots were left out by choice, at their turn, too.
 */
const tickedOrder = z.strictObject({
  reason,
  ids: z.array(id).min(1).max(MAX_IDS),
  left: z.array(id).max(MAX_IDS).default([]),
  without: z.array(z.literal('credits')).max(1).default([]),
})

export function registerTickedOrders(api: Api, tasks: BulkTasks): void {
  for (const action of bulkAction.options)
    api.endpoint(
      {
        method: 'POST',
        path: tickedOrderPath(action),
        family: bulkContract.family,
        permission: { all: ['slot::list', `slot::${action}`] },
        body: tickedOrder,
        write: true,
        response: bulkAnswer,
        summary: `Begin the ${action} of slots that were ticked in a list: up to 200 are ordered before it answers`,
      },
      async ({ db, deps, actor, scope, body: { ids, left, without, reason: why }, now }) => {
        // Offline slots get their order when they are back.
        const terms: Terms = { action, with_credits: !without.includes('credits'), with_offline: true }
        const named = new Set(ids)
        const slots = await chosenSlots(db, scope, [...new Set([...ids, ...left])], now)
        const candidates = slots.map(slot => {
          const reasonOf = leftOut(slot, terms)
          return { slot, reason: reasonOf ?? (named.has(slot.id) ? undefined : ('not_chosen' as const)) }
        })
        const plan = { ...terms, reason: why, wave_size: WAVE, wave_pause_ms: 0, isTicked: true }
        const job = await storeBulkPreview(db, actor, plan, candidates, now)
        await confirmAtOnce({ db, deps, actor, now }, api.stores, job, tasks)
        return answer(db, scope, job, now)
      },
    )
}

/** As the form of bulk actions has it. */
const WAVE = 50

/** A round through a location: each of its slots, and which have been emptied in the open gaming day. */
import { z } from 'zod'
import { id, instant, money, reference } from '../../platform/contract/primitives'
import { collectionState } from './collector-checkpoints.contract'

export const roundPath = '/api/fiscal-reports/v1/collection-round'

export const collectionRound = z.object({
  location: reference,
  /** When the open gaming day began. */
  since: instant,
  slots: z.array(
    z.object({
      slot: reference,
      position: z.string().nullable(),
      /** Its newest collection, whenever that was. */
      last: z
        .object({ _id: id, number: z.string(), timestamp: instant, state: collectionState, actual: money })
        .nullable(),
      /** In the open gaming day. */
      is_collected: z.boolean(),
    }),
  ),
  /** What was counted in the open gaming day, by currency. */
  counted: z.array(money),
})
export type CollectionRound = z.output<typeof collectionRound>

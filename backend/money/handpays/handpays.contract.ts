/** Handpays that wait: a slot has called an attendant, and was not reset since (SAS 51 and 52). */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, money, reference, recordRow } from '../../platform/contract/primitives'

/** unknown: the slot does not say what it is for. */
const handpayKind = z.enum(['jackpot', 'cancelled_credits', 'unknown'])

export const handpaysContract = defineContract({
  family: 'slotcontrol',
  one: 'handpay',
  many: 'handpays',
  row: z.object({
    ...recordRow,
    slot: reference,
    location: reference,
    tenant: reference,
    position: z.string().nullable(),
    kind: handpayKind,
    /** Null: the slot says none. */
    amount: money.nullable(),
    since: instant,
    /** The jackpot's win that it pays; whoever may confirms it there. */
    win: reference.nullable(),
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, slot: id, kind: handpayKind }),
  sort: ['since', 'amount', 'kind'],
  order: { by: 'since', direction: 'ASC' },
  permissions: { list: 'slot::get', read: 'slot::get' },
  actions: {},
})

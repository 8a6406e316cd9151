/** Handpays that wait: a slot has called an attendant, and was not reset since (SAS 51 and 52). */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, money, optionalLines, reference, recordRow } from '../../platform/contract/primitives'

/** unknown: the slot does not say what it is for. */
const handpayKind = z.enum(['jackpot', 'cancelled_credits', 'unknown'])

const REMARKS = 500

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
    /** Who has confirmed that it is paid; the slot's reset is still to come. */
    paid_by: z.string().nullable(),
    paid_at: instant.nullable(),
    remarks: z.string().nullable(),
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, slot: id, kind: handpayKind }),
  sort: ['since', 'amount', 'kind'],
  order: { by: 'since', direction: 'ASC' },
  permissions: { list: 'slot::get', read: 'slot::get' },
  actions: {
    confirm: {
      permission: 'slot::confirm_handpay',
      path: '/api/slotcontrol/v1/handpay-confirm',
      input: z.object({ remarks: optionalLines(REMARKS) }),
    },
  },
})

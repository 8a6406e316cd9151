/** What slots have told of progressive wins, and what became of it. */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, money, reference } from '../../platform/contract/primitives'
import { readsWins } from './jackpots.contract'

export const tellingState = z.enum(['open', 'won', 'unmatched', 'dismissed'])
export type TellingState = z.infer<typeof tellingState>
/** Why no level was won by what a slot has told. */
export const tellingCause = z.enum([
  'no_level',
  'no_amount',
  'amount',
  'several',
  'level_is_won',
  'earlier_run',
])
export type TellingCause = z.infer<typeof tellingCause>

export const jackpotTellingsContract = defineContract({
  family: 'jackpot-manager',
  one: 'jackpot-telling',
  many: 'jackpot-tellings',
  row: z.object({
    _id: id,
    version: z.number().int(),
    timestamp: instant,
    state: tellingState,
    cause: tellingCause.nullable(),
    amount: money.nullable(),
    level_nr: z.number().int().nullable(),
    slot: reference,
    location: reference,
    tenant: reference,
    level: reference.nullable(),
    win: reference.nullable(),
    last_at: instant,
    /** What was told, in the order in which it was heard. Of one. */
    reports: z
      .array(
        z.object({
          code: z.string(),
          at: instant,
          level: z.number().int().nullable(),
          amount: money.nullable(),
        }),
      )
      .optional(),
    decided_by: z.string().nullable(),
    decided_at: instant.nullable(),
    decision_reason: z.string().nullable(),
    archived_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, slot: id, level: id, win: id, state: tellingState }),
  sort: ['timestamp', 'amount', 'state'],
  order: { by: 'timestamp', direction: 'DESC' },
  permissions: { list: readsWins, read: readsWins },
  actions: {
    accept: {
      permission: 'jackpot_win::decide',
      path: '/api/jackpot-manager/v1/jackpot-telling-accept',
      input: z.object({ reason }),
    },
    dismiss: {
      permission: 'jackpot_win::decide',
      path: '/api/jackpot-manager/v1/jackpot-telling-dismiss',
      input: z.object({ reason }),
    },
  },
})

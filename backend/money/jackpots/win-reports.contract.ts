/** Reports of slots about progressive wins, and their outcomes. */
import { z } from 'zod'
import { defineContract, reason } from '../../platform/contract/contract'
import { id, instant, money, reference, recordRow } from '../../platform/contract/primitives'
import { readsWins } from './jackpots.contract'

export const winReportState = z.enum(['open', 'won', 'unmatched', 'dismissed'])
export type WinReportState = z.infer<typeof winReportState>
/** Why a report won no level. */
export const winReportCause = z.enum([
  'no_level',
  'no_amount',
  'amount',
  'several',
  'level_is_won',
  'earlier_run',
])
export type WinReportCause = z.infer<typeof winReportCause>

export const winReportsContract = defineContract({
  family: 'jackpot-manager',
  one: 'jackpot-telling',
  many: 'jackpot-tellings',
  row: z.object({
    ...recordRow,
    timestamp: instant,
    state: winReportState,
    cause: winReportCause.nullable(),
    amount: money.nullable(),
    level_nr: z.number().int().nullable(),
    slot: reference,
    location: reference,
    tenant: reference,
    level: reference.nullable(),
    win: reference.nullable(),
    last_at: instant,
    /** Single messages in the order of their arrival. Only in the answer about one report. */
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
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, slot: id, level: id, win: id, state: winReportState }),
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

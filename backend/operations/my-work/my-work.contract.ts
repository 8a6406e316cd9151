/** What is open and assigned to whoever asks: anomalies, meter discrepancies and work orders in one list. */
import { z } from 'zod'
import { anomalyStates } from '../../accounting/anomalies/anomalies.contract'
import { repairStates } from '../../accounting/days/evidence-kinds.contract'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, isoDay, recordRow, reference } from '../../platform/contract/primitives'
import { readsRecord } from '../../workflow/news/comment-kinds.contract'

export const workKind = z.enum(['anomaly', 'repair', 'work-order'])

export const myWorkContract = defineContract({
  family: 'open-work',
  one: 'my-work',
  many: 'mine',
  row: z.object({
    ...recordRow,
    kind: workKind,
    /** An anomaly's rule, a discrepancy's kind, an order's task. */
    what: z.string(),
    state: z.enum([...new Set([...anomalyStates, ...repairStates, 'in_progress'])] as [string, ...string[]]),
    tenant: reference,
    location: reference,
    slot: reference,
    since: instant,
    due_on: isoDay.nullable(),
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, slot: id, kind: workKind }),
  sort: ['since', 'due_on'],
  order: { by: 'since', direction: 'ASC' },
  permissions: {
    list: { any: [readsRecord.anomaly, readsRecord['work-order']] },
    read: { any: [readsRecord.anomaly, readsRecord['work-order']] },
  },
  actions: {},
})

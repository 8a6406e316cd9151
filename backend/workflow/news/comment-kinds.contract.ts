/** Records that people comment on, by the audit log's names: who reads one reads its comments, and is notified. */
import { z } from 'zod'
import type { Permission } from '../../platform/contract/permissions'

export const commentKind = z.enum(['slot', 'anomaly', 'repair', 'collector-checkpoint', 'work-order'])
export const commentKinds = commentKind.options
export type CommentKind = z.output<typeof commentKind>

export const readsRecord: Readonly<Record<CommentKind, Permission>> = {
  slot: 'slot::get',
  anomaly: 'slot::get',
  repair: 'slot::get',
  'collector-checkpoint': 'collector_checkpoint::list_collector_checkpoints',
  'work-order': 'work_order::list',
}

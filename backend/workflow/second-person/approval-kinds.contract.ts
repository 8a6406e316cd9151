/** What may wait for a second person, and who answers and reads it: notifications go by it, whichever wing asks. */
import type { Permission } from '../../platform/contract/permissions'

/** Actions on a jackpot's level that need a second person. */
export const levelKinds = ['jackpot_reset', 'jackpot_regenerate', 'jackpot_delete'] as const
export const approvalKinds = ['reopening', 'repair', 'seal', 'month', 'edit', ...levelKinds] as const
export type ApprovalKind = (typeof approvalKinds)[number]
/** A repair's proposal is an entry of its repair, in that table. */
export type StoredKind = Exclude<ApprovalKind, 'repair'>

/** `outdated`: its subject had changed before it was approved, so it has to be requested again. */
export const approvalAnswers = ['approved', 'refused', 'withdrawn', 'outdated', 'expired'] as const
export type ApprovalAnswer = (typeof approvalAnswers)[number]

/** Who may answer a request of this kind, and who may read it. */
export const answersKind: Readonly<Record<ApprovalKind, Permission>> = {
  reopening: 'location::seal_report',
  repair: 'slot::decide_repair',
  seal: 'location::seal_report',
  month: 'location::seal_report',
  edit: 'rawdata::ignore_message',
  jackpot_reset: 'jackpot::reset',
  jackpot_regenerate: 'jackpot::regen',
  jackpot_delete: 'jackpot::delete',
}
export const readsKind: Readonly<Record<ApprovalKind, Permission>> = {
  reopening: 'location::list_fiscal_reports',
  repair: 'slot::get',
  seal: 'location::list_fiscal_reports',
  month: 'location::list_fiscal_reports',
  edit: 'slot::get',
  jackpot_reset: 'jackpot::list',
  jackpot_regenerate: 'jackpot::list',
  jackpot_delete: 'jackpot::list',
}

/**
 * Whether what an alarm rule's step says still holds when it comes to be sent: quiet hours and retries may hold it for
 * hours. A later wing knows the alarms (`backend/registrations.ts`).
 */
import type { Db } from '../../platform/db/database'
import type { NotificationsTable } from './notifications.table'
import { stepTemplates, type StepTemplate } from './step-templates.contract'

const fields = [
  'id',
  'template',
  'resource_id',
  'resource_details',
  'data',
  'first_at',
  'to_user_id',
] as const
export type StepNotice = Pick<NotificationsTable, Exclude<(typeof fields)[number], 'template'>> & {
  template: StepTemplate
}
export type StepWaits = (db: Db, notice: StepNotice) => Promise<boolean>

let waits: StepWaits = () => Promise.resolve(true)

export function registerStepWaits(registered: StepWaits): void {
  waits = registered
}

/** Those of the notifications that are of a step and of whose alarms none waits any more. */
export async function stepsOver(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('notifications')
    .select(fields)
    .where('id', 'in', ids)
    .where('template', 'in', Object.keys(stepTemplates))
    .execute()
  const over: string[] = []
  for (const row of rows) if (!(await waits(db, row as StepNotice))) over.push(row.id)
  return over
}

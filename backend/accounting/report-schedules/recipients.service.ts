/** Who may be sent a report now: checked at each sending, and once more when the e-mail is written. */
import { asSeenBy } from '../../identity/auth/rules-of.service'
import { allows } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import { addresseeOf } from '../../workflow/notifications/mail-reader.service'
import { idsIn, readRuleOf } from './report-schedules.store'
import type { ReportSchedulesTable, ReportSendingsTable } from './report-schedules.table'

type Sending = Pick<ReportSendingsTable, 'tenant_id' | 'location_id' | 'kind'>
export type Addressee = NonNullable<Awaited<ReturnType<typeof addresseeOf>>>

export async function recipientsOf(
  db: Db,
  schedule: Pick<ReportSchedulesTable, 'recipients'>,
  sending: Sending,
): Promise<Addressee[]> {
  const found: Addressee[] = []
  for (const id of idsIn(schedule)) {
    const reader = await readerOfReport(db, id, sending)
    if (reader) found.push(reader)
  }
  return found
}

/**
 * Undefined for whoever may not read it: another tenant, disabled, no address, no permission, or a rule that excludes
 * the location.
 */
export async function readerOfReport(
  db: Db,
  userId: string,
  { tenant_id, location_id, kind }: Sending,
): Promise<Addressee | undefined> {
  const reader = await addresseeOf(db, userId)
  if (!reader || reader.tenantId !== tenant_id) return undefined
  if (!allows(reader.permissions, readRuleOf(kind))) return undefined
  const seen = await asSeenBy(db, userId)
  const place = await seen
    .selectFrom('locations')
    .select('id')
    .where('id', '=', location_id)
    .where('tenant_id', '=', tenant_id)
    .executeTakeFirst()
  return place && reader
}

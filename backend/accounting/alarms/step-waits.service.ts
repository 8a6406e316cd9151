/** Whether an alarm that a step's notification may be about is still open, and acknowledged by nobody. */
import { sql } from 'kysely'
import { asSeenBy } from '../../identity/auth/rules-of.service'
import { MINUTE_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import { idsIn } from '../../workflow/news/chosen-locations.service'
import type { ResourceDetails } from '../../workflow/news/resource-details.contract'
import type { StepNotice } from '../../workflow/news/step-waits.service'

/** One that sums up names no alarms: they are those of its rule that had waited as long and that its reader sees. */
export async function stepWaits(db: Db, notice: StepNotice): Promise<boolean> {
  const { template, resource_id: slotId, first_at: at, to_user_id: readerId } = notice
  const { alarm_rule_id: ruleId = '' } = JSON.parse(notice.resource_details) as ResourceDetails
  const isOne = template === 'rule_alarm_step'
  const minutes = Number((JSON.parse(notice.data) as Record<string, string>).value)
  const places = isOne ? [] : await placesOf(db, readerId ?? '')
  const of = isOne
    ? sql`and slot_id = ${slotId}`
    : places.length > 0
      ? sql`and location_id in (${sql.join(places)})`
      : sql``
  const { rows } = await sql<{
    id: string
  }>`select id from alarms where rule_id = ${ruleId} and state = 'open'
    and acknowledged_at is null and created_at <= ${Number(at) - minutes * MINUTE_MS} ${of} limit 1`.execute(
    isOne || readerId === null ? db : await asSeenBy(db, readerId),
  )
  return rows.length > 0
}

/** Of a channel; none: of all, as of a person. */
async function placesOf(db: Db, channelId: string): Promise<string[]> {
  const channel = await db
    .selectFrom('notification_channels')
    .select('locations')
    .where('id', '=', channelId)
    .executeTakeFirst()
  return channel ? idsIn(channel.locations) : []
}

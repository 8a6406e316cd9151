/** Channels that a notification may go to: which they want, what it says there, and when it may be sent. */
import type { Db } from '../../platform/db/database'
import { idsIn } from '../news/chosen-locations.service'
import type { SentNotification } from '../news/notification-body.service'
import type { NotificationsTable } from '../news/notifications.table'
import { quietHoursOf, quietUntil } from '../news/quiet-hours.service'
import { notificationMessage } from './channel-message.service'

type Row = SentNotification & Pick<NotificationsTable, 'place'>

export interface Receiver {
  id: string
  tenant_id: string
  location_id: string | null
  kinds: ReadonlySet<string>
  created_at: number
  wants(row: Row): boolean
  bodyOf(row: Row): string
  /** Epoch milliseconds. */
  sendsAt(row: Row): number
}

/** In which what concerns a whole tenant is written, as in e-mails to people without a zone. */
export const USUAL_ZONE = 'Europe/Bucharest'

export async function channelsOf(
  db: Db,
  tenants: readonly string[],
  { now, link }: { now: number; link: string },
): Promise<Receiver[]> {
  const channels = await db
    .selectFrom('notification_channels')
    .selectAll()
    .where('tenant_id', 'in', tenants)
    .where('enabled', '=', 1)
    .where('archived_at', 'is', null)
    .execute()
  if (channels.length === 0) return []
  const zones = await db
    .selectFrom('locations')
    .select(['id', 'time_zone'])
    .where('tenant_id', 'in', [...new Set(channels.map(one => one.tenant_id))])
    .execute()
  const zoneAt = new Map(zones.map(({ id, time_zone }) => [id, time_zone]))
  const zoneOf = ({ place }: Row) => zoneAt.get(place) ?? USUAL_ZONE
  return channels.map(channel => {
    const severities = new Set(JSON.parse(channel.severities) as string[])
    const locations = new Set(idsIn(channel.locations))
    const hours = quietHoursOf(channel)
    return {
      id: channel.id,
      tenant_id: channel.tenant_id,
      location_id: channel.location_id,
      created_at: channel.created_at,
      kinds: new Set(JSON.parse(channel.kinds) as string[]),
      wants: ({ severity, place }) =>
        severities.has(severity) && (locations.size === 0 || locations.has(place)),
      bodyOf: row => notificationMessage(channel, row, { zone: zoneOf(row), link }),
      sendsAt: row =>
        hours === null || (row.severity === 'alarm' && channel.alarms_in_quiet === 1)
          ? now
          : quietUntil(hours, now, zoneOf(row)),
    }
  })
}

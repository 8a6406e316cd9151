/**
 * The message that an event came with: sent when the event had happened already, so that its number alone does not say
 * which one it is.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { Problem } from '../../platform/contract/problem'
import { LATE_MS } from '../../platform/contract/stream'
import type { Db } from '../../platform/db/database'
import { numberOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'
import type { Key } from './message.queries'

/**
 * So long after the event its message is looked for in any case: of history that was brought in both have the arrival
 * that they were given.
 */
const WITHIN_MS = 7 * DAY_MS

/** Throws 404 for an event that is not there, not in scope, or that this system made itself. */
export async function messageOfEvent(
  db: Db,
  { tenantId }: Scope,
  id: string,
): Promise<Key & { readings: number }> {
  const event = await db
    .selectFrom('events')
    .select(['smib_id', 'run', 'message_seq_nr', 'server_time', 'received_at'])
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!event) throw new Problem(404, 'not_found')
  const { smib_id: smib, run, message_seq_nr, server_time, received_at } = event
  if (smib === null || run === null || message_seq_nr === null) throw new Problem(404, 'not_found')
  const message = await db
    .selectFrom('messages')
    .select(['server_time', 'counter_count'])
    .where('smib_nr', '=', numberOf(smib))
    // A board's clock may be set between the event and its message.
    .where('server_time', '>=', server_time - LATE_MS)
    .where('server_time', '<=', Math.max(received_at, server_time + WITHIN_MS) + LATE_MS)
    .where('message_seq_nr', '=', message_seq_nr)
    .where('run', '=', run)
    .orderBy('server_time')
    .limit(1)
    .executeTakeFirst()
  if (!message) throw new Problem(404, 'not_found')
  return { smib, at: message.server_time, message_seq_nr, readings: message.counter_count }
}

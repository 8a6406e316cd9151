/**
 * A test of a channel: one real attempt, the answer of which is stored with the channel. The request waits for it a
 * short while; one that takes longer is found on the channel's page later.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { recordChange, type Who } from '../../platform/audit/audit.service'
import type { Deps } from '../../platform/deps'
import { sealOf } from '../../platform/secrets/sealed.service'
import { listOfNotifications } from '../news/notifications-link.service'
import { reachOf } from './address'
import { testMessage } from './channel-message.service'
import { USUAL_ZONE } from './channel-receivers.queries'
import { sendToChannel, type SealedChannel } from './channel-request'
import type { NotificationChannelsTable } from './notification-channels.table'

/** Less than the console waits for a call. */
const ANSWER_MS = 3_000

/** The id is one that the actor may see. `patience`: for how long its answer is awaited, milliseconds. */
export async function testChannel(
  deps: Deps,
  actor: Who,
  { id, patience = ANSWER_MS }: { id: string; patience?: number },
): Promise<void> {
  const channel = await deps.db
    .selectFrom('notification_channels')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const begun = deps.clock()
  await deps.db.transaction().execute(async db => {
    await db
      .updateTable('notification_channels')
      .set({ tested_at: begun, test_ms: null, test_problem: null, test_code: null, test_answer: null })
      .where('id', '=', id)
      .execute()
    await recordChange(
      db,
      actor,
      {
        entity: 'notification-channel',
        id,
        tenantId: channel.tenant_id,
        action: 'test',
        before: null,
        after: { sent_to: channel.sent_to },
      },
      begun,
    )
  })
  const ended = attempt(deps, channel, begun).catch((err: unknown) =>
    deps.log.warn({ err, channel: id }, 'test of a channel not stored'),
  )
  await Promise.race([ended, delay(patience, undefined, { ref: false })])
}

async function attempt(
  deps: Deps,
  channel: NotificationChannelsTable & SealedChannel,
  begun: number,
): Promise<void> {
  const link = listOfNotifications(deps.env)
  const started = performance.now()
  const { problem, code, answer } = await sendToChannel(channel, {
    seal: await sealOf(deps),
    reach: reachOf(deps.env),
    body: testMessage(channel, { now: begun, zone: USUAL_ZONE, link }),
  })
  await deps.db
    .updateTable('notification_channels')
    .set({
      test_ms: Math.round(performance.now() - started),
      test_problem: problem,
      test_code: code,
      test_answer: answer,
    })
    .where('id', '=', channel.id)
    // Of a later test the later answer counts.
    .where('tested_at', '=', begun)
    .execute()
}

import { demandWhole } from '../../identity/acl/demand-whole.service'
import { noteRotation, overlapUntil } from '../../identity/api-tokens/rotation.service'
import { recordChange } from '../../platform/audit/audit.service'
import { sealOf } from '../../platform/secrets/sealed.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { command, each, revealingCommand } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { reachOf } from './address'
import { newWebhookSecret, shownPart } from './signature'
import { webhookDeliveriesContract, webhooksContract } from './webhooks.contract'
import { webhookDeliveriesStore, webhooksStoreFor } from './webhooks.store'

export function register(api: Api): void {
  const { deps } = api
  const store = webhooksStoreFor(reachOf(deps.env))
  crud(api, store, {
    secretOf: async (db, { _id }) => {
      const secret = newWebhookSecret()
      const { seal } = await sealOf(deps)
      await db
        .updateTable('webhooks')
        .set({ sealed: seal(secret), starts_with: shownPart(secret) })
        .where('id', '=', _id)
        .execute()
      return secret
    },
  })
  crud(api, webhookDeliveriesStore)

  revealingCommand(
    api,
    store,
    webhooksContract.actions.rotate,
    'Give a webhook another secret; for the overlap both sign',
    async ({ db, actor, now }, row, { overlap, reason }) => {
      demandWhole(actor)
      if (row.archived_at !== null) return { outcome: 'skipped', reason: 'archived', secret: null }
      const secret = newWebhookSecret()
      const { seal } = await sealOf(deps)
      const until = overlapUntil(overlap, now)
      await db
        .updateTable('webhooks')
        .set(own => ({
          previous_sealed: until === null ? null : own.ref('sealed'),
          previous_until: until,
          sealed: seal(secret),
          starts_with: shownPart(secret),
          rotated_at: now,
          updated_at: now,
          version: own('version', '+', 1),
        }))
        .where('id', '=', row._id)
        .execute()
      const startsWith = shownPart(secret)
      await noteRotation(db, actor, { entity: 'webhook', row, startsWith, until, reason }, now)
      return { outcome: 'done', secret }
    },
  )

  command(
    api,
    webhookDeliveriesStore,
    webhookDeliveriesContract.actions.replay,
    'Send deliveries again: the same message, as if for the first time',
    each(async ({ db, actor, now }, row) => {
      const again = await db
        .updateTable('webhook_deliveries')
        .set(own => ({
          state: 'waiting' as const,
          attempts: 0,
          replays: own('replays', '+', 1),
          next_at: now,
          problem: null,
          updated_at: now,
          version: own('version', '+', 1),
        }))
        .where('id', '=', row._id)
        .where('state', '!=', 'waiting')
        .returning('id')
        .executeTakeFirst()
      if (!again) return { outcome: 'skipped', reason: 'waiting' }
      await recordChange(
        db,
        actor,
        {
          entity: 'webhook-delivery',
          id: row._id,
          tenantId: row.tenant?._id ?? SYSTEM_TENANT,
          action: 'replay',
          before: { state: row.state },
          after: { state: 'waiting' },
        },
        now,
      )
      return { outcome: 'done' }
    }),
  )
}

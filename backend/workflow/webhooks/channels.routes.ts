import { z } from 'zod'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { actionResult } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { limiter } from '../../platform/http/limiter'
import { sealOf } from '../../platform/secrets/sealed.service'
import { reachOf } from './address'
import { testChannel } from './channel-test.service'
import { notificationChannelsContract } from './notification-channels.contract'
import { notificationChannelsStoreFor } from './notification-channels.store'

export function register(api: Api): void {
  const { deps } = api
  const store = notificationChannelsStoreFor(reachOf(deps.env), () => sealOf(deps))
  crud(api, store)

  const { permission, path } = notificationChannelsContract.actions.test
  const tries = limiter(30, 600)
  api.endpoint(
    {
      method: 'POST',
      path,
      family: notificationChannelsContract.family,
      summary: 'Send a test message to a channel; its answer is stored with the channel',
      permission,
      body: z.strictObject({ ids: z.array(id).length(1) }),
      response: z.object({ results: z.array(actionResult) }),
      refuses: [429],
    },
    // No transaction: the other side may take its time.
    async ({ db, actor, scope, body, now }) => {
      demandWhole(actor)
      const [channel] = await store.getAll(db, scope, body.ids, now)
      await tries(actor.id)
      if (!channel || channel.archived_at !== null)
        return { results: body.ids.map(id => ({ id, outcome: 'skipped' as const, reason: 'archived' })) }
      await testChannel(deps, actor, { id: channel._id })
      return { results: [{ id: channel._id, outcome: 'done' as const }] }
    },
  )
}

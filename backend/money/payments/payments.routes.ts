import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { networkOf } from '../../platform/contract/client-address'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { revealingCommand } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { once } from '../../platform/http/idempotency'
import { limiter } from '../../platform/http/limiter'
import { announce } from '../../workflow/notifications/notifications.service'
import { callbackAnswer, callbackPath, MAX_CALLBACK_BYTES, SIGNATURE_HEADER } from './callback.contract'
import { takeCallback } from './callback.service'
import { OVERLAP_MS, paymentMerchantsContract } from './payment-merchants.contract'
import { paymentTransactionsContract } from './payment-transactions.contract'
import { paymentLogStore, paymentMerchantsStore, paymentTransactionsStore } from './payments.stores'
import { signingKey } from './signature.service'

/** From one network: a busy tenant has some callbacks a second, and whoever guesses signatures is stopped. */
const CALLBACKS_A_MINUTE = 1_200

export function register(api: Api): void {
  crud(api, paymentTransactionsStore)
  crud(api, paymentLogStore)
  crud(api, paymentMerchantsStore, { secretOf: (db, row) => signingKey(db, row._id, 1) })
  revealingCommand(
    api,
    paymentMerchantsStore,
    paymentMerchantsContract.actions.rotate,
    'Give a payment provider another signing key; the present one stays valid for a day',
    async ({ db, actor, now }, row, { reason }) => {
      const { generation } = await db
        .updateTable('payment_merchants')
        .set(merchant => ({
          generation: merchant('generation', '+', 1),
          rotated_at: now,
          previous_until: now + OVERLAP_MS,
          version: merchant('version', '+', 1),
          updated_at: now,
        }))
        .where('id', '=', row._id)
        .returning('generation')
        .executeTakeFirstOrThrow()
      await recordChange(
        db,
        actor,
        {
          entity: paymentMerchantsContract.one,
          id: row._id,
          tenantId: row.tenant._id,
          action: 'rotate',
          before: { rotated_at: row.rotated_at },
          after: { rotated_at: now, previous_until: now + OVERLAP_MS, reason },
        },
        now,
      )
      return { outcome: 'done', secret: await signingKey(db, row._id, generation) }
    },
  )
  callbacks(api)
}

function callbacks(api: Api): void {
  const admit = limiter(CALLBACKS_A_MINUTE, 60)
  api.endpoint(
    {
      method: 'POST',
      path: `${callbackPath}/:tenant`,
      family: paymentTransactionsContract.family,
      // The signature says who it is.
      permission: 'public',
      summary: `An event of a cashless payment, signed by the tenant's provider in ${SIGNATURE_HEADER}; in any order and as often as it likes`,
      params: z.object({ tenant: id }),
      bytes: true,
      maxBytes: MAX_CALLBACK_BYTES,
      response: callbackAnswer,
      refuses: [401, 409, 413, 429],
    },
    async ({ deps, params, bytes, request, actor, now }) => {
      await admit(networkOf(actor.ip ?? 'unknown'))
      const attempt = { key: undefined, actor, method: 'POST', path: callbackPath, body: null }
      return once(deps, attempt, async db => {
        const { verdict, raised } = await takeCallback(db, {
          tenantId: params.tenant,
          body: bytes,
          signature: request.headers.get(SIGNATURE_HEADER),
          now,
        })
        announce(deps, [raised])
        return verdict
      })
    },
  )
}

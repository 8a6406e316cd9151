/** For modules that do it as somebody: the demo's provider. */
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { takeCallback, type Verdict } from './callback.service'
import type { CallbackBody } from './callback.contract'
import { paymentMerchantsStore } from './payments.stores'
import { sign, signingKey } from './signature.service'

/** Throws what the endpoint would refuse. */
export const addMerchant = (db: Db, actor: Actor, input: object, now: number) =>
  paymentMerchantsStore.create(db, actor, input, now)

/** Tells an event as the tenant's provider does: written down, signed, and taken like any other. In a transaction. */
export async function tellPayment(
  db: Db,
  { merchant, tenantId, generation = 1 }: { merchant: string; tenantId: string; generation?: number },
  event: CallbackBody,
  now: number,
): Promise<Verdict> {
  const body = new TextEncoder().encode(JSON.stringify(event))
  const signature = sign(await signingKey(db, merchant, generation), body, now)
  return (await takeCallback(db, { tenantId, body, signature, now })).verdict
}

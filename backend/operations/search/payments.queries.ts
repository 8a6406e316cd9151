/** Payments by the reference on a receipt: typed whole, since there may be millions and an index has only that. */
import { allows } from '../../platform/contract/permissions'
import { paymentTransactionsStore } from '../../money/payments/payments.stores'
import type { Search } from './found-in-store'
import { resultOf } from './found-in-store'
import { SHOWN, type SearchGroup } from './search.contract'

export async function paymentsByReference(search: Search): Promise<SearchGroup | null> {
  const { db, scope, actor, now, query } = search
  const { list } = paymentTransactionsStore.contract.permissions
  if (!allows(actor.permissions, list)) return null
  const found = await db
    .selectFrom('payment_transactions')
    .select('id')
    .where('provider_ref', 'in', [...new Set([query, query.toUpperCase(), query.toLowerCase()])])
    .$if(scope.tenantId !== null, found => found.where('tenant_id', '=', scope.tenantId))
    .$if(scope.tenantId === null, found =>
      found.where('tenant_id', 'in', db.selectFrom('tenants').select('id')),
    )
    .where('archived_at', 'is', null)
    .orderBy('occurred_at', 'desc')
    .execute()
  const rows = await paymentTransactionsStore.present(
    db,
    scope,
    found.slice(0, SHOWN).map(({ id }) => id),
    now,
  )
  return {
    kind: 'payment',
    total: found.length,
    rows: rows.map(row => resultOf(row, { name: 'provider_ref', where: ['location', 'slot'], amount: true })),
  }
}

/** What a level or a source belongs to. */
import { invalidField } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'

export async function demandLocation(db: Db, tenantId: string, id: string): Promise<void> {
  const found = await db
    .selectFrom('locations')
    .select('id')
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!found) throw invalidField('location', 'unknown')
}

/** Throws 422 for a jackpot that is not there or not in scope. */
export async function jackpotOf(db: Db, { tenantId }: Scope, id: string) {
  const found = await db
    .selectFrom('jackpots')
    .selectAll()
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!found) throw invalidField('jackpot', 'unknown')
  return found
}

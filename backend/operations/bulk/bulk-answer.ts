/** A bulk action as its endpoints answer with it. */
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Actor, Scope } from '../../platform/request/actor'
import { bulkContract } from './bulk.contract'
import { summaryOf } from './bulk.queries'
import { bulkStore } from './bulk.store'
import { jobOf } from './waves'

export async function answer(db: Db, scope: Scope, job: string, now: number) {
  return { job: await bulkStore.get(db, scope, job, now), summary: await summaryOf(db, await jobOf(db, job)) }
}

/**
 * Whoever may order many slots reads every bulk action of the tenant; others those that they began themselves, from
 * slots that they ticked. Throws 404 for any other.
 */
export async function demandReadable(db: Db, actor: Actor, scope: Scope, job: string, now: number) {
  await bulkStore.get(db, scope, job, now)
  if (allows(actor.permissions, bulkContract.permissions.list)) return
  const { created_by } = await jobOf(db, job)
  if (created_by !== actor.id) throw new Problem(404, 'not_found')
}

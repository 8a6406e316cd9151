/** A bulk action as its endpoints answer with it. */
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { summaryOf } from './bulk.queries'
import { bulkStore } from './bulk.store'
import { jobOf } from './waves'

export async function answer(db: Db, scope: Scope, job: string, now: number) {
  return { job: await bulkStore.get(db, scope, job, now), summary: await summaryOf(db, await jobOf(db, job)) }
}

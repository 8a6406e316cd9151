/** What a link shows where nothing else stores it as it was: written once, when the link is made. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { newId } from '../../platform/db/new-id'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { startWatch } from '../../platform/tasks/watch.service'

/** Answers its id: the link's target. In the transaction that makes the link. */
export async function storeSnapshot(db: Db, tenantId: string, content: object, now: number): Promise<string> {
  const id = newId(now)
  await db
    .insertInto('share_snapshots')
    .values({ id, tenant_id: tenantId, content: JSON.stringify(content), created_at: now })
    .execute()
  return id
}

export async function readSnapshot<Content extends z.ZodType>(
  db: Db,
  id: string,
  schema: Content,
): Promise<z.output<Content> | null> {
  const found = await db
    .selectFrom('share_snapshots')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? schema.parse(JSON.parse(found.content)) : null
}

/** Of a link that was revoked. In its transaction. */
export const removeSnapshotOf = (db: Db, linkId: string) =>
  db
    .deleteFrom('share_snapshots')
    .where('id', 'in', links => links.selectFrom('share_links').select('target').where('id', '=', linkId))
    .execute()

const LOOK_EVERY_MS = 60_000
const FAILED = 'snapshots of share links that are over could not be deleted'

/** Nobody can open a link that is over, so what it showed is not stored any longer. */
export const startSnapshotSweep = (deps: Deps): { stop(): Promise<void> } =>
  startWatch(deps, {
    name: 'share-snapshots',
    everyMs: LOOK_EVERY_MS,
    leaseMs: 10 * LOOK_EVERY_MS,
    failed: FAILED,
    look: () => removeEnded(deps),
  })

/** One turn of the work. In the whole database: who sees a part of it does not see each link. */
export async function removeEnded(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = deps.clock()
  const live = sql`select target from share_links where revoked_at is null and expires_at > ${now}`
  const tenants = await tenantsWith(
    deps.db,
    sql`select distinct tenant_id from share_snapshots where id not in (${live})`,
  )
  return tenantByTenant(deps, tenants, {
    failed: FAILED,
    async work(tenant) {
      const { numDeletedRows } = await deps.db
        .deleteFrom('share_snapshots')
        .where('tenant_id', '=', tenant)
        // A link has the tenant of what it shows.
        .where(sql<boolean>`id not in (${live} and tenant_id = ${tenant})`)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  })
}

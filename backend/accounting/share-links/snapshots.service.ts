/** What a link shows where nothing else stores it as it was: written once, when the link is made. */
import type { z } from 'zod'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'

/** Answers its id: the link's target. In the transaction that makes the link. */
export async function storeSnapshot(db: Db, tenantId: string, content: object, now: number): Promise<string> {
  await removeEnded(db, now)
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

/** Nobody can open a link that is over, so what it showed is not stored any longer. */
const removeEnded = (db: Db, now: number) =>
  db
    .deleteFrom('share_snapshots')
    .where('id', 'in', links =>
      links
        .selectFrom('share_links')
        .select('target')
        .where('kind', '!=', 'seal')
        .where(link => link.or([link('expires_at', '<=', now), link('revoked_at', 'is not', null)])),
    )
    .execute()

/** What only one of several backends may do at a time, such as feeding the demo network. */
import type { Db } from '../db/database'

/** True when `owner` now holds `name` until `now + forMs`: it was free, run out, or held by `owner` already. */
export async function holdLease(
  db: Db,
  name: string,
  owner: string,
  forMs: number,
  now: number,
): Promise<boolean> {
  const row = await db
    .insertInto('leases')
    .values({ name, owner, until: now + forMs })
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({ owner, until: now + forMs })
        .where(where => where.or([where('leases.owner', '=', owner), where('leases.until', '<', now)])),
    )
    .returning('owner')
    .executeTakeFirst()
  return row?.owner === owner
}

export async function releaseLease(db: Db, name: string, owner: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute()
}

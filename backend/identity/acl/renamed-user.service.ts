/** What names a user by their user name, once they have another. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'

/** In the transaction of the change. What is assigned to them stays theirs. */
export async function renameInWork(
  db: Db,
  { id, tenantId, from, to }: { id: string; tenantId: string; from: string; to: string },
): Promise<void> {
  await sql`update work_orders set assignee = ${to}, version = version + 1
    where tenant_id = ${tenantId} and lower(assignee) = ${from}`.execute(db)
  for (const table of ['anomalies', 'repairs'])
    await sql`update ${sql.table(table)} set assignee = ${to}, version = version + 1 where assignee_id = ${id}`.execute(
      db,
    )
  await sql`update left_assignments set assignee = ${to} where assignee_id = ${id}`.execute(db)
}

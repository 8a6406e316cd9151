import type { Selectable } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Tables } from '../../platform/db/tables'
import type { Scope } from '../../platform/request/actor'

type Edits = 'ignored_messages' | 'manual_readings' | 'message_edits'

/** Throws 404 for one that is not there or not in scope. */
export async function findEdit<Table extends Edits>(
  db: Db,
  table: Table,
  { tenantId }: Scope,
  id: string,
): Promise<Selectable<Tables[Table]>> {
  const edit = await db
    // All three tables have the columns of this query.
    .selectFrom(table as 'ignored_messages')
    .selectAll()
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!edit) throw new Problem(404, 'not_found')
  return edit as unknown as Selectable<Tables[Table]>
}

/** A column that no index is to be taken for. */
import { sql, type RawBuilder } from 'kysely'
import { isPostgres } from './bulk'
import type { Db } from './database'

/**
 * The embedded database knows nothing of how many rows a condition leaves: it would sooner read every slot that is
 * there, or every one of the tenant, than the few that are silent or open by their own index. A plus before a column
 * keeps its index out of this.
 */
export const plain = (db: Db, column: string): RawBuilder<unknown> =>
  isPostgres(db) ? sql.ref(column) : sql`+${sql.ref(column)}`

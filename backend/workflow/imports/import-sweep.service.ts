/**
 * An import's rows, when they are past their time: what a file said is of no use by then, and 65,000 rows of it are
 * many.
 */
import { sql } from 'kysely'
import { HOUR_MS } from '../../platform/contract/durations'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { tenantByTenant, tenantsWith } from '../../platform/tasks/each-tenant.service'
import { repeat } from '../../platform/tasks/watch.service'
import { ROW_RETENTION_MS } from './imports.contract'

/** Rows a statement: other writers wait no longer than for these. */
const PIECE = 2_000
const FAILED = 'rows of old imports were not removed'

/** Removes what is past its time, now and each hour. */
export const startImportSweep = (deps: Deps): { stop(): Promise<void> } =>
  repeat(deps, {
    afterMs: 0,
    everyMs: HOUR_MS,
    failed: FAILED,
    turn: signal => removeOldRows(deps, deps.clock(), signal),
  })

/** Returns how many rows went. Several backends may do it at once; whoever comes after one that died goes on. */
export async function removeOldRows(
  deps: Pick<Deps, 'db' | 'log'>,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  // A check that goes on comes to its end first.
  const isPast = sql`i.rows_removed_at is null
    and case when i.state = 'undone' then i.undone_at when i.state = 'committed' or (i.state = 'checking' and not exists
      (select 1 from tasks k where k.id = i.task_id and k.state in ('queued', 'running'))) then i.committed_at end <= ${now - ROW_RETENTION_MS}`
  const isLeft = sql`i.rows_removed_at is not null
    and (exists (select 1 from import_rows r where r.import_id = i.id) or exists (select 1 from import_parts p where p.import_id = i.id))`
  const tenants = await tenantsWith(
    deps.db,
    sql`select distinct i.tenant_id from imports i where (${isPast}) or (${isLeft})`,
  )
  return tenantByTenant(deps, tenants, {
    failed: FAILED,
    isOver: () => signal?.aborted === true,
    async work(tenant) {
      // The mark comes first and names the state: an undo that was ordered meanwhile keeps its rows, a later one is
      // refused.
      await sql`update imports as i set rows_removed_at = ${now}, version = version + 1 where i.tenant_id = ${tenant} and ${isPast}`.execute(
        deps.db,
      )
      const { rows: marked } = await sql<{
        id: string
      }>`select i.id from imports i where i.tenant_id = ${tenant} and ${isLeft}`.execute(deps.db)
      let removed = 0
      for (const { id } of marked) removed += await removeRowsOf(deps.db, id, signal)
      return removed
    },
  })
}

async function removeRowsOf(db: Db, id: string, signal: AbortSignal | undefined): Promise<number> {
  // What a check that was stopped had still before it.
  await db.deleteFrom('import_parts').where('import_id', '=', id).execute()
  let removed = 0
  for (let went = PIECE; went === PIECE && !signal?.aborted; removed += went) {
    const { numAffectedRows } =
      await sql`delete from import_rows where import_id = ${id} and line in (select line from import_rows where import_id = ${id} order by line limit ${PIECE})`.execute(
        db,
      )
    went = Number(numAffectedRows ?? 0n)
  }
  return removed
}

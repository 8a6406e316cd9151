/** The bulk edits of a list; a preview that nobody confirmed is not among them. */
import { sql } from 'kysely'
import type { ListAnswer, ListRequest } from '../../platform/contract/list'
import { bulkEditJobFilters, PAST_SORT, type BulkEditJob } from '../../platform/contract/bulk-edit'
import { invalidField } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { hasWords } from '../../platform/db/has-words'
import { bulkEditWire } from './bulk-edit.service'
import { exactFilters } from '../../platform/request/exact-filters'
import type { Scope } from '../../platform/request/actor'

/**
 * Searches the words of a job's reason and its author, newest first by default. Throws 422 for a filter or an order
 * that it does not have.
 */
export async function jobHistory(
  db: Db,
  { tenantId }: Scope,
  list: string,
  request: ListRequest,
  now: number,
): Promise<ListAnswer<BulkEditJob>> {
  const { action, state } = exactFilters(request, bulkEditJobFilters)
  const all = [
    sql`m.list = ${list}`,
    ...(tenantId === null ? [] : [sql`m.tenant_id = ${tenantId}`]),
    state ? sql`m.state in (${sql.join(state)})` : sql`m.state != 'previewed'`,
    ...(action ? [sql`m.action in (${sql.join(action)})`] : []),
    ...hasWords(sql.ref('m.search'), request.query),
  ]
  const from = sql`from many_jobs m where ${sql.join(all, sql` and `)}`
  const [{ rows }, counted] = await Promise.all([
    sql<
      Parameters<typeof bulkEditWire>[0]
    >`select m.* ${from} order by ${orderOf(request)} limit ${request.rowsPerPage} offset ${request.page * request.rowsPerPage}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
  ])
  return { rows: rows.map(bulkEditWire), total: Number(counted.rows[0]?.total ?? 0), as_of: now }
}

function orderOf({ sortBy, sortDirection }: ListRequest) {
  const keys = sortBy.map((key, index) => {
    const direction = sortDirection[index] === 'ASC' ? sql`asc` : sql`desc`
    if (key === 'id' || key === '_id') return sql`m.id ${direction}`
    if (!PAST_SORT.some(one => one === key)) throw invalidField('sortBy', 'unknown_field')
    return sql`${sql.ref(key === 'created_by' ? 'm.created_by_name' : `m.${key}`)} ${direction} nulls last`
  })
  return sql.join([...keys, sql`m.id desc`])
}

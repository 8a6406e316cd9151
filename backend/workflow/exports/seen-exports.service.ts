/**
 * Which exports somebody sees: their tenant's, of lists that they may carry away; other people's with
 * `data_export::list`.
 */
import { sql, type RawBuilder } from 'kysely'
import { exportPermission } from '../../platform/contract/export-permission'
import { rulesOfFields } from '../../platform/contract/field-permissions'
import type { ListAnswer, ListRequest } from '../../platform/contract/list'
import { allows, type PermissionRule } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { hasWords } from '../../platform/db/has-words'
import type { ListSource } from '../../platform/store/list-source'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { exactFilters } from '../../platform/request/exact-filters'
import { exportsContract, type DataExport, type ExportState } from './exports.contract'
import type { DataExportsTable } from './exports.table'

/** The lists that exist, by `family/many`. */
export type Sources = ReadonlyMap<string, ListSource>

interface Found extends DataExportsTable {
  tenant_name: string | null
  task_state: string
  progress: number
  progress_note: string | null
  error: string | null
}

const columns = sql`e.*, n.name as tenant_name, t.state as task_state, t.progress, t.progress_note, t.error`
const from = sql`from data_exports e join tasks t on t.id = e.task_id left join tenants n on n.id = e.tenant_id`

export async function listExports(
  db: Db,
  actor: Actor,
  sources: Sources,
  request: ListRequest,
  now: number,
): Promise<ListAnswer<DataExport>> {
  const where = matching(actor, sources, request, now)
  const found = await sql<Found>`select ${columns} ${from} where ${where} order by ${orderOf(request)}
      limit ${request.rowsPerPage} offset ${request.page * request.rowsPerPage}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${from} where ${where}`.execute(db)
  return {
    rows: found.rows.map(row => toWire(row, actor, now)),
    total: Number(counted.rows[0]?.total ?? 0),
    as_of: now,
  }
}

/** Throws 404 for what is not there or not in scope, 403 for a list that this person may not carry away (any more). */
export async function readExport(
  db: Db,
  actor: Actor,
  sources: Sources,
  id: string,
  now: number,
): Promise<DataExport> {
  const {
    rows: [row],
  } = await sql<Found>`select ${columns} ${from} where ${visible(actor)} and e.id = ${id}`.execute(db)
  if (!row) throw new Problem(404, 'not_found', { message: 'No such export' })
  const source = sources.get(row.list)
  if (!source) throw new Problem(403, 'forbidden')
  demandCarry(actor, source, JSON.parse(row.columns) as string[])
  return toWire(row, actor, now)
}

/** Throws 403 for a list, or a column of it, that this person may not carry away. */
export function demandCarry(actor: Actor, { contract }: ListSource, columns: readonly string[]): void {
  const rules: PermissionRule[] = [exportPermission(contract), ...rulesOfFields(contract, columns)]
  const permission = rules.find(rule => !allows(actor.permissions, rule))
  if (permission) throw new Problem(403, 'forbidden', { details: { permission } })
}

const mayCarry = (actor: Actor, { contract }: ListSource): boolean =>
  allows(actor.permissions, exportPermission(contract))

/** The scope first, always. */
function visible(actor: Actor): RawBuilder<boolean> {
  const { tenantId } = scopeOf(actor)
  const scope = tenantId === null ? sql<boolean>`1 = 1` : sql<boolean>`e.tenant_id = ${tenantId}`
  return allows(actor.permissions, 'data_export::list')
    ? scope
    : sql<boolean>`${scope} and e.created_by_id = ${actor.id}`
}

function matching(actor: Actor, sources: Sources, request: ListRequest, now: number): RawBuilder<boolean> {
  const lists = [...sources].filter(([, source]) => mayCarry(actor, source)).map(([list]) => list)
  const all = [
    visible(actor),
    lists.length > 0 ? sql<boolean>`e.list in (${sql.join(lists)})` : sql<boolean>`1 = 0`,
  ]
  const { page, state } = exactFilters(request, exportsContract.filters)
  if (page) all.push(sql<boolean>`e.page in (${sql.join(page)})`)
  if (state)
    all.push(
      sql<boolean>`case when t.state = 'done' and e.expires_at <= ${now} then 'expired' else t.state end in (${sql.join(state)})`,
    )
  all.push(...hasWords(sql.ref('e.search'), request.query))
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

function orderOf({ sortBy, sortDirection }: ListRequest): RawBuilder<unknown> {
  const keys = sortBy.map((wire, index) => {
    const direction = sortDirection[index] === 'ASC' ? sql`asc` : sql`desc`
    if (wire === 'id' || wire === '_id') return sql`e.id ${direction}`
    if (!exportsContract.sort.some(key => key === wire))
      throw new Problem(422, 'invalid', { fields: { sortBy: [{ code: 'unknown_field' }] } })
    return sql`${sql.ref(`e.${wire}`)} ${direction} nulls last`
  })
  return sql.join([...keys, sql`e.id desc`])
}

function toWire(row: Found, actor: Actor, now: number): DataExport {
  const state: ExportState =
    row.task_state === 'done' && row.expires_at !== null && row.expires_at <= now
      ? 'expired'
      : (row.task_state as ExportState)
  return {
    _id: row.id,
    version: row.version,
    tenant: row.tenant_name === null ? null : { _id: row.tenant_id, name: row.tenant_name },
    list: row.list,
    page: row.page,
    address: row.address,
    columns: JSON.parse(row.columns) as string[],
    shown: row.shown === null ? null : (JSON.parse(row.shown) as string[]),
    units: row.units === null ? null : (JSON.parse(row.units) as Record<string, string[]>),
    language: row.language,
    time_zone: row.time_zone,
    state,
    progress: row.progress,
    progress_note: row.progress_note,
    task: row.task_id,
    error: row.error,
    created_by: row.created_by,
    own: row.created_by_id === actor.id,
    expected_rows: row.expected_rows,
    rows: row.rows,
    bytes: row.bytes,
    chunks: row.chunks,
    as_of: row.as_of,
    finished_at: row.finished_at,
    expires_at: row.expires_at,
    archived_at: null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

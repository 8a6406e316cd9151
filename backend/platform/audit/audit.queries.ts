import { sql, type SelectQueryBuilder } from 'kysely'
import { RAW_TOTAL_CAP, type ListAnswer, type ListRequest } from '../contract/list'
import { Problem } from '../contract/problem'
import type { Db } from '../db/database'
import { hasWords } from '../db/has-words'
import type { Tables } from '../db/tables'
import type { Scope } from '../request/actor'
import { exactFilters } from '../request/exact-filters'
import { auditContract, type AuditEntry } from './audit.contract'
import type { AuditLogTable } from './audit.table'

type Filter = keyof typeof auditContract.filters.shape

/** Newest first unless the request says otherwise. Totals are exact up to 10,000. `actorId`: only what that one did. */
export async function listEntries(
  db: Db,
  scope: Scope,
  request: ListRequest,
  now: number,
  actorId?: string,
): Promise<ListAnswer<Partial<AuditEntry>>> {
  const found = matching(db, scope, request, actorId)
  const direction = directionOf(request)
  const rows = await found
    .selectAll()
    .orderBy('at', direction)
    .orderBy('seq', direction)
    .orderBy('id', direction)
    .limit(request.rowsPerPage)
    .offset(request.page * request.rowsPerPage)
    .execute()
  const counted = await db
    .selectFrom(
      found
        .select(sql<number>`1`.as('one'))
        .limit(RAW_TOTAL_CAP + 1)
        .as('found'),
    )
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const total = Number(counted.total)
  const tenants = await tenantsOf(db, rows, request.fields)
  return {
    rows: rows.map(row => pick(toWire(row, tenants), request.fields)),
    total: Math.min(total, RAW_TOTAL_CAP),
    as_of: now,
    ...(total > RAW_TOTAL_CAP && { capped: true }),
  }
}

/** Throws 404 for what is not there or not in scope. */
export async function readEntry(db: Db, scope: Scope, id: string): Promise<AuditEntry> {
  const row = await inScope(db, scope).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found', { message: 'No such entry' })
  return toWire(row, await tenantsOf(db, [row]))
}

/** Names by id, where the request wants them. */
async function tenantsOf(
  db: Db,
  rows: readonly AuditLogTable[],
  fields?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0 || (fields && !fields.includes('tenant'))) return new Map()
  const found = await db
    .selectFrom('tenants')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(rows.map(row => row.tenant_id))])
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/**
 * How long the log is, of all tenants together. Each change writes to it, so between two equal answers nothing was
 * changed.
 */
export async function entriesInAll(db: Db): Promise<number> {
  const { entries } = await db
    .selectFrom('audit_heads')
    .select(row => row.fn.sum<number | null>('seq').as('entries'))
    .executeTakeFirstOrThrow()
  return Number(entries ?? 0)
}

type Query = SelectQueryBuilder<Tables, 'audit_log', object>

function inScope(db: Db, { tenantId }: Scope): Query {
  const all = db.selectFrom('audit_log')
  return tenantId === null ? all : all.where('tenant_id', '=', tenantId)
}

/** One predicate for the page and its total. The scope first, always. */
function matching(db: Db, scope: Scope, request: ListRequest, actorId: string | undefined): Query {
  let query = inScope(db, scope)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  for (const [name, values] of filtersOf(request))
    query = query.where(name === 'tenant' ? 'tenant_id' : name, 'in', values)
  if (request.dateStart !== undefined) query = query.where('at', '>=', request.dateStart)
  if (request.dateEnd !== undefined) query = query.where('at', '<', request.dateEnd)
  for (const word of hasWords(sql.ref('search'), request.query)) query = query.where(word)
  return query
}

const filtersOf = (request: ListRequest): [Filter, string[]][] =>
  Object.entries(exactFilters(request, auditContract.filters)) as [Filter, string[]][]

// An entry's id begins with its time, so whichever key it is sorted by, there is one order.
const directionOf = ({ sortDirection }: ListRequest): 'asc' | 'desc' =>
  sortDirection[0] === 'ASC' ? 'asc' : 'desc'

const toWire = (row: AuditLogTable, tenants: ReadonlyMap<string, string>): AuditEntry => ({
  _id: row.id,
  tenant_id: row.tenant_id,
  tenant: tenants.has(row.tenant_id) ? { _id: row.tenant_id, name: tenants.get(row.tenant_id) ?? '' } : null,
  seq: row.seq,
  at: row.at,
  actor: { id: row.actor_id, name: row.actor_name, kind: row.actor_kind as AuditEntry['actor']['kind'] },
  ip: row.ip,
  request_id: row.request_id,
  entity: row.entity,
  entity_id: row.entity_id,
  action: row.action,
  before: parsed(row.before_json),
  after: parsed(row.after_json),
  hash: row.hash,
  prev_hash: row.prev_hash,
})

const parsed = (json: string | null): Record<string, unknown> | null =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>)

const pick = (row: AuditEntry, fields: string[] | undefined): Partial<AuditEntry> =>
  fields
    ? Object.fromEntries(Object.entries(row).filter(([name]) => name === '_id' || fields.includes(name)))
    : row

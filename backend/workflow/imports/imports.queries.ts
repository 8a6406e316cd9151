/** What is shown of an import: itself with its task, and its rows. */
import { sql } from 'kysely'
import type { RowOf } from '../../platform/contract/contract'
import type { ListAnswer, ListRequest } from '../../platform/contract/list'
import { allows, type PermissionMap } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { hasWords } from '../../platform/db/has-words'
import type { Actor, Scope } from '../../platform/request/actor'
import { exactFilters } from '../../platform/request/exact-filters'
import {
  importPermission,
  importRowFilters,
  type ImportEntity,
  type ImportMode,
  type ImportProblem,
  type ImportRow,
  type importsContract,
} from './imports.contract'
import { importsStore } from './imports.store'
import { hasProblem } from './problem-kinds'
import type { ImportRowsTable } from './imports.table'
import { importerOf } from './importers'

export type Import = RowOf<typeof importsContract>

/** Throws 404 out of scope, 403 for one of a kind that the caller may not import. */
export async function readImport(
  db: Db,
  actor: Pick<Actor, 'permissions'>,
  scope: Scope,
  id: string,
  now: number,
): Promise<Import> {
  const found = await importsStore.get(db, scope, id, now)
  demand(actor.permissions, found.entity, found.mode)
  if (!found.task) return found
  const task = await db
    .selectFrom('tasks')
    .select(['id', 'state', 'progress', 'progress_note', 'error'])
    .where('id', '=', found.task._id)
    .executeTakeFirst()
  return {
    ...found,
    task: task
      ? {
          _id: task.id,
          state: task.state as NonNullable<Import['task']>['state'],
          progress: Number(task.progress),
          note: task.progress_note,
          error: task.error,
        }
      : null,
  }
}

export function demand(permissions: PermissionMap, entity: ImportEntity, mode: ImportMode): void {
  const permission = importPermission(importerOf(entity).kind, mode)
  if (!allows(permissions, permission))
    throw new Problem(403, 'forbidden', { message: 'Not permitted', details: { permission } })
}

/** Rows of one import. Throws 422 without it, 404 when it is not theirs to see. */
export async function listRows(
  db: Db,
  actor: Actor,
  scope: Scope,
  request: ListRequest,
  now: number,
): Promise<ListAnswer<ImportRow>> {
  const filters = exactFilters(request, importRowFilters)
  const [importId] = filters.import ?? []
  if (!importId) throw new Problem(422, 'invalid', { fields: { import: [{ code: 'required' }] } })
  const of = await readImport(db, actor, scope, importId, now)
  const where = [sql`r.import_id = ${importId}`]
  if (filters.state) where.push(sql`r.state in (${sql.join(filters.state)})`)
  if (filters.action) where.push(sql`r.action in (${sql.join(filters.action)})`)
  const wrong = hasProblem(sql.ref('r.problems'), filters.problem, filters.column)
  if (wrong) where.push(wrong)
  where.push(...hasWords(sql.ref('r.search'), request.query))
  const direction = request.sortDirection[0] === 'DESC' ? sql`desc` : sql`asc`
  const all = sql`from import_rows r where ${sql.join(where, sql` and `)}`
  const [{ rows }, counted] = await Promise.all([
    sql<ImportRowsTable>`select r.* ${all} order by r.line ${direction} limit ${request.rowsPerPage} offset ${request.page * request.rowsPerPage}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total ${all}`.execute(db),
  ])
  return { rows: await shown(db, of, rows), total: Number(counted.rows[0]?.total ?? 0), as_of: now }
}

export async function rowsShown(db: Db, of: Import, lines: readonly number[]): Promise<ImportRow[]> {
  if (lines.length === 0) return []
  const rows = await db
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', of._id)
    .where('line', 'in', [...lines])
    .orderBy('line')
    .execute()
  return shown(db, of, rows)
}

async function shown(db: Db, of: Import, rows: readonly ImportRowsTable[]): Promise<ImportRow[]> {
  const { table, name: called } = importerOf(of.entity)
  const ids = [...new Set(rows.flatMap(row => row.entity_id ?? []))]
  const named =
    ids.length === 0
      ? []
      : (
          await sql<{
            id: string
            name: string
          }>`select id, ${sql.ref(called)} as name from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(
            db,
          )
        ).rows
  const names = new Map(named.map(row => [row.id, row.name]))
  return rows.map(row => {
    const cells = JSON.parse(row.cells) as string[]
    const values = Object.fromEntries(
      of.columns.flatMap(({ name }, index) => (name === null ? [] : [[name, cells[index] ?? '']])),
    )
    const line = Number(row.line)
    return {
      _id: line.toString(16).padStart(24, '0'),
      line,
      state: row.state as ImportRow['state'],
      action: row.action as ImportRow['action'],
      values,
      problems: JSON.parse(row.problems ?? '[]') as ImportProblem[],
      changes: JSON.parse(row.changes ?? '[]') as ImportRow['changes'],
      needs_reason: Number(row.needs_reason) === 1,
      entity: row.entity_id
        ? {
            _id: row.entity_id,
            name: names.get(row.entity_id) ?? values[importerOf(of.entity).kind.key] ?? '',
          }
        : null,
      reason: row.reason,
    }
  })
}

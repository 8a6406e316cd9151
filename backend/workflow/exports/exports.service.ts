import { recordChange } from '../../platform/audit/audit.service'
import { HOUR_MS } from '../../platform/contract/durations'
import { fold } from '../../platform/contract/fold'
import { listRequest, type ListRequest } from '../../platform/contract/list'
import { areDays } from '../../platform/contract/period-end'
import { Problem } from '../../platform/contract/problem'
import type { InputOf } from '../../platform/contract/contract'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { inListNames } from '../../platform/request/list-aliases'
import { listBody, settled } from '../../platform/request/list-body'
import { parse } from '../../platform/request/parse'
import { withSubjectType } from '../../platform/store/subject-type'
import { cancelTask, enqueue, type Task } from '../../platform/tasks/tasks.service'
import { repeat } from '../../platform/tasks/watch.service'
import type { z } from 'zod'
import type { DataExport, expectedAnswer, exportsContract } from './exports.contract'
import { demandCarry, type Sources } from './seen-exports.service'
import { removeExpired, SWEEP_FAILED } from './export-task'

type Given = InputOf<typeof exportsContract>
/** Its period is two instants, so that its task reads the rows that were meant when it was ordered. */
type Order = Omit<Given, 'request'> & { request: Omit<ListRequest, 'rowsPerPage' | 'page' | 'fields'> }

/**
 * An order as its list understands it: the period in instants, days by the order's zone; with what the requested rows
 * are of. 422 for what the list does not take, 403.
 */
export async function settledOrder<Ordered extends Pick<Given, 'list' | 'request'> & Partial<Given>>(
  db: Db,
  actor: Actor,
  sources: Sources,
  order: Ordered,
  now: number,
): Promise<Omit<Ordered, 'request'> & Pick<Order, 'list' | 'request'>> {
  const source = sources.get(order.list)
  if (!source) throw new Problem(422, 'invalid', { fields: { list: [{ code: 'unknown' }] } })
  demandCarry(actor, source, order.columns ?? [])
  const { dateStart, dateEnd, startDate, endDate, timeRange } = order.request
  const hasDays = timeRange !== undefined || areDays(dateStart, dateEnd, startDate, endDate)
  const given = parse(listBody(source.takes), {
    ...(hasDays && order.time_zone !== undefined && { timeZone: order.time_zone }),
    ...order.request,
  })
  const { rowsPerPage: _size, page: _page, fields: _fields, ...request } = settled(given, source.takes, now)
  return { ...order, request: await withSubjectType(db, scopeOf(actor), source.takes, request) }
}

/** How many rows the file would have, as far as it takes them. */
export async function expectedRows(
  db: Db,
  actor: Actor,
  sources: Sources,
  { list, request }: Pick<Order, 'list' | 'request'>,
  now: number,
): Promise<z.output<typeof expectedAnswer>> {
  const source = sources.get(list)
  if (!source) throw new Problem(422, 'invalid', { fields: { list: [{ code: 'unknown' }] } })
  const found = await source.total(
    db,
    scopeOf(actor),
    listRequest.parse({ ...inListNames(request, source.takes).request, rowsPerPage: 1 }),
    source.mostRows,
    now,
  )
  return { ...found, limit: source.mostRows }
}

/**
 * What an order is refused for before anything is written, and its rows as counted: 422 for a column too, 413 for too
 * many rows.
 */
export async function checkOrder(
  db: Db,
  actor: Actor,
  sources: Sources,
  order: Order,
  now: number,
): Promise<number> {
  const shape = sources.get(order.list)?.contract.row.shape
  if (shape && order.columns.some(column => !Object.hasOwn(shape, column)))
    throw new Problem(422, 'invalid', { fields: { columns: [{ code: 'unknown_field' }] } })
  const { total, capped, limit } = await expectedRows(db, actor, sources, order, now)
  if (total > limit)
    throw new Problem(413, 'too_many', {
      details: { limit, total, ...(capped && { capped }) },
    })
  return total
}

/** Queues a checked order, in the caller's transaction. Returns its id. */
export async function orderExport(
  db: Db,
  actor: Actor,
  task: Task,
  { request, ...order }: Order,
  total: number,
  now: number,
): Promise<string> {
  const id = newId(now)
  const task_id = await enqueue(
    db,
    task,
    { export: id },
    { tenantId: actor.tenantId, createdBy: actor.name, now },
  )
  await db
    .insertInto('data_exports')
    .values({
      ...order,
      id,
      task_id,
      tenant_id: actor.tenantId,
      version: 1,
      search: fold(`${order.page} ${actor.name}`),
      request: JSON.stringify(request),
      columns: JSON.stringify(order.columns),
      shown: order.shown ? JSON.stringify(order.shown) : null,
      created_by_id: actor.id,
      created_by: actor.name,
      created_at: now,
      updated_at: now,
      expected_rows: total,
      units: null,
      rows: null,
      bytes: null,
      chunks: 0,
      as_of: null,
      finished_at: null,
      expires_at: null,
    })
    .execute()
  const after = { list: order.list, columns: order.columns, request, expected_rows: total }
  await recordChange(
    db,
    actor,
    { entity: 'data_export', id, tenantId: actor.tenantId, action: 'create', before: null, after },
    now,
  )
  return id
}

/** 409 when it is over already. */
export async function cancelExport(db: Db, actor: Actor, found: DataExport, now: number): Promise<void> {
  if (!(await cancelTask(db, found.task, now)))
    throw new Problem(409, 'export_over', { message: 'The export is over, or being cancelled' })
  await recordChange(
    db,
    actor,
    {
      entity: 'data_export',
      id: found._id,
      tenantId: found.tenant?._id ?? actor.tenantId,
      action: 'cancel',
      before: { state: found.state },
      after: { state: 'cancelled' },
    },
    now,
  )
}

/** Removes what is past its time, now and each hour. */
export const startExportSweep = (deps: Deps): { stop(): Promise<void> } =>
  repeat(deps, {
    afterMs: 0,
    everyMs: HOUR_MS,
    failed: SWEEP_FAILED,
    turn: () => removeExpired(deps),
  })

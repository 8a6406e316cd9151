/** Each row is processed in its own savepoint, so that a refused one leaves nothing behind and delays nobody. */
import { sql } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { isRetryable, isUnavailable } from '../../platform/db/errors'
import type { Store } from '../../platform/store/store-spec'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { actorOf, type JobTables } from '../../platform/jobs/job-states.service'
import { jobTask, type JobKind, type Settled } from '../../platform/jobs/job-waves.service'
import type { BulkEditItemsTable, BulkEditJobsTable } from './bulk.table'
import { isUnchanged, sameValue, asInput, type EditableRow } from './is-unchanged'
import { undoConflicts } from './undo-conflicts'
import { bulkWriters, editBatch, type Wish } from './bulk-edit-batch'
import type { BulkEditOrder } from './bulk-edit-order'
import type { RowOutcome } from './row-outcome'

type Stores = ReadonlyMap<string, Store>

export const editJobs: JobTables = { jobs: 'many_jobs', items: 'many_items' }
/** Rows of one transaction: other writers wait no longer than for these. */
export const EDIT_WAVE = 250

interface SettledEdit extends Settled {
  code: string | null
  fields: string | null
  was: string | null
  left_version: number | null
}

export const bulkEditTask = (stores: Stores) => jobTask(editKind(stores))

/** Edits and archiving as a kind of job: a row's turn is a save by its store's own rules. */
export const editKind = (stores: Stores): JobKind<BulkEditJobsTable, BulkEditItemsTable, SettledEdit> => ({
  ...editJobs,
  task: 'many_rows',
  title: 'tasks:kinds.many_rows',
  maxAttempts: 8,
  counted: ['done', 'unchanged', 'failed', 'skipped'],
  columns: {
    seq: 'bigint',
    state: 'text',
    code: 'text',
    fields: 'text',
    was: 'text',
    left_version: 'bigint',
  },
  turn: async (db, _deps, job, items, now) => {
    const store = stores.get(job.list)
    if (!store) throw new Error(`No such list: ${job.list}`)
    return processRows(db, store, job, items, now)
  },
  fallen: seq => ({ seq, state: 'failed', code: 'unexpected', fields: null, was: null, left_version: null }),
})

async function processRows(
  db: Db,
  store: Store,
  job: BulkEditJobsTable,
  items: readonly BulkEditItemsTable[],
  now: number,
): Promise<SettledEdit[]> {
  const order = orderOf(job)
  const left =
    job.origin_id === null
      ? new Map<string, RowOutcome>()
      : await conflictingRows(db, store, job, job.origin_id, items, now)
  const wishes = items
    .filter(item => !left.has(item.entity_id))
    .map((item): Wish => ({
      id: item.entity_id,
      fields: item.wanted === null ? order.fields : (JSON.parse(item.wanted) as Record<string, unknown>),
    }))
  const together = await processTogether(db, job, wishes, now)
  const outcomes = new Map(left)
  for (const wish of wishes)
    outcomes.set(wish.id, together?.get(wish.id) ?? (await turn(db, store, job, wish, now)))
  return items.map(({ seq, entity_id }) => {
    const { was = null, left_version = null, ...made } = outcomes.get(entity_id) as RowOutcome
    return { seq, ...made, was, left_version }
  })
}

/**
 * Where an entity's rules judge rows together, a wave costs a dozen statements and not a dozen a row. Undefined: one
 * by one.
 */
async function processTogether(
  db: Db,
  job: BulkEditJobsTable,
  wishes: readonly Wish[],
  now: number,
): Promise<Map<string, RowOutcome> | undefined> {
  const writer = bulkWriters.get(job.list)
  if (!writer || job.action !== 'update') return undefined
  await sql`savepoint all_rows`.execute(db)
  try {
    const outcomes = await editBatch(db, writer, actorOf(job), job.reason, wishes, now)
    await sql`release savepoint all_rows`.execute(db)
    return outcomes
  } catch (error) {
    if (isRetryable(error) || isUnavailable(error)) throw error
    // One of them cannot be written, or somebody was faster: each for itself then.
    await sql`rollback to savepoint all_rows`.execute(db)
    await sql`release savepoint all_rows`.execute(db)
    return undefined
  }
}

/**
 * Finds the rows that an undo must leave alone, once more at its turn. Rows that nobody has changed since need no
 * closer check.
 */
async function conflictingRows(
  db: Db,
  store: Store,
  job: BulkEditJobsTable,
  origin: string,
  items: Parameters<typeof undoConflicts>[4],
  now: number,
): Promise<Map<string, RowOutcome>> {
  const { rows } = await sql<{ id: string }>`select b.id from ${rowsAsTable(
    db,
    { id: 'text', version: 'bigint' },
    items.map(item => ({ id: item.entity_id, version: item.from_version })),
  )}
    cross join ${sql.table(store.spec.table)} t where t.id = b.id and t.version = b.version`.execute(db)
  const untouched = new Set(rows.map(row => row.id))
  const moved = items.filter(item => !untouched.has(item.entity_id))
  if (moved.length === 0) return new Map()
  const { confirmed_at } = await db
    .selectFrom('many_jobs')
    .select('confirmed_at')
    .where('id', '=', origin)
    .executeTakeFirstOrThrow()
  const exceptions = await undoConflicts(
    db,
    actorOf(job),
    store,
    orderOf(job).action,
    moved,
    Number(confirmed_at),
    now,
  )
  return new Map([...exceptions].map(([id, exception]) => [id, { ...exception, fields: null }]))
}

async function turn(
  db: Db,
  store: Store,
  job: BulkEditJobsTable,
  wish: Wish,
  now: number,
): Promise<RowOutcome> {
  const order = { ...orderOf(job), fields: wish.fields }
  await sql`savepoint one_row`.execute(db)
  try {
    const changed = await change(db, store, actorOf(job), wish.id, order, now)
    await sql`release savepoint one_row`.execute(db)
    return { state: changed ? 'done' : 'unchanged', code: null, fields: null, ...changed }
  } catch (error) {
    if (isRetryable(error) || isUnavailable(error)) throw error
    await sql`rollback to savepoint one_row`.execute(db)
    await sql`release savepoint one_row`.execute(db)
    if (error instanceof Problem)
      return { state: 'failed', code: error.code, fields: JSON.stringify(error.extra.fields ?? {}) }
    return { state: 'failed', code: 'unexpected', fields: null }
  }
}

const orderOf = (job: BulkEditJobsTable): BulkEditOrder => ({
  action: job.action as BulkEditOrder['action'],
  fields: JSON.parse(job.input) as Record<string, unknown>,
  reason: job.reason,
})

/** Null where there is nothing to do. */
async function change(
  db: Db,
  store: Store,
  actor: Actor,
  entity: string,
  order: BulkEditOrder,
  now: number,
): Promise<{ was: string; left_version: number } | null> {
  const row = (await store.get(db, scopeOf(actor), entity, now)) as EditableRow
  if (isUnchanged(store.contract, row, order)) return null
  if (order.action !== 'update') {
    const after = (await store.archive(db, actor, entity, order.action === 'archive', now)) as EditableRow
    return { was: '{}', left_version: after.version }
  }
  const current = Object.fromEntries(
    Object.keys(store.contract.input.shape)
      .filter(name => name in row)
      .map(name => [name, asInput(row[name])]),
  )
  const after = (await store.update(
    db,
    actor,
    entity,
    { ...current, ...order.fields },
    row.version,
    now,
    order.reason ?? undefined,
  )) as EditableRow
  const changed = Object.keys(order.fields).filter(
    name => !sameValue(asInput(row[name]), asInput(after[name])),
  )
  return {
    was: JSON.stringify(Object.fromEntries(changed.map(name => [name, asInput(row[name]) ?? null]))),
    left_version: after.version,
  }
}

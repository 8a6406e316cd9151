/** Each row's turn: its own savepoint, so that a refused one leaves nothing behind and holds up nobody. */
import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '../contract/primitives'
import { Problem } from '../contract/problem'
import { rowsAsTable } from '../db/bulk'
import type { Db } from '../db/database'
import { isRetryable, isUnavailable } from '../db/errors'
import type { Store } from '../db/store'
import { updateMany } from '../db/update-many'
import { scopeOf, type Actor } from '../http/actor'
import { defineTask, TaskDeferred, type Task } from '../tasks/tasks.service'
import type { ManyJobsTable } from './bulk.table'
import { manyOver, sameValue, written, type ManyRow } from './many-over'
import { standing } from './many-standing'
import { batches, editTogether, type Wish } from './many-together'
import type { ManyOrder } from './many.service'

/** Rows of one transaction: other writers wait no longer than for these. */
const WAVE = 250
const TURN_MS = 2_000
const input = z.object({ job: id })

export const manyTask = (stores: ReadonlyMap<string, Store>): Task<typeof input> =>
  defineTask('many_rows', {
    title: 'tasks:kinds.many_rows',
    input,
    checkpoint: z.object({ turned: z.number().int() }),
    maxAttempts: 8,
    handler: async ({ input: { job: jobId }, save, signal, deps }) => {
      const turnOver = performance.now() + TURN_MS
      for (;;) {
        signal.throwIfAborted()
        const over = await deps.db.transaction().execute(async db => {
          const job = await db
            .selectFrom('many_jobs')
            .selectAll()
            .where('id', '=', jobId)
            .executeTakeFirstOrThrow()
          if (!['queued', 'running', 'stopping'].includes(job.state)) return true
          if (job.state === 'stopping') return await stopRest(db, jobId, deps.clock())
          const store = stores.get(job.list)
          if (!store) throw new Error(`No such list: ${job.list}`)
          const turned = await takeTurns(db, store, job, WAVE, deps.clock())
          await save({ turned }, (turned / job.total) * 10_000, `${turned} / ${job.total}`, db)
          return turned >= job.total
        })
        if (over) return null
        if (performance.now() > turnOver) throw new TaskDeferred(deps.clock())
      }
    },
  })

/** Takes the next rows through their turn; answers how many have had theirs by now. */
export async function takeTurns(
  db: Db,
  store: Store,
  job: ManyJobsTable,
  most: number,
  now: number,
): Promise<number> {
  const items = await db
    .selectFrom('many_items')
    .select(['seq', 'entity_id', 'wanted', 'from_version'])
    .where('job_id', '=', job.id)
    .where('state', '=', 'waiting')
    .orderBy('seq')
    .limit(most)
    .execute()
  const order = orderOf(job)
  const left =
    job.origin_id === null
      ? new Map<string, Turned>()
      : await leftAlone(db, store, job, job.origin_id, items, now)
  const wishes = items
    .filter(item => !left.has(item.entity_id))
    .map((item): Wish => ({
      id: item.entity_id,
      fields: item.wanted === null ? order.fields : (JSON.parse(item.wanted) as Record<string, unknown>),
    }))
  const together = await allTurns(db, job, wishes, now)
  const settled: Settled[] = items
    .filter(item => left.has(item.entity_id))
    .map(({ seq, entity_id }) => ({ seq, ...(left.get(entity_id) as Turned), changed_at: now }))
  const seqs = new Map(items.map(item => [item.entity_id, item.seq]))
  for (const wish of wishes)
    settled.push({
      seq: seqs.get(wish.id) ?? 0,
      ...(together?.get(wish.id) ?? (await turn(db, store, job, wish, now))),
      changed_at: now,
    })
  const typed = {
    job_id: 'text',
    seq: 'bigint',
    state: 'text',
    code: 'text',
    fields: 'text',
    changed_at: 'bigint',
    was: 'text',
    left_version: 'bigint',
  } as const
  await updateMany(
    db,
    'many_items',
    { job_id: 'job_id', seq: 'seq' },
    typed,
    settled.map(({ was = null, left_version = null, ...item }) => ({
      job_id: job.id,
      ...item,
      was,
      left_version,
    })),
  )
  const count = (state: string) => settled.filter(item => item.state === state).length
  const counts = {
    done: job.done + count('done'),
    unchanged: job.unchanged + count('unchanged'),
    failed: job.failed + count('failed'),
    skipped: job.skipped + count('skipped'),
  }
  const turned = counts.done + counts.unchanged + counts.failed + counts.skipped
  const over = turned >= job.total
  const moved = await db
    .updateTable('many_jobs')
    .set({
      ...counts,
      state: over ? 'done' : 'running',
      started_at: job.started_at ?? now,
      updated_at: now,
      finished_at: over ? now : null,
    })
    .where('id', '=', job.id)
    .where('state', '!=', 'stopping')
    .executeTakeFirst()
  if (moved.numUpdatedRows > 0n) return turned
  await db
    .updateTable('many_jobs')
    .set({ ...counts, updated_at: now })
    .where('id', '=', job.id)
    .execute()
  return Math.min(turned, job.total - 1)
}

/** Where an entity's rules judge many at once, a wave costs a dozen statements and not a dozen a row. Undefined: one by one. */
async function allTurns(
  db: Db,
  job: ManyJobsTable,
  wishes: readonly Wish[],
  now: number,
): Promise<Map<string, Turned> | undefined> {
  const many = batches.get(job.list)
  if (!many || job.action !== 'update') return undefined
  await sql`savepoint all_rows`.execute(db)
  try {
    const turned = await editTogether(db, many, actorOf(job), job.reason, wishes, now)
    await sql`release savepoint all_rows`.execute(db)
    return turned
  } catch (error) {
    if (isRetryable(error) || isUnavailable(error)) throw error
    // One of them cannot be written, or somebody was faster: each for itself then.
    await sql`rollback to savepoint all_rows`.execute(db)
    await sql`release savepoint all_rows`.execute(db)
    return undefined
  }
}

export interface Turned {
  state: 'done' | 'unchanged' | 'failed' | 'skipped'
  code: string | null
  fields: string | null
  /** Of a done one: what was changed, as it was (JSON), and the version that is left. */
  was?: string | null
  left_version?: number | null
}
type Settled = Turned & { seq: number; changed_at: number }

/** Of an inverse: who is not to be changed, looked at once more at the turn. What nobody has touched since needs no second look. */
async function leftAlone(
  db: Db,
  store: Store,
  job: ManyJobsTable,
  origin: string,
  items: Parameters<typeof standing>[4],
  now: number,
): Promise<Map<string, Turned>> {
  const { rows } = await sql<{ id: string }>`select b.id from ${rowsAsTable(
    db,
    { id: 'text', version: 'bigint' },
    items.map(item => ({ id: item.entity_id, version: item.from_version })),
  )}
    cross join ${sql.table(store.machinery.spec.table)} t where t.id = b.id and t.version = b.version`.execute(
    db,
  )
  const untouched = new Set(rows.map(row => row.id))
  const moved = items.filter(item => !untouched.has(item.entity_id))
  if (moved.length === 0) return new Map()
  const { confirmed_at } = await db
    .selectFrom('many_jobs')
    .select('confirmed_at')
    .where('id', '=', origin)
    .executeTakeFirstOrThrow()
  const exceptions = await standing(
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

async function turn(db: Db, store: Store, job: ManyJobsTable, wish: Wish, now: number): Promise<Turned> {
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

const actorOf = (job: ManyJobsTable): Actor => ({
  kind: job.actor_kind as Actor['kind'],
  id: job.actor_id ?? '',
  name: job.actor_name ?? '',
  tenantId: job.actor_tenant_id ?? '',
  permissions: {},
})
const orderOf = (job: ManyJobsTable): ManyOrder => ({
  action: job.action as ManyOrder['action'],
  fields: JSON.parse(job.input) as Record<string, unknown>,
  reason: job.reason,
})

/** Null where there is nothing to do. */
async function change(
  db: Db,
  store: Store,
  actor: Actor,
  entity: string,
  order: ManyOrder,
  now: number,
): Promise<{ was: string; left_version: number } | null> {
  const row = (await store.get(db, scopeOf(actor), entity, now)) as ManyRow
  if (manyOver(store.contract, row, order)) return null
  if (order.action !== 'update') {
    const after = (await store.archive(db, actor, entity, order.action === 'archive', now)) as ManyRow
    return { was: '{}', left_version: after.version }
  }
  const kept = Object.fromEntries(
    Object.keys(store.contract.input.shape)
      .filter(name => name in row)
      .map(name => [name, written(row[name])]),
  )
  const after = (await store.update(
    db,
    actor,
    entity,
    { ...kept, ...order.fields },
    row.version,
    now,
    order.reason ?? undefined,
  )) as ManyRow
  const changed = Object.keys(order.fields).filter(
    name => !sameValue(written(row[name]), written(after[name])),
  )
  return {
    was: JSON.stringify(Object.fromEntries(changed.map(name => [name, written(row[name]) ?? null]))),
    left_version: after.version,
  }
}

export async function stopRest(
  db: Db,
  jobId: string,
  now: number,
  state: 'stopped' | 'failed' = 'stopped',
): Promise<true> {
  const { numUpdatedRows } = await db
    .updateTable('many_items')
    .set({ state: 'stopped' })
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  const stopped = Number(numUpdatedRows)
  await db
    .updateTable('many_jobs')
    .set({
      state: stopped === 0 && state === 'stopped' ? 'done' : state,
      stopped,
      finished_at: now,
      updated_at: now,
    })
    .where('id', '=', jobId)
    .execute()
  return true
}

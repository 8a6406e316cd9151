/**
 * The work of a job whose rows stand in a table of their own, each with a turn. How waves follow each other:
 * `waves.service.ts`.
 */
import { z } from 'zod'
import { id } from '../contract/primitives'
import type { Columns } from '../db/bulk'
import type { Db } from '../db/database'
import { updateMany } from '../db/update-many'
import type { Deps } from '../deps'
import { defineTask, type Task } from '../tasks/tasks.service'
import { endJob, isOpen, itemsOf, jobsOf, type JobTables } from './job-states.service'
import type { JobColumns, JobItemColumns } from './jobs.table'
import { runWaves, type Wave } from './waves.service'

/** What a row's turn made of it, with the columns that are the kind's own. */
export interface Settled {
  seq: number
  state: string
}

export interface JobKind<
  Job extends JobColumns = JobColumns,
  Item extends JobItemColumns = JobItemColumns,
  Own extends Settled = Settled,
> extends JobTables {
  /** Its task's kind and the key of its title. */
  task: string
  title: string
  maxAttempts: number
  /** States that count as processed; each is a column of the job. */
  counted: readonly (keyof Job & string)[]
  /** What a turn writes of a row. */
  columns: Columns<Own>
  /** Takes these rows through their turn; every one of them is settled. */
  turn(db: Db, deps: Deps, job: Job, items: readonly Item[], now: number): Promise<Own[]>
  /** Of a row that brought its transaction down. */
  fallen: (seq: number) => Own
  result?: (jobId: string) => unknown
}

const input = z.object({ job: id })
/** How far it is; the rows themselves say where it goes on. */
const checkpoint = z.looseObject({})
type Save = (reached: { turned: number }, progress: number, note: string, db: Db) => Promise<void>

export const jobTask = <Job extends JobColumns, Item extends JobItemColumns, Own extends Settled>(
  kind: JobKind<Job, Item, Own>,
): Task<typeof input> =>
  defineTask(kind.task, {
    title: kind.title,
    input,
    checkpoint,
    maxAttempts: kind.maxAttempts,
    handler: async ({ input: { job: id }, save, signal, deps }) => {
      const within = (work: (db: Db, job: Job, now: number) => Promise<Wave>) =>
        deps.db.transaction().execute(async db => work(db, await readJob<Job>(db, kind, id), deps.clock()))
      await runWaves(deps, signal, {
        kind: kind.task,
        job: id,
        size: (await readJob<Job>(deps.db, kind, id)).wave_size,
        take: (size, isCareful) =>
          within((db, job, now) => nextWave(db, deps, kind, job, save, { size, isCareful }, now)),
        fallen: () =>
          within(async (db, job, now) => {
            const [item] = await waiting(db, kind, id, 1)
            if (!item) return { over: true, next: 0 }
            return settle(db, kind, job, [kind.fallen(item.seq)], now, save)
          }),
      })
      return kind.result?.(id) ?? null
    },
  })

async function nextWave<Job extends JobColumns, Item extends JobItemColumns, Own extends Settled>(
  db: Db,
  deps: Deps,
  kind: JobKind<Job, Item, Own>,
  job: Job,
  save: Save,
  { size, isCareful }: { size: number; isCareful: boolean },
  now: number,
): Promise<Wave> {
  if (!isOpen(job.state)) return { over: true, next: 0 }
  if (job.state === 'stopping') {
    await endJob(db, kind, job.id, now)
    return { over: true, next: 0 }
  }
  if (!isCareful && (job.next_wave_at ?? 0) > now) return { over: false, next: job.next_wave_at ?? 0 }
  return wave(db, deps, kind, job, size, now, save)
}

/**
 * Takes at most so many rows through their turn: a wave of a task, or all of a small job in its caller's transaction.
 */
export async function wave<Job extends JobColumns, Item extends JobItemColumns, Own extends Settled>(
  db: Db,
  deps: Deps,
  kind: JobKind<Job, Item, Own>,
  job: Job,
  most: number,
  now: number,
  save?: Save,
): Promise<Wave> {
  const items = (await waiting(db, kind, job.id, most)) as unknown as Item[]
  return settle(db, kind, job, await kind.turn(db, deps, job, items, now), now, save)
}

const waiting = (db: Db, tables: JobTables, jobId: string, most: number) =>
  db
    .selectFrom(itemsOf(tables))
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('seq')
    .limit(most)
    .execute()

async function settle<Job extends JobColumns, Item extends JobItemColumns, Own extends Settled>(
  db: Db,
  kind: JobKind<Job, Item, Own>,
  job: Job,
  settled: readonly Own[],
  now: number,
  save?: Save,
): Promise<Wave> {
  type Written = Own & { job_id: string; before: string; changed_at: number }
  const columns = {
    job_id: 'text',
    before: 'text',
    changed_at: 'bigint',
    ...kind.columns,
  } as unknown as Columns<Written>
  // `before` is a key: what another runner has settled is found by nobody.
  const written = await updateMany<Written>(
    db,
    kind.items,
    { job_id: 'job_id', seq: 'seq', state: 'before' },
    columns,
    settled.map(item => ({ ...item, job_id: job.id, before: 'waiting', changed_at: now })),
  )
  if (written !== settled.length) throw new Error('Another runner has taken these rows')
  return advance(db, kind, job, settled, now, save)
}

async function advance<Job extends JobColumns, Item extends JobItemColumns, Own extends Settled>(
  db: Db,
  kind: JobKind<Job, Item, Own>,
  job: Job,
  settled: readonly Own[],
  now: number,
  save?: Save,
): Promise<Wave> {
  const counts = Object.fromEntries(
    kind.counted.map(name => [name, Number(job[name]) + settled.filter(item => item.state === name).length]),
  )
  const turned = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const over = turned >= job.total
  const next = now + job.wave_pause_ms
  const moved = await db
    .updateTable(jobsOf(kind))
    .set({
      ...counts,
      updated_at: now,
      state: over ? 'done' : 'running',
      version: job.version + 1,
      started_at: job.started_at ?? now,
      next_wave_at: over ? null : next,
      finished_at: over ? now : null,
    })
    .where('id', '=', job.id)
    .where('state', '!=', 'stopping')
    .executeTakeFirst()
  const isStopping = moved.numUpdatedRows === 0n
  // Told to stop while this wave was under way: what it did counts, and the next one does not begin.
  if (isStopping)
    await db
      .updateTable(jobsOf(kind))
      .set({ ...counts, updated_at: now })
      .where('id', '=', job.id)
      .execute()
  // Those that were left out when it was pinned have no turn, and are no part of how far it is.
  const gone = turned - (job.total - job.planned)
  const progress = job.planned === 0 ? 10_000 : (gone / job.planned) * 10_000
  await save?.({ turned }, progress, `${gone} / ${job.planned}`, db)
  return isStopping ? { over: false, next: now } : { over, next: over ? 0 : next }
}

const readJob = <Job extends JobColumns>(db: Db, tables: JobTables, jobId: string): Promise<Job> =>
  db
    .selectFrom(jobsOf(tables))
    .selectAll()
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow() as unknown as Promise<Job>

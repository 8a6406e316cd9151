/** What an import does in the background, a chunk a transaction: rows, audit and progress are kept together or not at all. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { id } from '../contract/primitives'
import type { Db } from '../db/database'
import { isRetryable, isUniqueViolation } from '../db/errors'
import { RowsMoved } from '../db/judged'
import { defineTask, type TaskRun } from '../tasks/tasks.service'
import { checkRows, type Staged } from './check'
import { commitChunk, type Handover } from './commit-chunk'
import { importers } from './importers.found'
import { importKinds, type ImportEntity, type ImportState } from './imports.contract'
import { whileNothingIsStored } from '../rawdata/ruled-judgement.service'
import { jobOf, storedImport } from './job'
import { judgeAhead } from './judge-ahead'
import { settlePlaces } from './places'
import { addTwins, recount, sharedLines, storeVerdicts, twinsOf, type Twin } from './staging'
import { undoChunk } from './undo-chunk'

/** Rows a transaction: long enough to be quick (with 250 the whole took half as long again), short enough that nobody notices waiting for it. */
export const CHUNK = 500
/** Two writers met, on PostgreSQL: the chunk again, each time a quarter of it, so that it is sooner done than they meet once more. */
const MAX_TRIES = 5
const sizeOf = (tries: number): number => Math.ceil(CHUNK / 4 ** (tries - 1))
const TWINS = 2_000
/** Of readings: SMIBs wait for it. */
const CHUNK_ALONE = 50

const input = z.object({ import_id: id })
/** Rows are their own progress: what is done is in another state. */
const checkpoint = z.object({ done: z.number().int() })
type Run = TaskRun<{ import_id: string }, { done: number }>

export const checkTask = defineTask('import_check', {
  title: 'tasks:kinds.import_check',
  input,
  checkpoint,
  maxAttempts: 5,
  handler: run => work(run, 'checking', check),
})
export const commitTask = defineTask('import_commit', {
  title: 'tasks:kinds.import_commit',
  input,
  checkpoint,
  maxAttempts: 5,
  handler: run => work(run, 'committing', commit),
})
export const undoTask = defineTask('import_undo', {
  title: 'tasks:kinds.import_undo',
  input,
  checkpoint,
  maxAttempts: 5,
  handler: run => work(run, 'undoing', run => chunked(run, undo, 'undone')),
})

/** A task that comes too late, after somebody ended the import another way, has nothing to do. */
async function work(
  run: Run,
  state: ImportState,
  step: (run: Run) => Promise<void>,
): Promise<{ rows: number }> {
  const {
    deps: { db },
    input: { import_id },
  } = run
  if ((await storedImport(db, import_id)).state === state) await step(run)
  const { rows, counts } = await storedImport(db, import_id)
  return { rows: Number(rows), ...(JSON.parse(counts) as object) }
}

async function check(run: Run): Promise<void> {
  const {
    deps: { db, clock },
    input: { import_id },
    save,
  } = run
  const row = await storedImport(db, import_id)
  let done = run.checkpoint?.done ?? 0
  // A part is judged while the one before it is written.
  let written = Promise.resolve()
  try {
    for (let last = -1; ;) {
      const part = await db
        .selectFrom('import_parts')
        .selectAll()
        .where('import_id', '=', import_id)
        .where('part', '>', last)
        .orderBy('part')
        .limit(1)
        .executeTakeFirst()
      if (!part) break
      last = part.part
      const staged = (JSON.parse(part.body) as [number, ...string[]][]).map(([line, ...cells]): Staged => ({
        line,
        cells,
      }))
      const checked = await checkRows(db, jobOf(row, clock()), staged)
      await written
      done += staged.length
      written = db.transaction().execute(async tx => {
        await storeVerdicts(tx, import_id, staged, checked)
        await tx
          .deleteFrom('import_parts')
          .where('import_id', '=', import_id)
          .where('part', '=', part.part)
          .execute()
        await save(
          { done },
          (done * 9_900) / Math.max(1, Number(row.rows)),
          `${done} / ${Number(row.rows)}`,
          tx,
        )
      })
      // It is told where it is waited for.
      written.catch(() => {})
      await pause(0)
    }
  } finally {
    // Nothing may still be written when the task's end is told, whatever that is.
    await written
  }
  for (const [name, column] of [
    ['key', importKinds[jobOf(row, 0).entity].key],
    ['claim', 'slot_serial'],
  ] as const) {
    for (const twins of pieces(twinsOf(await sharedLines(db, import_id, name))))
      await db.transaction().execute(tx => addTwins(tx, import_id, column, twins))
  }
  await settlePlaces(db, jobOf(row, clock()))
  await db.transaction().execute(async tx => {
    await recount(tx, import_id, clock())
    await tx
      .updateTable('imports')
      .set({ state: 'checked', updated_at: clock() })
      .where('id', '=', import_id)
      .execute()
  })
}

async function commit(run: Run): Promise<void> {
  const {
    deps: { db: sidePanel, clock },
    input: { import_id },
  } = run
  let handed: Handover | undefined
  let reading: Handover['ahead'] | undefined
  try {
    await chunked(
      run,
      async (db, _, size) => {
        const row = await storedImport(db, import_id)
        const job = jobOf(row, clock())
        const before = handed
        handed = undefined
        const { went, next } = await commitChunk(db, job, {
          reason: row.reason,
          size,
          before,
          judgeNext: after => (reading = judgeAhead(sidePanel, job, CHUNK, after)),
        })
        handed = next
        return went
      },
      'committed',
    )
  } finally {
    // Nothing may still be read when the task's end is told.
    await reading
  }
}

const undo: Chunk = async (db, { deps: { clock }, input: { import_id } }, size) => {
  const row = await storedImport(db, import_id)
  return undoChunk(db, jobOf(row, clock()), row.reason, size)
}

/** `size`: rows, at most. Answers how many it went through. */
type Chunk = (db: Db, run: Run, size: number) => Promise<number>

/** Chunk after chunk until none is left; everybody else's writes get their turn in between. */
async function chunked(run: Run, chunk: Chunk, end: 'committed' | 'undone'): Promise<void> {
  const {
    deps,
    input: { import_id },
    save,
  } = run
  const { db, clock } = deps
  const { counts, entity } = await storedImport(db, import_id)
  const { alone } = importers[entity as ImportEntity]
  let done = run.checkpoint?.done ?? 0
  const all =
    done + ((JSON.parse(counts) as Record<string, number>)[end === 'committed' ? 'ok' : 'committed'] ?? 0)
  for (;;) {
    const write = (size: number) =>
      db.transaction().execute(async tx => {
        const went = await chunk(tx, run, size)
        if (went === 0) {
          await recount(tx, import_id, clock())
          await tx
            .updateTable('imports')
            .set({ state: end, [`${end}_at`]: clock() })
            .where('id', '=', import_id)
            .execute()
        } else
          await save(
            { done: done + went },
            ((done + went) * 9_900) / Math.max(1, all),
            `${done + went} / ${all}`,
            tx,
          )
        return went
      })
    const count = await persistently(tries =>
      alone
        ? whileNothingIsStored(deps, () => write(Math.min(CHUNK_ALONE, sizeOf(tries))))
        : write(sizeOf(tries)),
    )
    if (count === 0) return
    done += count
    await pause(0)
  }
}

async function persistently<T>(task: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await task(tries)
    } catch (error) {
      if (
        tries >= MAX_TRIES ||
        !(error instanceof RowsMoved || isRetryable(error) || isUniqueViolation(error))
      )
        throw error
    }
  }
}

const pieces = (twins: readonly Twin[]): Twin[][] =>
  Array.from({ length: Math.ceil(twins.length / TWINS) }, (_, index) =>
    twins.slice(index * TWINS, (index + 1) * TWINS),
  )

export const importTasks = [checkTask, commitTask, undoTask]

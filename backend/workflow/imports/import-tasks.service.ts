/**
 * What an import does in the background, a chunk a transaction, so that rows, audit and progress are stored together
 * or not at all. Its waves are those of every job.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { isRetryable, isUnavailable } from '../../platform/db/errors'
import { RowsMoved } from '../../platform/store/judged'
import { runWaves } from '../../platform/jobs/waves.service'
import { defineTask, type TaskRun } from '../../platform/tasks/tasks.service'
import { checkRows, type Staged } from './check'
import { commitChunk, setAside, type Handover } from './commit-chunk'
import { type ImportEntity, type ImportState } from './imports.contract'
import type { ImportsTable } from './imports.table'
import { asBrought, jobOf, seenByOrderer, storedImport } from './job'
import { validateNextChunk } from './validate-next-chunk'
import { settlePlaces } from './places'
import { addTwins, recount, sharedLines, storeVerdicts, twinsOf, type Twin } from './staging'
import { leaveAside, undoChunk } from './undo-chunk'
import { importerOf } from './importers'

/**
 * Rows a transaction: long enough to be quick (with 250 the whole took half as long again), short enough that nobody
 * notices waiting for it.
 */
export const CHUNK = 500
const TWINS = 2_000
/** So many rows that fail one after the other are no longer the rows' fault. */
const MAX_FALLEN = 10
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
  handler: run => work(run, 'undoing', undo),
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
  const row = asBrought(await storedImport(db, import_id))
  let done = run.checkpoint?.done ?? 0
  // Of a file that is checked once more, rows that were right are not among the parts.
  const { checked: already } = await db
    .selectFrom('import_rows')
    .select(eb => eb.fn.countAll<number>().as('checked'))
    .where('import_id', '=', import_id)
    .executeTakeFirstOrThrow()
  const all = Number(row.rows) + done - Number(already)
  // A part is validated while the one before it is written.
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
      const checked = await checkRows(await seenByOrderer(db, row), jobOf(row, clock()), staged)
      await written
      done += staged.length
      written = db.transaction().execute(async tx => {
        await storeVerdicts(tx, import_id, staged, checked)
        await tx
          .deleteFrom('import_parts')
          .where('import_id', '=', import_id)
          .where('part', '=', part.part)
          .execute()
        await save({ done }, (done * 9_900) / Math.max(1, all), `${done} / ${all}`, tx)
      })
      // Whoever awaits it reports its failure.
      written.catch(() => {})
      await pause(0)
    }
  } finally {
    // Nothing may still be written when the task reports its end, whatever that is.
    await written
  }
  for (const [name, column] of [
    ['key', importerOf(jobOf(row, 0).entity).kind.key],
    ['claim', importerOf(jobOf(row, 0).entity).single?.column ?? 'slot_serial'],
  ] as const) {
    for (const twins of pieces(twinsOf(await sharedLines(db, import_id, name))))
      await db.transaction().execute(tx => addTwins(tx, import_id, column, twins))
  }
  await settlePlaces(await seenByOrderer(db, row), jobOf(row, clock()))
  await db.transaction().execute(async tx => {
    await recount(tx, import_id, clock())
    await tx
      .updateTable('imports')
      .set({ state: row.committed_at === null ? 'checked' : 'committed', updated_at: clock() })
      .where('id', '=', import_id)
      .execute()
  })
}

async function commit(run: Run): Promise<void> {
  const { db: sidePanel, clock } = run.deps
  let handed: Handover | undefined
  let reading: Handover['ahead'] | undefined
  try {
    await inWaves(run, 'committed', {
      async take(db, row, size, isCareful) {
        const job = jobOf(row, clock())
        const before = handed
        handed = undefined
        const { went, next } = await commitChunk(await seenByOrderer(db, row), job, {
          reason: row.reason,
          size,
          before,
          judgeNext: after =>
            isCareful
              ? Promise.resolve(undefined)
              : (reading = seenByOrderer(sidePanel, row).then(
                  seen => validateNextChunk(seen, job, CHUNK, after),
                  () => undefined,
                )),
        })
        handed = next
        return went
      },
      fallen: (db, row) => setAside(db, jobOf(row, clock())),
    })
  } finally {
    // Nothing may still be read when the task reports its end.
    await reading
  }
}

const undo = (run: Run): Promise<void> => {
  const { clock } = run.deps
  return inWaves(run, 'undone', {
    take: async (db, row, size) =>
      undoChunk(await seenByOrderer(db, row), jobOf(row, clock()), row.reason, size),
    fallen: (db, row) => leaveAside(db, jobOf(row, clock())),
  })
}

interface Steps {
  /** `size`: rows, at most. Answers how many it went through, 0 when none is left. */
  take(db: Db, row: ImportsTable, size: number, isCareful: boolean): Promise<number>
  /** Of the row, or rows that wait for each other, that brought the transaction down. */
  fallen(db: Db, row: ImportsTable): Promise<number>
}

/** Wave after wave until no row is left; everybody else's writes get their turn in between. */
async function inWaves(run: Run, end: 'committed' | 'undone', steps: Steps): Promise<void> {
  const {
    deps,
    input: { import_id },
    save,
    signal,
  } = run
  const { db, clock } = deps
  const { counts, entity } = await storedImport(db, import_id)
  const { alone } = importerOf(entity as ImportEntity)
  let done = run.checkpoint?.done ?? 0
  const all =
    done + ((JSON.parse(counts) as Record<string, number>)[end === 'committed' ? 'ok' : 'committed'] ?? 0)

  const write = (step: (db: Db, row: ImportsTable) => Promise<number>) =>
    db.transaction().execute(async tx => {
      const went = await step(tx, await storedImport(tx, import_id))
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
  const wave = async (step: (db: Db, row: ImportsTable) => Promise<number>) => {
    const went = await (alone ? alone(deps, () => write(step)) : write(step))
    done += went
    return { over: went === 0, next: 0 }
  }
  /** So many more rows may fail one after another before one has to succeed. */
  let trusted = 0
  await runWaves(deps, signal, {
    kind: `import_${end}`,
    job: import_id,
    size: alone ? CHUNK_ALONE : CHUNK,
    take: (size, isCareful) =>
      wave(async (tx, row) => {
        if (!isCareful) {
          trusted = 0
          return steps.take(tx, row, size, false)
        }
        const { went, isOne } = await untilOneSucceeds(tx, row, steps, trusted > 0)
        trusted = isOne ? MAX_FALLEN : trusted - 1
        return went
      }),
  })
}

/**
 * Takes rows one by one after their wave failed, in one transaction. Those that fail get errors of their own as soon
 * as another one succeeds. Where none does, the rows are not at fault: it throws the first failure, and no row gets
 * an error. `isTrusted`: one succeeded just before.
 */
async function untilOneSucceeds(
  db: Db,
  row: ImportsTable,
  steps: Steps,
  isTrusted: boolean,
): Promise<{ went: number; isOne: boolean }> {
  let went = 0
  let failure: unknown
  for (let tries = 1; ; tries++) {
    await sql`savepoint one_row`.execute(db)
    try {
      const count = await steps.take(db, row, 1, true)
      await sql`release savepoint one_row`.execute(db)
      if (count === 0 && failure) throw failure
      return { went: went + count, isOne: count > 0 }
    } catch (error) {
      if (isRetryable(error) || isUnavailable(error) || error instanceof RowsMoved) throw error
      await sql`rollback to savepoint one_row`.execute(db)
      await sql`release savepoint one_row`.execute(db)
      went += await steps.fallen(db, row)
      if (isTrusted) return { went, isOne: false }
      failure ??= error
      if (tries >= MAX_FALLEN) throw failure
    }
  }
}

const pieces = (twins: readonly Twin[]): Twin[][] =>
  Array.from({ length: Math.ceil(twins.length / TWINS) }, (_, index) =>
    twins.slice(index * TWINS, (index + 1) * TWINS),
  )

export const importTasks = [checkTask, commitTask, undoTask]

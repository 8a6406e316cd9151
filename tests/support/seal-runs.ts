/** Days of a location that lack hours, and the task that seals them, run and killed as a test needs it. */
import { CompiledQuery } from 'kysely'
import { expect } from 'vitest'
import type { SealRunResult } from '../../backend/accounting/sealing/seal-run.contract'
import { sealRunTask } from '../../backend/accounting/sealing/seal-run-task'
import { ingest } from '../../backend/telemetry/ingestion/ingest.service'
import type { TestBackend } from './backend'
import { closeAll, forgetClosedDays } from './closed-days'
import { bookedIn, HOUR, reading, sunday } from './feed'

export const meters = (coinIn: number) => ({ '0000': coinIn, '0001': 0, '0002': 0 })

export function sealRuns(of: () => TestBackend) {
  const { clear } = bookedIn(of)
  return { afresh, run, refusingToSeal }

  async function afresh(...early: ReturnType<typeof reading>[]): Promise<void> {
    const backend = of()
    await clear()
    await forgetClosedDays(backend)
    for (const table of ['seal_runs', 'tasks', 'approvals'] as const)
      await backend.db.deleteFrom(table).execute()
    backend.clock.set(sunday + 30 * HOUR)
    const messages = [
      ...early,
      reading(1, sunday - 70 * HOUR, meters(1_000)),
      reading(2, sunday - 46 * HOUR, meters(1_300)),
      reading(3, sunday - 22 * HOUR, meters(1_500)),
      reading(4, sunday - 2 * HOUR, meters(1_600)),
      reading(5, sunday + HOUR, meters(1_900)),
    ]
    expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0)
    await closeAll(backend.deps)
  }

  /** As the runner does it, from its last checkpoint; it is killed before the step `dies`. */
  async function run(task: string | null, dies = Infinity): Promise<SealRunResult> {
    const backend = of()
    const id = task ?? ''
    const { input, checkpoint } = await backend.db
      .selectFrom('tasks')
      .select(['input', 'checkpoint'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    let steps = 0
    const result = (await sealRunTask.run({
      taskId: id,
      input,
      checkpoint,
      signal: new AbortController().signal,
      deps: backend.deps,
      save: async (saved, progress, note, db = backend.db) => {
        if (++steps > dies) throw new Error('killed')
        await db
          .updateTable('tasks')
          .set({
            checkpoint: JSON.stringify(saved),
            progress: Math.round(progress),
            progress_note: note ?? null,
          })
          .where('id', '=', id)
          .execute()
      },
    })) as SealRunResult
    await backend.db
      .updateTable('tasks')
      .set({ state: 'done', result: JSON.stringify(result), finished_at: backend.clock() })
      .where('id', '=', id)
      .execute()
    return result
  }

  /** While the work is done the database seals no report of this day. */
  async function refusingToSeal<Result>(day: string, work: () => Promise<Result>): Promise<Result> {
    const backend = of()
    const execute = (text: string) => backend.db.executeQuery(CompiledQuery.raw(text))
    if (backend.deps.engine === 'postgres') {
      await execute(
        `alter table daily_reports add constraint no_seal check (day <> '${day}' or state <> 'sealed') not valid`,
      )
      return work().finally(() => execute('alter table daily_reports drop constraint no_seal'))
    }
    await execute(
      `create trigger no_seal before update on daily_reports when new.day = '${day}' and new.state = 'sealed' begin select raise(abort, 'refused'); end`,
    )
    return work().finally(() => execute('drop trigger no_seal'))
  }
}

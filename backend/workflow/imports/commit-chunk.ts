/** Writes the next good rows. They are validated once more, since others may have changed the network meanwhile. */
import { entriesInAll } from '../../platform/audit/audit.service'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { checkRows, meterField } from './check'
import { meterColumns } from './meter-columns'
import { actorOf, type jobOf } from './job'
import { stands, type Ahead, type Written } from './validate-next-chunk'
import { goodRowsTogether } from './places'
import { move, storeVerdicts, updateRows, type GoodRow } from './staging'
import { importerOf } from './importers'
import { meterSetups } from './meter-setups.service'
import type { Checked } from './import-job'

/** What an undo puts back. */
export interface Before {
  columns: Stored
  meters?: object | null
}

/** What a chunk leaves for the next one; nothing is left of one that failed. */
export interface Handover {
  written: Written
  ahead: Promise<Ahead | undefined>
}

export interface CommitStep {
  reason: string | null
  /** Rows, at most. */
  size: number
  before: Handover | undefined
  /** Begins to validate the rows after a line (`validateNextChunk`). */
  judgeNext(after: number): Promise<Ahead | undefined>
}

/** In a transaction. `went`: how many rows it went through, 0 when no good row is left. */
export async function commitChunk(
  db: Db,
  job: ReturnType<typeof jobOf>,
  { reason, size, before, judgeNext }: CommitStep,
): Promise<{ went: number; next?: Handover }> {
  const entriesBefore = await entriesInAll(db)
  const staged = await goodRowsTogether(db, job, size)
  const last = staged.at(-1)
  if (!last) return { went: 0 }
  const judged = await before?.ahead
  const ahead = judgeNext(last.line)
  const checked = (
    stands(judged, before?.written, staged, entriesBefore) ? judged.checked : await checkRows(db, job, staged)
  ).map(one =>
    one.needsReason && reason === null
      ? { ...one, problems: [...one.problems, { column: null, code: 'reason_required' }] }
      : one,
  )
  const good = checked.filter(one => one.problems.length === 0 && !one.unchanged).map(withMeters)
  const actor = actorOf(job.orderer)
  await importerOf(job.entity).many.write(
    db,
    actor,
    good.map(one => one.judged),
    { now: job.now, reason: reason ?? undefined, auditExtras: { import: job.id } },
  )
  await meterSetups().save(
    db,
    good.flatMap(one => (one.meters ? [one.meters] : [])),
    job.now,
    { id: actor.id, name: actor.name, ...(reason !== null && { reason }) },
  )
  const other = checked.flatMap((one, index) => (one.problems.length > 0 || one.unchanged ? [index] : []))
  await storeVerdicts(
    db,
    job.id,
    other.flatMap(index => staged[index] ?? []),
    other.flatMap(index => checked[index] ?? []),
  )
  await markCommitted(db, job.id, good)
  const wrong = checked.filter(one => one.problems.length > 0).length
  await move(
    db,
    job.id,
    {
      states: {
        ok: -staged.length,
        committed: good.length,
        error: wrong,
        unchanged: staged.length - good.length - wrong,
      },
      ...noLongerGood(staged),
    },
    job.now,
  )
  return { went: staged.length, next: { written: { entriesBefore, own: good.length }, ahead } }
}

/**
 * In a transaction: the next good row, with those that wait for it, brought its transaction down. It is an error of
 * theirs, and the rest goes on.
 */
export async function setAside(db: Db, job: ReturnType<typeof jobOf>): Promise<number> {
  const rows = await goodRowsTogether(db, job, 1)
  const problems = JSON.stringify([{ column: null, code: 'unexpected' }])
  await updateRows(
    db,
    job.id,
    { state: 'text', problems: 'text' },
    rows.map(({ line }) => ({ line, state: 'error', problems })),
  )
  await move(db, job.id, { states: { ok: -rows.length, error: rows.length }, ...noLongerGood(rows) }, job.now)
  return rows.length
}

/** What they were counted as. */
const noLongerGood = (rows: readonly GoodRow[]) => ({
  create: -rows.filter(row => row.action === 'create').length,
  update: -rows.filter(row => row.action === 'update').length,
  needsReason: -rows.filter(row => row.needsReason).length,
})

/** A slot's mechanical counters are part of its record, so its own audit entry shows them and its version grows. */
function withMeters(one: Checked): Checked {
  if (!one.meters) return one
  const shown = (from: object | null) =>
    Object.fromEntries(meterColumns.map(name => [name, (from as Stored | null)?.[meterField(name)] ?? null]))
  const before = one.metersBefore === null ? null : shown(one.metersBefore)
  return {
    ...one,
    judged: {
      ...one.judged,
      changes: true,
      auditExtras: {
        before: { mechanical: before },
        after: { mechanical: { ...before, ...withoutNulls(shown(one.meters)) } },
      },
    },
  }
}

const withoutNulls = (all: Stored) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))

async function markCommitted(db: Db, importId: string, good: readonly Checked[]): Promise<void> {
  if (good.length === 0) return
  const rows = good.map(({ line, action, judged, meters, metersBefore }) => {
    const before: Before | null = judged.before
      ? {
          columns: Object.fromEntries(
            Object.keys(judged.columns)
              .filter(name => name !== 'search')
              .map(name => [name, judged.before?.[name] ?? null]),
          ),
          ...(meters && { meters: metersBefore }),
        }
      : null
    return {
      line,
      state: 'committed',
      problems: null,
      action,
      entity_id: judged.id,
      entity_version: judged.before ? Number(judged.before.version) + 1 : 1,
      before: before && JSON.stringify(before),
    }
  })
  await updateRows(
    db,
    importId,
    {
      state: 'text',
      problems: 'text',
      action: 'text',
      entity_id: 'text',
      entity_version: 'bigint',
      before: 'text',
    },
    rows,
  )
}

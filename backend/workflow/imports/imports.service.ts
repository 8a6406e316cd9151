/** What people do with an import; each in the transaction of its request, the long work queued as a task. */
import { recordChange } from '../../platform/audit/audit.service'
import { fold } from '../../platform/contract/fold'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import { cancelTask, enqueue, type Task } from '../../platform/tasks/tasks.service'
import type { CodedMessage } from './csv-file'
import type { Encoding } from './encodings.contract'
import { forgetRows, storeParts } from './import-parts'
import { checkTask, commitTask, undoTask } from './import-tasks.service'
import { importRowState, type ImportEntity, type ImportMode, type ImportStep } from './imports.contract'
import type { Import } from './imports.queries'
import { nextOrdererOf, ordererOf, storedImport } from './job'
import { recount } from './staging'
import type { ReadFile } from './decoded-file'

const tasks: Readonly<Record<ImportStep, Task<typeof checkTask.input>>> = {
  check: checkTask,
  commit: commitTask,
  undo: undoTask,
}
const stateDuring = { check: 'checking', commit: 'committing', undo: 'undoing' } as const

export interface Upload {
  entity: ImportEntity
  mode: ImportMode
  fileName: string
  bytes: number
  file: ReadFile
}

export const noRows = Object.fromEntries(importRowState.options.map(state => [state, 0]))
export const encodingWarnings = (encoding: Encoding): CodedMessage[] =>
  encoding === 'utf-8' ? [] : [{ code: 'encoding', params: { encoding } }]

/**
 * Stages a file that was read, and queues its check unless somebody has to say first how it is read. Returns the
 * import's id.
 */
export async function stage(
  db: Db,
  actor: Actor,
  { entity, mode, fileName, bytes, file }: Upload,
  now: number,
): Promise<string> {
  const id = newId(now)
  const { rows, columns, delimiter, encoding, readings, isSure } = file
  const warnings = [...encodingWarnings(encoding), ...file.warnings]
  await db
    .insertInto('imports')
    .values({
      id,
      version: 1,
      search: fold(`${fileName} ${actor.name} ${entity}`),
      archived_at: null,
      tenant_id: actor.tenantId,
      entity,
      mode,
      file_name: fileName,
      state: isSure ? 'checking' : 'unread',
      encoding,
      readings: JSON.stringify(readings),
      delimiter,
      bytes,
      columns: JSON.stringify(columns),
      warnings: JSON.stringify(warnings),
      rows: rows.length,
      counts: JSON.stringify(noRows),
      will_create: 0,
      will_update: 0,
      needs_reason: 0,
      task_id: null,
      actor: JSON.stringify(ordererOf(actor, entity)),
      reason: null,
      created_by: actor.name,
      created_at: now,
      updated_at: now,
      committed_at: null,
      undone_at: null,
      rows_removed_at: null,
    })
    .execute()
  await storeParts(db, id, rows)
  await recordChange(
    db,
    actor,
    {
      entity: 'import',
      id,
      tenantId: actor.tenantId,
      action: 'create',
      before: null,
      after: { name: fileName, entity, mode, rows: rows.length },
    },
    now,
  )
  if (isSure) await startStep(db, actor, id, 'check', now)
  return id
}

/**
 * Commits the good rows, takes them back, or goes on with what was stopped. Throws 409 when that is not to be done now,
 * 422 without a reason where one is needed.
 */
export async function order(
  db: Db,
  actor: Actor,
  found: Import,
  step: ImportStep,
  reason: string | undefined,
  now: number,
): Promise<void> {
  const needed = (step === 'commit' && found.needs_reason > 0) || (step === 'undo' && found.undo_takes_reason)
  if (needed && reason === undefined)
    throw new Problem(422, 'invalid', { fields: { reason: [{ code: 'required' }] } })
  // Whoever goes on with what was stopped goes on for the same reason.
  if (step === 'commit' || (step === 'undo' && reason !== undefined))
    await db
      .updateTable('imports')
      .set({ reason: reason ?? null })
      .where('id', '=', found._id)
      .execute()
  await startStep(db, actor, found._id, step, now)
  await record(db, actor, found, step, now, reason)
}

/** Queues the work of a step in the name of who orders it. */
export async function startStep(
  db: Db,
  actor: Actor,
  id: string,
  step: ImportStep,
  now: number,
): Promise<void> {
  const row = await storedImport(db, id)
  const task_id = await enqueue(
    db,
    tasks[step],
    { import_id: id },
    { tenantId: row.tenant_id, createdBy: actor.name, now },
  )
  await db
    .updateTable('imports')
    .set(eb => ({
      state: stateDuring[step],
      task_id,
      actor: JSON.stringify(nextOrdererOf(actor, row)),
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Stops at the next chunk. What is committed stays committed. */
export async function cancel(db: Db, actor: Actor, found: Import, now: number): Promise<void> {
  if (found.task && (await cancelTask(db, found.task._id, now))) await record(db, actor, found, 'cancel', now)
}

/** Forgets the rows of an import that has changed nothing. */
export async function discard(db: Db, actor: Actor, found: Import, now: number): Promise<void> {
  await forgetRows(db, found._id)
  await db.updateTable('imports').set({ state: 'discarded' }).where('id', '=', found._id).execute()
  await recount(db, found._id, now)
  await record(db, actor, found, 'discard', now)
}

export const record = (db: Db, actor: Actor, found: Import, action: string, now: number, reason?: string) =>
  recordChange(
    db,
    actor,
    {
      entity: 'import',
      id: found._id,
      tenantId: found.tenant?._id ?? actor.tenantId,
      action,
      before: { name: found.file_name, state: found.state, counts: found.counts },
      after: { name: found.file_name, ...(reason !== undefined && { reason }) },
    },
    now,
  )

/** Throws 409 when that is not to be done now, `import_rows_removed` when it never will be again. */
export function demandFree(found: Import, what: keyof Import['can']): void {
  if (found.rows_removed_at !== null)
    throw new Problem(409, 'import_rows_removed', {
      message: 'Its rows are past their time and were removed',
      details: { removed_at: found.rows_removed_at },
    })
  if (!found.can[what])
    throw new Problem(409, found.can.cancel ? 'import_busy' : 'import_state', {
      message: 'Not possible in this state of the import',
      details: { state: found.state },
    })
}

/**
 * From here to the end of the transaction nobody else changes it: of two hands that start the same thing, the second
 * finds it working.
 */
export async function hold(db: Db, id: string): Promise<void> {
  await db
    .updateTable('imports')
    .set(row => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

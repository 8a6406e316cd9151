import { sql } from 'kysely'
import type { RowOf } from '../../platform/contract/contract'
import { defineStore } from '../../platform/store/store'
import { importsContract, type ImportState, type ImportStep, ROW_RETENTION_MS } from './imports.contract'
import { derived, plain, readOnlyRefTo, type Stored } from '../../platform/store/columns'

/** What runs while an import is in this state. */
const workOf: Partial<Record<ImportState, ImportStep>> = {
  checking: 'check',
  committing: 'commit',
  undoing: 'undo',
}

/**
 * A working state whose task is over without having ended it: somebody stopped it, or it failed. The task's state comes
 * joined as `task__name`.
 */
const workReads = ['state', 'task__name']
const stopped = (row: Stored) =>
  String(row.state) in workOf && ['cancelled', 'failed', 'done'].includes(String(row.task__name))
const stateOf = (row: Stored): ImportState => (stopped(row) ? 'stopped' : (row.state as ImportState))

const json = (column: string) => derived([column], row => JSON.parse(String(row[column])) as unknown)

export const importsStore = defineStore(importsContract, {
  table: 'imports',
  ownedBy: 'tenant_id',
  columns: {
    entity: plain('entity'),
    mode: plain('mode'),
    file_name: plain('file_name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    state: derived(workReads, stateOf),
    stopped_in: derived(workReads, row => (stopped(row) ? (workOf[row.state as ImportState] ?? null) : null)),
    created_by: plain('created_by'),
    committed_at: plain('committed_at'),
    undone_at: plain('undone_at'),
    encoding: plain('encoding'),
    readings: json('readings'),
    delimiter: plain('delimiter'),
    bytes: plain('bytes'),
    columns: json('columns'),
    warnings: json('warnings'),
    rows_until: derived(['state', 'undone_at', 'committed_at'], rowsUntil),
    rows_removed_at: plain('rows_removed_at'),
    rows: plain('rows'),
    counts: json('counts'),
    will: derived(['will_create', 'will_update'], row => ({
      create: row.will_create,
      update: row.will_update,
    })),
    needs_reason: plain('needs_reason'),
    undo_takes_reason: derived(['reason'], row => row.reason !== null),
    // Its state says whether the import goes on; the rest of the task is read where one import is shown.
    task: {
      ...readOnlyRefTo('task_id', 'tasks', 'state'),
      read: row =>
        row.task__id
          ? { _id: row.task__id, state: row.task__name, progress: 0, note: null, error: null }
          : null,
    },
    can: derived([...workReads, 'rows_removed_at', 'counts', 'readings', 'warnings', 'committed_at'], canOf),
  },
  search: ({ file_name, created_by, entity }) => [file_name, created_by, entity] as string[],
  filters: {
    state: (state: ImportState) => {
      const over = sql`exists (select 1 from tasks k where k.id = t.task_id and k.state in ('cancelled', 'failed', 'done'))`
      const working = sql`t.state in (${sql.join(Object.keys(workOf))})`
      return state === 'stopped'
        ? sql<boolean>`(${working} and ${over})`
        : state in workOf
          ? sql<boolean>`(t.state = ${state} and not ${over})`
          : sql<boolean>`t.state = ${state}`
    },
  },
})

/** A discarded one has no rows any more; one that is not over keeps them. */
function rowsUntil(row: Stored): number | null {
  // One that was committed may be checked once more.
  const wasCommitted = row.state === 'committed' || row.state === 'checking'
  const ended = row.state === 'undone' ? row.undone_at : wasCommitted ? row.committed_at : null
  return ended === null ? null : Number(ended) + ROW_RETENTION_MS
}

function canOf(row: Stored) {
  if (row.rows_removed_at !== null)
    return {
      read: false,
      percents: false,
      fix: false,
      entries: false,
      commit: false,
      cancel: false,
      resume: false,
      undo: false,
      discard: false,
    }
  const state = stateOf(row)
  const counts = JSON.parse(String(row.counts)) as Record<string, number>
  const has = (name: string) => (counts[name] ?? 0) > 0
  const resting =
    state === 'checked' || state === 'committed' || (state === 'stopped' && row.state === 'committing')
  const isPartlyChecked = state === 'stopped' && row.state === 'checking' && row.committed_at !== null
  const isFresh = !has('committed') && !has('undone') && !has('skipped')
  return {
    read: (state === 'unread' || state === 'checked') && isFresh && row.readings !== '[]',
    percents: state === 'checked' && isFresh && hasParts(JSON.parse(String(row.warnings)) as Warnings),
    fix: (resting && has('error')) || (resting && has('ok')),
    entries: (state === 'checked' || state === 'committed') && has('error'),
    commit: resting && has('ok'),
    cancel: state in workOf,
    resume: state === 'stopped',
    undo: (resting || isPartlyChecked || state === 'undone') && has('committed'),
    discard: (state === 'unread' || state === 'checked' || state === 'stopped') && isFresh,
  }
}

type Warnings = RowOf<typeof importsContract>['warnings']
const hasParts = (warnings: Warnings) =>
  warnings.some(({ code, params }) => code === 'low_percent' && Number(params?.parts) > 0)

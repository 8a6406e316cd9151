/**
 * Archiving, unarchiving and editing many rows of any entity: previewed, done row by row, each with its own outcome.
 */
import { z } from 'zod'
import { defineContract, reason, type Contract } from './contract'
import { MAX_IDS } from './list'
import { matchingRequest } from './matching'
import type { Permission, PermissionRule } from './permissions'
import { id, instant, reference } from './primitives'

const bulkEditAction = z.enum(['archive', 'unarchive', 'update'])
export type BulkEditAction = z.infer<typeof bulkEditAction>
const bulkEditState = z.enum(['previewed', 'queued', 'running', 'stopping', 'stopped', 'done', 'failed'])
export type BulkEditState = z.infer<typeof bulkEditState>
/** refused: by a rule, said by `code` and `fields`. skipped: an inverse leaves it alone; `code` is a `bulkEditSkip`. */
export const bulkEditOutcome = z.enum(['waiting', 'changed', 'unchanged', 'refused', 'skipped', 'stopped'])
export type BulkEditOutcome = z.infer<typeof bulkEditOutcome>
/** changed_since: somebody has changed the same field after the job that is taken back did. */
export type BulkEditSkip = 'changed_since' | 'gone'

/** So many are done while one waits; more are done in the background. */
export const ROWS_AT_ONCE = 200

export const bulkEditTargets = z.object({
  ids: z.array(id).min(1).max(MAX_IDS).optional(),
  matching: matchingRequest.optional(),
  /** How many there were when it was looked at: 409 `selection_changed` when there are not as many now. */
  expected: z.number().int().min(0).optional(),
  /** Only pins it: nothing changes before it is confirmed. */
  preview: z.boolean().default(false),
  reason: reason.optional(),
})

export const bulkEditJob = z.object({
  _id: id,
  action: bulkEditAction,
  state: bulkEditState,
  fields: z.record(z.string(), z.unknown()),
  reason: z.string().nullable(),
  total: z.number().int(),
  planned: z.number().int(),
  done: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  stopped: z.number().int(),
  /** The job that it takes back. */
  origin_id: id.nullable(),
  task_id: z.string().nullable(),
  created_by: z.string(),
  created_at: instant,
  confirmed_at: instant.nullable(),
  finished_at: instant.nullable(),
})
export type BulkEditJob = z.output<typeof bulkEditJob>
const bulkEditSummary = z.object({
  /** Rows that this job has changed and that no inverse of it has taken back yet. */
  invertible: z.number().int(),
  /** Fields that money depends on are among them: taking them back takes a reason. */
  needs_reason: z.boolean(),
  /** Jobs that take it back. */
  later: z.array(z.object({ _id: id, action: bulkEditAction, state: bulkEditState, created_at: instant })),
})
export type BulkEditSummary = z.output<typeof bulkEditSummary>
export const bulkEditResult = z.looseObject({ job: bulkEditJob, summary: bulkEditSummary })
export type BulkEditResult = z.output<typeof bulkEditResult>

const problem = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export const bulkEditRow = z.object({
  /** The row's own: it stands in a job once. */
  _id: id,
  seq: z.number().int(),
  row: reference,
  outcome: bulkEditOutcome,
  code: z.string().nullable(),
  fields: z.record(z.string(), z.array(problem)),
  changed_at: instant.nullable(),
  /**
   * The fields that change, in the shape of a row: of a changed row as they were before its turn, stored with it; of a
   * waiting one as they are now. Null where nothing changes, and for a row that this reader does not see.
   */
  was: z.record(z.string(), z.unknown()).nullable(),
  /** What these fields become, in the shape of a row. */
  wanted: z.record(z.string(), z.unknown()).nullable(),
})
export type BulkEditRow = z.output<typeof bulkEditRow>
/** Of what was confirmed. */
export const bulkEditJobFilters = z.object({
  action: bulkEditAction,
  state: bulkEditState.exclude(['previewed']),
})
export const PAST_SORT = ['confirmed_at', 'action', 'state', 'created_by', 'total'] as const

/** What was done to many rows: of which list, and so who may see it, `changesOf` says. */
export const changesContract = defineContract({
  family: '',
  one: 'many_job',
  many: 'many-jobs',
  row: bulkEditJob,
  input: z.object({}),
  filters: bulkEditJobFilters,
  sort: PAST_SORT,
  permissions: { list: { any: [] }, read: { any: [] } },
  actions: {},
})
export const bulkEditRowFilters = z.object({ job: id, outcome: bulkEditOutcome })

/**
 * The rows of one job in the order in which they were chosen; `job` is required. Of which list, `changeRowsOf` says.
 */
export const changeRowsContract = defineContract({
  family: '',
  one: 'many_row',
  many: 'many-rows',
  row: bulkEditRow,
  input: z.object({}),
  filters: bulkEditRowFilters,
  sort: ['seq'],
  order: { by: 'seq', direction: 'ASC' },
  permissions: { list: { any: [] }, read: { any: [] } },
  actions: {},
})

/** The other of the two; what was edited is edited back. */
export const inverseAction = {
  archive: 'unarchive',
  unarchive: 'archive',
  update: 'update',
} as const satisfies Record<BulkEditAction, BulkEditAction>
export const isBulkEditOver = (state: BulkEditState) =>
  state === 'stopped' || state === 'done' || state === 'failed'

export const bulkEditPaths = ({ family, many }: Pick<Contract, 'family' | 'many'>) => {
  const base = `/api/${family}/v1`
  return {
    past: `${base}/many-jobs/${many}`,
    act: (action: BulkEditAction) => `${base}/${action}-many/${many}`,
    job: `${base}/many-job/${many}`,
    rows: `${base}/many-rows/${many}`,
  }
}

/** What may be done to many rows of this list, and who may. */
export const bulkEditActionsOf = ({
  permissions,
  bulk = [],
}: Pick<Contract, 'permissions' | 'bulk'>): { action: BulkEditAction; permission: Permission }[] =>
  bulkEditAction.options.flatMap(action => {
    const permission = permissions[action]
    return permission && (action !== 'update' || bulk.length > 0) ? [{ action, permission }] : []
  })

/** Who may see what was done to many rows; null where nothing can be. */
export function bulkEditRule(contract: Pick<Contract, 'permissions' | 'bulk'>): PermissionRule | null {
  const actions = bulkEditActionsOf(contract)
  return actions.length === 0
    ? null
    : { all: [contract.permissions.list, { any: actions.map(({ permission }) => permission) }] }
}

/** Made once for a list: shapes are compiled when they are first used. Null where nothing can be done to many. */
const ofLists = (base: Contract, paths: (many: string) => string) => {
  const known = new WeakMap<Contract, Contract | null>()
  return (contract: Contract): Contract | null => {
    const before = known.get(contract)
    if (before !== undefined) return before
    const rule = bulkEditRule(contract)
    const made: Contract | null = rule && {
      ...base,
      family: contract.family,
      paths: { list: paths(contract.many) },
      permissions: { list: rule, read: rule },
    }
    known.set(contract, made)
    return made
  }
}
export const changesOf = ofLists(changesContract as unknown as Contract, many => `many-jobs/${many}`)
export const changeRowsOf = ofLists(changeRowsContract as unknown as Contract, many => `many-rows/${many}`)

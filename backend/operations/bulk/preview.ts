/**
 * Pinning a bulk action: which slots it is about and who of them is left out is written down before anybody confirms
 * it.
 */
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { invalidField } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { forgetPreviews, previewedJob } from '../../platform/jobs/job-states.service'
import { MAX_UNLOCK_AHEAD_MS, type BulkAction, type SkipReason } from './bulk.contract'
import type { BulkItemsTable } from './bulk.table'
import type { Chosen } from './chosen-slots.queries'
import { commandJobs } from './waves'

export interface Candidate {
  slot: Chosen
  reason?: SkipReason
}

export interface Plan {
  action: BulkAction
  reason: string
  wave_size: number
  wave_pause_ms: number
  with_credits: boolean
  with_offline: boolean
  without_own_locks?: boolean
  accepted?: readonly string[]
  unlock_at?: number | null
  unlock_zone?: string | null
  origin?: { id: string; kind: 'retry' | 'inverse' | 'automatic'; root?: string }
  /** A person ticked each of its slots in a list. */
  isTicked?: boolean
  /** The root of the preview this is another choice of. */
  rootId?: string
}

/** Returns the job's id; it is `previewed` and has changed nothing. */
export async function storeBulkPreview(
  db: Db,
  actor: Pick<Actor, 'id' | 'name'>,
  plan: Plan,
  candidates: readonly Candidate[],
  now: number,
): Promise<string> {
  const [tenant = SYSTEM_TENANT, ...others] = new Set(candidates.map(({ slot }) => slot.tenant_id))
  const { with_credits, with_offline, without_own_locks, accepted, origin } = plan
  const rows = candidates.map(({ slot, reason }, seq) => ({
    seq,
    slot_id: slot.id,
    state: reason ? 'skipped' : 'waiting',
    reason: reason ?? null,
    command_id: null,
    was: null,
    changed_at: null,
  }))
  const { action, reason, wave_size, wave_pause_ms } = plan
  const job = previewedJob(
    actor,
    {
      ...{ action, reason, wave_size, wave_pause_ms, rows },
      tenantId: others.length > 0 ? SYSTEM_TENANT : tenant,
      input: { with_credits, with_offline, without_own_locks, accepted },
    },
    now,
  )
  await forgetPreviews(db, commandJobs, now)
  await db
    .insertInto('bulk_jobs')
    .values({
      ...job,
      root_id: origin?.root ?? plan.rootId ?? job.id,
      origin_id: origin?.id ?? null,
      origin_kind: origin?.kind ?? (plan.isTicked ? 'ticked' : null),
      stop_requested: 0,
      unlock_at: plan.unlock_at ?? null,
      unlock_zone: plan.unlock_zone ?? null,
      unlock_state: null,
      unlock_task_id: null,
    })
    .execute()
  await insertMany<BulkItemsTable>(
    db,
    'bulk_items',
    columns,
    rows.map(row => ({ ...row, job_id: job.id })),
  )
  return job.id
}

/** 422 unless a lock's automatic unlock lies ahead, and not too far. */
export function checkUnlock({ action, unlock_at }: Pick<Plan, 'action' | 'unlock_at'>, now: number): void {
  if (unlock_at == null) return
  const code =
    action !== 'lock'
      ? 'invalid'
      : unlock_at <= now
        ? 'in_the_past'
        : unlock_at > now + MAX_UNLOCK_AHEAD_MS
          ? 'too_far_ahead'
          : undefined
  if (code) throw invalidField('unlock_at', code)
}

const columns = {
  job_id: 'text',
  seq: 'bigint',
  slot_id: 'text',
  state: 'text',
  reason: 'text',
  command_id: 'text',
  was: 'text',
  changed_at: 'bigint',
} as const

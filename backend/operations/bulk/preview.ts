/**
 * Pinning a bulk action: which slots it is about and who of them is left out is written down before anybody confirms
 * it.
 */
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { fold } from '../../platform/contract/fold'
import { Problem } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import { forgetPreviews } from '../../platform/jobs/job-states.service'
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
  const id = newId(now)
  const [tenant = SYSTEM_TENANT, ...others] = new Set(candidates.map(({ slot }) => slot.tenant_id))
  const planned = candidates.filter(({ reason }) => reason === undefined).length
  const {
    action,
    reason,
    wave_size,
    wave_pause_ms,
    with_credits,
    with_offline,
    without_own_locks,
    accepted,
    unlock_at = null,
    unlock_zone = null,
    origin,
    rootId = id,
  } = plan
  await forgetPreviews(db, commandJobs, now)
  await db
    .insertInto('bulk_jobs')
    .values({
      id,
      version: 1,
      search: fold(`${reason} ${actor.name}`),
      archived_at: null,
      tenant_id: others.length > 0 ? SYSTEM_TENANT : tenant,
      action,
      state: 'previewed',
      input: JSON.stringify({ with_credits, with_offline, without_own_locks, accepted }),
      reason,
      total: candidates.length,
      planned,
      done: 0,
      skipped: candidates.length - planned,
      failed: 0,
      stopped: 0,
      task_id: null,
      created_by: actor.id,
      created_by_name: actor.name,
      actor_kind: null,
      actor_id: null,
      actor_name: null,
      actor_tenant_id: null,
      created_at: now,
      updated_at: now,
      confirmed_at: null,
      started_at: null,
      finished_at: null,
      root_id: origin?.root ?? rootId,
      origin_id: origin?.id ?? null,
      origin_kind: origin?.kind ?? null,
      wave_size,
      wave_pause_ms,
      next_wave_at: null,
      stop_requested: 0,
      unlock_at,
      unlock_zone,
      unlock_state: null,
      unlock_task_id: null,
    })
    .execute()
  await insertMany<BulkItemsTable>(
    db,
    'bulk_items',
    columns,
    candidates.map(({ slot, reason: why }, seq) => ({
      job_id: id,
      seq,
      slot_id: slot.id,
      state: why ? 'skipped' : 'waiting',
      reason: why ?? null,
      command_id: null,
      was: null,
      changed_at: null,
    })),
  )
  return id
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
  if (code) throw new Problem(422, 'invalid', { fields: { unlock_at: [{ code }] } })
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

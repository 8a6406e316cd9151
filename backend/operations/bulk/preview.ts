/** Pinning a bulk action: which slots it is about and who of them is left out is written down before anybody confirms it. */
import { sql } from 'kysely'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { fold } from '../../platform/contract/fold'
import { Problem } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { seenColumnsOf, limitColumns, presenceOf } from '../../platform/store/presence-limits'
import type { Actor, Scope } from '../../platform/request/actor'
import { forgetPreviews } from '../../platform/jobs/job-states.service'
import { MAX_UNLOCK_AHEAD_MS, type BulkAction, type SkipReason } from './bulk.contract'
import type { BulkItemsTable } from './bulk.table'
import type { Judged } from './judge'
import { commandJobs } from './waves'

export interface Chosen extends Judged {
  id: string
  tenant_id: string
  location_id: string
  serial: string
}
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
  unlock_at?: number | null
  unlock_zone?: string | null
  origin?: { id: string; kind: 'retry' | 'inverse' | 'automatic'; root?: string }
  /** The root of the preview this is another choice of. */
  rootId?: string
}

/** A statement takes at most 32,766 parameters. */
const CHUNK = 1_000

/** Returns the slots by location and serial. Throws 404 for an id that does not exist or is out of scope. */
export async function chosenSlots(
  db: Db,
  { tenantId }: Scope,
  ids: readonly string[],
  now: number,
): Promise<Chosen[]> {
  const found: Chosen[] = []
  for (let start = 0; start < ids.length; start += CHUNK) {
    const { rows } = await sql<
      Omit<Chosen, 'state'> & Stored
    >`select s.id, s.tenant_id, s.location_id, s.serial, s.status, s.archived_at, s.credits, s.last_seen_at, s.protocol, ${limitColumns(seenColumnsOf('slots', 's'), now)}
      from slots s where s.id in (${sql.join(ids.slice(start, start + CHUNK))})`.execute(db)
    found.push(...rows.map(row => ({ ...row, state: presenceOf(row, now) })))
  }
  if (
    found.length !== new Set(ids).size ||
    found.some(slot => tenantId !== null && slot.tenant_id !== tenantId)
  )
    throw new Problem(404, 'not_found', { message: 'No such slot' })
  return found.sort((a, b) =>
    a.location_id < b.location_id ? -1 : a.location_id > b.location_id ? 1 : a.serial < b.serial ? -1 : 1,
  )
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
      input: JSON.stringify({ with_credits, with_offline }),
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
  changed_at: 'bigint',
} as const

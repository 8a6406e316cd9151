/** Starting, pausing, going on, stopping a rollout, and drafting the one that takes it back. */
import { sql } from 'kysely'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { recordChange } from '../../platform/audit/audit.service'
import type { ActionResult, RowOf } from '../../platform/contract/contract'
import { foldWords } from '../../platform/contract/fold'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import type { firmwareRolloutsContract } from './firmware-rollouts.contract'
import { storeBoards, type Candidate } from './rollout-boards.service'

type Rollout = RowOf<typeof firmwareRolloutsContract>
interface Hand {
  db: Db
  actor: Actor
  now: number
}
type Result = Omit<ActionResult, 'id'>
export type RolloutAction = 'start' | 'pause' | 'go_on' | 'stop'

const from: Record<RolloutAction, readonly Rollout['state'][]> = {
  start: ['draft'],
  pause: ['running'],
  go_on: ['paused'],
  stop: ['draft', 'running', 'paused'],
}
const to: Record<RolloutAction, Rollout['state']> = {
  start: 'running',
  pause: 'paused',
  go_on: 'running',
  stop: 'stopped',
}

export async function changeRollout(
  { db, actor, now }: Hand,
  rollout: Rollout,
  action: RolloutAction,
  reason: string,
): Promise<Result> {
  demandWhole(actor)
  const changed = await db
    .updateTable('firmware_rollouts')
    .set(row => ({
      state: to[action],
      pause: action === 'pause' ? 'person' : null,
      version: row('version', '+', 1),
      updated_at: now,
      ...(action === 'start' && {
        started_by: actor.name,
        started_by_id: actor.id,
        started_at: now,
        next_wave_at: now,
      }),
      // Whoever goes on after failures has seen them.
      ...(action === 'go_on' && { passed_wave: row.ref('wave') }),
      ...(action === 'stop' && { finished_at: now, next_wave_at: null }),
    }))
    .where('id', '=', rollout._id)
    .where('tenant_id', '=', rollout.tenant._id)
    .where('state', 'in', from[action])
    .returning('id')
    .executeTakeFirst()
  if (!changed) return { outcome: 'skipped', reason: 'state' }
  // What has been ordered is not called back: a SMIB may be writing it.
  if (action === 'stop')
    await db
      .updateTable('firmware_boards')
      .set(row => ({
        result: 'stopped',
        settled_at: now,
        updated_at: now,
        version: row('version', '+', 1),
      }))
      .where('rollout_id', '=', rollout._id)
      .where('tenant_id', '=', rollout.tenant._id)
      .where('result', '=', 'waiting')
      .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'firmware-rollout',
      id: rollout._id,
      tenantId: rollout.tenant._id,
      action,
      before: { name: rollout.name, state: rollout.state },
      after: { name: rollout.name, state: to[action], reason },
    },
    now,
  )
  return { outcome: 'done' }
}

/** Drafts a rollout of the versions that its SMIBs had before, to those that were changed and still run it. */
export async function takeBack({ db, actor, now }: Hand, rollout: Rollout, reason: string): Promise<Result> {
  demandWhole(actor)
  if (rollout.state === 'draft' || rollout.state === 'running') return { outcome: 'skipped', reason: 'state' }
  const tenantId = rollout.tenant._id
  const { rows } = await sql<Candidate & { before: string | null; file: string | null }>`
    select s.id, s.mac, s.slot_id, s.location_id, f.firmware as reported, b.firmware_before as before, v.id as file
    from firmware_boards b join smibs s on s.id = b.smib_id
    join smib_firmware f on f.smib_id = b.smib_id and f.firmware = b.firmware
    left join firmware_versions v on v.tenant_id = b.tenant_id and v.name = b.firmware_before
    where b.tenant_id = ${tenantId} and b.rollout_id = ${rollout._id} and b.result = 'updated'
      and s.archived_at is null order by s.location_id, s.id`.execute(db)
  if (!rows.some(({ file }) => file !== null))
    return { outcome: 'skipped', reason: rows.length === 0 ? 'nothing_changed' : 'no_file' }
  const id = newId(now)
  const name = `← ${rollout.name}`.slice(0, 60)
  const { wave_size, wave_unit, gap, hour_from, hour_to, fail_percent } = rollout
  await db
    .insertInto('firmware_rollouts')
    .values({
      id,
      tenant_id: tenantId,
      version: 1,
      search: foldWords([name, actor.name]),
      archived_at: null,
      created_at: now,
      updated_at: now,
      name,
      firmware_id: null,
      location_id: rollout.location?._id ?? null,
      group_id: rollout.group?._id ?? null,
      back_of: rollout._id,
      state: 'draft',
      pause: null,
      ...{ wave_size, wave_unit, gap, hour_from, hour_to, fail_percent },
      wave: 0,
      passed_wave: 0,
      next_wave_at: null,
      created_by: actor.name,
      started_by: null,
      started_by_id: null,
      started_at: null,
      finished_at: null,
    })
    .execute()
  await storeBoards(
    db,
    { rollout: id, tenantId },
    rows.map(({ before, file, ...candidate }) => ({
      candidate,
      firmware: file !== null && before !== null ? { id: file, name: before } : null,
    })),
    now,
  )
  await recordChange(
    db,
    actor,
    {
      entity: 'firmware-rollout',
      id,
      tenantId,
      action: 'create',
      before: null,
      after: { name, back_of: rollout.name, smibs: rows.length, reason },
    },
    now,
  )
  return { outcome: 'done' }
}

/** Ordering a command: one row that waits until its SMIB asks for it. */
import { sql } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import { COMMAND_LIFE_MS, type CommandKind } from './control.contract'
import type { MachineCommandsTable } from './control.table'

export interface Order {
  tenantId: string
  locationId: string
  slotId: string | null
  smibId: string | null
  kind: CommandKind
  /** The lane of its target's commands that it waits in; by default the kind. */
  lane?: string
  input?: Record<string, unknown>
  reason: string | null
  bulkId?: string
  bulkJobId?: string
}

/** A statement takes at most 32,766 parameters. */
const ROWS_A_STATEMENT = 1_000

/** Lock and unlock speak of the same thing: the newer one replaces the older. */
export const PLAY_LANE = 'play'
export const isPlay = (kind: string): boolean => kind === 'lock' || kind === 'unlock'

/** Locks or unlocks of slots whose status has just been set, in that transaction. Answers the command's id by slot. */
export async function orderPlay(
  db: Db,
  actor: Pick<Actor, 'id' | 'name'>,
  orders: readonly (Order & { slotId: string })[],
  now: number,
): Promise<Map<string, string>> {
  const slots = orders.map(order => order.slotId)
  for (let start = 0; start < slots.length; start += ROWS_A_STATEMENT) {
    const some = slots.slice(start, start + ROWS_A_STATEMENT)
    await db
      .updateTable('machine_commands')
      .set({ state: 'cancelled', open_target: null, answer_code: 'superseded' })
      .where('open_target', 'in', some)
      .where('lane', '=', PLAY_LANE)
      .execute()
    await db
      .updateTable('slots')
      .set({
        lock_delivery: 'pending',
        lock_ordered_at: now,
        lock_ordered_by: actor.name,
        lock_answer_code: null,
      })
      .where('id', 'in', some)
      .execute()
  }
  const rows = orders.map(order => rowOf(order, actor, now))
  await insertMany(db, 'machine_commands', columns, rows)
  return new Map(rows.map(row => [row.slot_id ?? '', row.id]))
}

/**
 * Any other command. Throws 409 `already_ordered` while one of its kind is still under way for the same slot or SMIB.
 */
export async function orderCommand(
  db: Db,
  actor: Pick<Actor, 'id' | 'name'>,
  order: Order,
  now: number,
): Promise<string> {
  const row = rowOf(order, actor, now)
  const taken = await sql<{
    id: string
  }>`select id from machine_commands where open_target = ${row.open_target} and lane = ${row.lane}`.execute(
    db,
  )
  const refused = () =>
    new Problem(409, 'already_ordered', {
      message: 'The same command is still under way',
      details: { command_id: taken.rows[0]?.id ?? null },
    })
  if (taken.rows.length > 0) throw refused()
  // Two hands at once: the index lets one of them through.
  const made = await db
    .insertInto('machine_commands')
    .values(row)
    .onConflict(conflict => conflict.columns(['open_target', 'lane']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw refused()
  return made.id
}

function rowOf(
  { tenantId, locationId, slotId, smibId, kind, lane, input = {}, reason, bulkId, bulkJobId }: Order,
  actor: Pick<Actor, 'id' | 'name'>,
  now: number,
): Omit<MachineCommandsTable, 'result'> {
  const ofSmib = kind === 'smib_command' || kind === 'refresh_password' || kind === 'update_firmware'
  return {
    id: newId(now),
    tenant_id: tenantId,
    location_id: locationId,
    slot_id: slotId,
    smib_id: smibId,
    kind,
    lane: lane ?? (isPlay(kind) ? PLAY_LANE : kind),
    input: JSON.stringify(input),
    state: 'queued',
    open_target: ofSmib ? smibId : slotId,
    answer_code: null,
    answer: null,
    reason,
    created_by: actor.id,
    created_by_name: actor.name,
    created_at: now,
    sent_at: null,
    answered_at: null,
    expires_at: now + COMMAND_LIFE_MS,
    bulk_id: bulkId ?? null,
    bulk_job_id: bulkJobId ?? null,
  }
}

const columns = {
  id: 'text',
  tenant_id: 'text',
  location_id: 'text',
  slot_id: 'text',
  smib_id: 'text',
  kind: 'text',
  lane: 'text',
  input: 'text',
  state: 'text',
  open_target: 'text',
  answer_code: 'text',
  answer: 'text',
  reason: 'text',
  created_by: 'text',
  created_by_name: 'text',
  created_at: 'bigint',
  sent_at: 'bigint',
  answered_at: 'bigint',
  expires_at: 'bigint',
  bulk_id: 'text',
  bulk_job_id: 'text',
} as const

/** Reading what was ordered and what became of it. Scope first, always. */
import { sql, type RawBuilder } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { limitOf, presenceOf } from '../../platform/store/presence-limits'
import { doorOf } from '../slots/doors.service'
import type { Scope } from '../../platform/request/actor'
import {
  aftStatus,
  unassignRule,
  type LockState,
  type MachineCommand,
  type SlotStatusAnswer,
} from '../orders/control.contract'
import type { MachineCommandsTable } from '../orders/control.table'

type Stored = MachineCommandsTable & { serial: string | null; mac: string | null }

export interface Page {
  rowsPerPage: number
  page: number
  sortDirection?: readonly ('ASC' | 'DESC')[]
}
export type CommandFilters = { [Name in 'slot' | 'smib' | 'kind' | 'state' | 'bulk']?: readonly string[] }

/** Newest first by default; ids begin with their time, so there is one order. */
export async function commandsMatching(
  db: Db,
  scope: Scope,
  filters: CommandFilters,
  { rowsPerPage, page, sortDirection = [] }: Page,
): Promise<{ rows: MachineCommand[]; total: number }> {
  const columns = { slot: 'slot_id', smib: 'smib_id', kind: 'kind', state: 'state', bulk: 'bulk_id' } as const
  const conditions: RawBuilder<unknown>[] = [
    scope.tenantId === null ? sql`1 = 1` : sql`c.tenant_id = ${scope.tenantId}`,
  ]
  for (const [name, values] of Object.entries(filters) as [keyof CommandFilters, readonly string[]][])
    conditions.push(sql`c.${sql.ref(columns[name])} in (${sql.join([...values])})`)
  const where = sql.join(conditions, sql` and `)
  const direction = sortDirection[0] === 'ASC' ? sql`asc` : sql`desc`
  const [{ rows }, counted] = await Promise.all([
    sql<Stored>`select c.*, s.serial, b.mac from machine_commands c left join slots s on s.id = c.slot_id left join smibs b on b.id = c.smib_id
      where ${where} order by c.created_at ${direction}, c.id ${direction} limit ${rowsPerPage} offset ${page * rowsPerPage}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total from machine_commands c where ${where}`.execute(db),
  ])
  return { rows: rows.map(toWire), total: Number(counted.rows[0]?.total ?? 0) }
}

function toWire(row: Stored): MachineCommand {
  return {
    _id: row.id,
    kind: row.kind,
    input: JSON.parse(row.input) as Record<string, unknown>,
    state: row.state,
    slot: row.slot_id ? { _id: row.slot_id, name: row.serial ?? '' } : null,
    smib: row.smib_id ? { _id: row.smib_id, name: row.mac ?? '' } : null,
    answer_code: row.answer_code,
    answer: row.answer === null ? null : (JSON.parse(row.answer) as Record<string, unknown>),
    reason: row.reason,
    created_by: row.created_by_name,
    created_at: row.created_at,
    sent_at: row.sent_at,
    answered_at: row.answered_at,
    expires_at: row.expires_at,
    bulk_id: row.bulk_id,
    stands: row.state === 'no_answer' && row.open_target !== null,
    late: row.answered_at !== null && row.answered_at > row.expires_at,
  }
}

const SHOWN = 10
const smib = {
  last: sql.ref('b.last_seen_at'),
  smib: sql.ref('b.id'),
  location: sql.ref('s.location_id'),
  tenant: sql.ref('s.tenant_id'),
}

export async function slotStatus(
  db: Db,
  scope: Scope,
  slotId: string,
  now: number,
): Promise<SlotStatusAnswer> {
  const slot = await db
    .selectFrom('slots as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .leftJoin('smibs as b', 'b.slot_id', 's.id')
    .leftJoin('slot_controls as k', 'k.slot_id', 's.id')
    .select([
      's.id',
      's.version',
      's.serial',
      's.protocol',
      's.tenant_id',
      't.name as tenant',
      's.location_id',
      'l.name as location',
      's.archived_at',
      's.status',
      's.lock_reason',
      's.lock_delivery',
      's.lock_state',
      's.lock_ordered_at',
      's.lock_ordered_by',
      's.lock_answer_code',
      's.credits',
      's.denomination_minor',
      's.currency',
      's.asset_no',
      's.last_seen_at',
      'b.id as smib_id',
      'b.mac',
      'b.last_seen_at as heard_at',
      'k.aft_status',
      'k.aft_asset_no',
      'k.aft_pos_id',
      'k.aft_at',
      'k.unassign_rule',
      'k.rule_version',
    ])
    .select([limitOf(smib, 'stale_ms').as('stale_ms'), limitOf(smib, 'offline_ms').as('offline_ms')])
    .where('s.id', '=', slotId)
    .$if(scope.tenantId !== null, query => query.where('s.tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!slot) throw new Problem(404, 'not_found', { message: 'No such slot' })
  const [door, commands] = await Promise.all([
    doorOf(db, slotId, now),
    commandsMatching(db, scope, { slot: [slotId] }, { rowsPerPage: SHOWN, page: 0 }),
  ])
  return {
    _id: slot.id,
    version: slot.version,
    serial: slot.serial,
    protocol: slot.protocol,
    tenant: { _id: slot.tenant_id, name: slot.tenant },
    location: { _id: slot.location_id, name: slot.location },
    archived_at: slot.archived_at,
    status: slot.status as SlotStatusAnswer['status'],
    lock_reason: slot.lock_reason,
    lock_delivery: slot.lock_delivery as SlotStatusAnswer['lock_delivery'],
    lock_state: slot.lock_state as LockState,
    lock_ordered_at: slot.lock_ordered_at,
    lock_ordered_by: slot.lock_ordered_by,
    lock_answer_code: slot.lock_answer_code,
    smib: slot.smib_id ? { _id: slot.smib_id, name: slot.mac ?? '' } : null,
    // The present SMIB decides whether commands reach the slot: an earlier SMIB's reports are no connection.
    state: presenceOf(slot, now, slot.smib_id ? slot.heard_at : null),
    last_seen_at: slot.smib_id ? slot.heard_at : slot.last_seen_at,
    credits: slot.credits,
    denomination: { minor: slot.denomination_minor, currency: slot.currency as 'RON' | 'EUR' },
    ...door,
    aft_status: aftStatus.safeParse(slot.aft_status).data ?? null,
    aft_asset_no: slot.aft_asset_no,
    aft_pos_id: slot.aft_pos_id,
    aft_at: slot.aft_at,
    asset_no: slot.asset_no,
    unassign_rule: unassignRule.safeParse(slot.unassign_rule).data ?? 'allowed',
    rule_version: slot.rule_version ?? 0,
    commands: commands.rows,
    as_of: now,
  }
}

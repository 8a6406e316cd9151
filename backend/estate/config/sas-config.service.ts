/** Asks a SMIB for its slot's SAS configuration, and takes the answer: to show it, or to store it as well. */
import { Problem } from '../../platform/contract/problem'
import { orderCommand } from '../orders/orders.service'
import { isCommandable } from '../slots/protocols.contract'
import type { MachineCommandsTable } from '../orders/control.table'
import type { Db } from '../../platform/db/database'
import type { Actor } from '../../platform/request/actor'
import { recordChange } from '../../platform/audit/audit.service'
import { changesBetween } from '../../platform/layered-settings/config.service'
import type { Owner } from '../../platform/layered-settings/owners.service'
import type { SasQuestion, SasSource } from './sas-config.contract'
import { sasSettings } from '../../platform/layered-settings/sas-settings.contract'
import { readValue, settingsOf } from '../../platform/layered-settings/setting.contract'
import { readSet, writeSet, type Values } from '../../platform/layered-settings/sets'
import { ownersOf } from '../../platform/layered-settings/owners.service'

const KIND = 'read_sas_config'

/**
 * Throws 409 `no_board`, `no_downlink`, `archived`, or `already_ordered` while the SMIB has not answered the last one.
 */
export async function askSmib(
  db: Db,
  owner: Owner,
  source: SasSource,
  actor: Actor,
  reason: string | null,
  now: number,
): Promise<void> {
  if (owner.archived) throw new Problem(409, 'archived')
  const { protocol } = await db
    .selectFrom('slots')
    .select('protocol')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  if (!isCommandable(protocol))
    throw new Problem(409, 'no_downlink', {
      message: 'Nothing can be told by the protocol of this machine',
      details: { protocol },
    })
  if (!owner.smib || !owner.locationId)
    throw new Problem(409, 'no_board', { message: 'No board is built into this machine' })
  await orderCommand(
    db,
    actor,
    {
      tenantId: owner.tenant._id,
      locationId: owner.locationId,
      slotId: owner.id,
      smibId: owner.smib._id,
      kind: KIND,
      input: { save: source === '2' },
      reason,
    },
    now,
  )
}

/** The last question of this source; of 1, of either. */
export async function lastQuestion(db: Db, slotId: string, source: SasSource): Promise<SasQuestion | null> {
  const rows = await db
    .selectFrom('machine_commands')
    .selectAll()
    .where('slot_id', '=', slotId)
    .where('kind', '=', KIND)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  const row = rows.find(one => source === '1' || isSaving(one) === (source === '2'))
  return row ? questionFrom(row) : null
}

const isSaving = (row: Pick<MachineCommandsTable, 'input'>): boolean =>
  (JSON.parse(row.input) as { save?: unknown }).save === true

function questionFrom(row: MachineCommandsTable): SasQuestion {
  const read = row.state === 'done' && row.answer !== null ? readAnswer(JSON.parse(row.answer)) : null
  return {
    command_id: row.id,
    source: isSaving(row) ? '2' : '3',
    state: row.state,
    asked_at: row.created_at,
    asked_by: row.created_by_name,
    expires_at: row.expires_at,
    answered_at: row.answered_at,
    answer_code: row.answer_code,
    values: read?.values ?? null,
    refused: read?.refused ?? [],
    saved: isSaving(row) && read !== null,
  }
}

/** Only what the catalogue knows and a slot can mean. */
function readAnswer(answer: unknown): { values: Values; refused: string[] } {
  const values: Values = {}
  const refused: string[] = []
  const given = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  for (const setting of settingsOf(sasSettings)) {
    const value = given[setting.key]
    if (value === undefined || value === null) continue
    const read = readValue(setting, value)
    if (read.problems) refused.push(setting.key)
    else values[setting.key] = read.value
  }
  return { values, refused }
}

/**
 * Called in the transaction that takes a SMIB's answers. The answer to a question with save is stored in the name of
 * its author.
 */
export async function sasConfigAnswered(
  db: Db,
  command: Pick<MachineCommandsTable, 'slot_id' | 'input' | 'reason' | 'created_by' | 'created_by_name'>,
  answer: unknown,
  now: number,
): Promise<void> {
  if (!command.slot_id || !isSaving(command)) return
  const [owner] = await ownersOf(db, { tenantId: null }, 'slot', [command.slot_id])
  if (!owner || owner.archived) return
  const { values } = readAnswer(answer)
  const before = await readSet(db, 'slot', owner.id)
  const changes = changesBetween(sasSettings, before.values, values)
  const actor = { kind: 'user' as const, id: command.created_by, name: command.created_by_name }
  if (changes.length === 0) return
  if (
    !(await writeSet(
      db,
      owner,
      before.version,
      values,
      { actor, source: 'smib', reason: command.reason ?? undefined },
      now,
    ))
  )
    return
  const sideOf = (side: 'before' | 'after') =>
    Object.fromEntries(changes.map(change => [change.key, change[side]]))
  await recordChange(
    db,
    actor,
    {
      entity: 'slot_config',
      id: owner.id,
      tenantId: owner.tenant._id,
      action: 'read_from_board',
      before: { serial: owner.name, ...sideOf('before') },
      after: {
        serial: owner.name,
        ...sideOf('after'),
        ...(command.reason !== null && { reason: command.reason }),
      },
    },
    now,
  )
}

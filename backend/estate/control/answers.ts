/**
 * Records the answers of slots. An answer is recorded once, by a condition on the command's state: a repeated one
 * changes nothing.
 */
import { recordChange } from '../../platform/audit/audit.service'
import { sasConfigAnswered } from '../config/sas-config.service'
import { foldWords } from '../../platform/contract/fold'
import type { Db } from '../../platform/db/database'
import { speaksFor, type Actor, type Scope } from '../../platform/request/actor'
import { raiseForSlots } from '../../workflow/notifications/slot-notifications.service'
import type { Raised } from '../../workflow/notifications/notifications.service'
import { slotWords } from '../slots/slot-words.service'
import { assetKey } from '../../platform/contract/machine-name'
import { afterAnswer } from './answered-commands.service'
import { aftStatusOf, assetNumber, COMMAND_LIFE_MS } from '../orders/control.contract'
import type { MachineCommandsTable } from '../orders/control.table'
import { commandAnswer, type AnswerVerdict, type CommandAnswer } from './downlink.contract'
import { isPlay } from '../orders/orders.service'
import { recordFirmware } from '../firmware/reported-firmware.service'
import { firmwareReport } from '../config/smib-config.contract'

type Command = MachineCommandsTable
interface Recording {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}

export async function recordAnswers(
  recording: Recording,
  answers: readonly unknown[],
): Promise<{ verdicts: AnswerVerdict[]; raised: Raised[] }> {
  const { db, scope, now } = recording
  const read = answers.map((raw, index) => ({ index, answer: commandAnswer.safeParse(raw).data }))
  const commands = await commandsById(
    db,
    scope,
    read.flatMap(({ answer }) => answer?.command_id ?? []),
  )
  await holdSlots(db, [...commands.values()])
  const verdicts: AnswerVerdict[] = []
  const refused: Command[] = []
  for (const { index, answer } of read) {
    const command = answer && commands.get(answer.command_id)
    const verdict = !answer ? 'malformed' : !command ? 'unknown' : await record(recording, command, answer)
    verdicts.push({ index, verdict })
    if (
      command &&
      answer?.outcome === 'refused' &&
      isPlay(command.kind) &&
      (verdict === 'recorded' || verdict === 'late')
    )
      refused.push(command)
  }
  return { verdicts, raised: await tellRefused(db, refused, now) }
}

async function commandsById(db: Db, scope: Scope, ids: string[]): Promise<Map<string, Command>> {
  if (ids.length === 0) return new Map()
  const { tenantId, reach } = scope
  const rows = await db
    .selectFrom('machine_commands')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .execute()
  if (!reach) return new Map(rows.map(row => [row.id, row]))
  // A command is answered by the SMIB that it was handed to.
  const smibs = rows.flatMap(row => row.smib_id ?? [])
  const standing =
    smibs.length === 0
      ? []
      : await db
          .selectFrom('smibs')
          .select(['id', 'tenant_id', 'location_id'])
          .where('id', 'in', smibs)
          .execute()
  const own = new Set(standing.filter(smib => speaksFor(scope, smib)).map(smib => smib.id))
  return new Map(rows.flatMap(row => (row.smib_id !== null && own.has(row.smib_id) ? [[row.id, row]] : [])))
}

/** Slots first, then their commands, as whoever orders does: so that two never wait for each other. */
export async function holdSlots(
  db: Db,
  commands: readonly Pick<Command, 'kind' | 'slot_id'>[],
): Promise<void> {
  const slots = commands.flatMap(({ kind, slot_id }) => (isPlay(kind) && slot_id ? [slot_id] : [])).sort()
  if (slots.length > 0)
    await db
      .updateTable('slots')
      .set(row => ({ lock_delivery: row.ref('lock_delivery') }))
      .where('id', 'in', slots)
      .execute()
}

async function record(
  { db, actor, now }: Recording,
  command: Command,
  { outcome, code, data }: CommandAnswer,
): Promise<AnswerVerdict['verdict']> {
  if (command.sent_at === null) return 'unknown'
  if (outcome === 'busy') {
    const updated = await db
      .updateTable('machine_commands')
      .set({ answer_code: code ?? 'game_in_progress', expires_at: now + COMMAND_LIFE_MS })
      .where('id', '=', command.id)
      .where('state', '=', 'sent')
      .returning('id')
      .executeTakeFirst()
    if (!updated) return settled(command)
    if (isPlay(command.kind) && command.slot_id)
      await db
        .updateTable('slots')
        .set({ lock_answer_code: code ?? 'game_in_progress' })
        .where('id', '=', command.slot_id)
        .execute()
    return 'recorded'
  }
  const recorded = await db
    .updateTable('machine_commands')
    .set({
      state: outcome,
      open_target: null,
      answer_code: code ?? null,
      answer: data ? JSON.stringify(data) : null,
      answered_at: now,
    })
    .where('id', '=', command.id)
    .where('state', 'in', ['sent', 'no_answer'])
    .returning(['expires_at'])
    .executeTakeFirst()
  if (!recorded) return settled(command)
  await takeEffect({ db, actor, now }, command, { outcome, code, data: data ?? {} })
  const { data: firmware } = firmwareReport.safeParse(data?.firmware)
  if (outcome === 'done' && firmware !== undefined && command.smib_id !== null)
    await recordFirmware(db, [{ smibId: command.smib_id, tenantId: command.tenant_id, firmware }], now)
  return now > recorded.expires_at ? 'late' : 'recorded'
}

const settled = ({ state }: Command): AnswerVerdict['verdict'] =>
  state === 'cancelled' ? 'cancelled' : state === 'no_answer' ? 'late' : 'duplicate'

async function takeEffect(
  recording: Omit<Recording, 'scope'>,
  command: Command,
  {
    outcome,
    code,
    data,
  }: { outcome: 'done' | 'refused'; code?: string; data: NonNullable<CommandAnswer['data']> },
): Promise<void> {
  const { db, now } = recording
  const slotId = command.slot_id
  if (!slotId) return
  if (isPlay(command.kind)) {
    await db
      .updateTable('slots')
      .set({ lock_delivery: outcome === 'done' ? 'confirmed' : 'refused', lock_answer_code: code ?? null })
      .where('id', '=', slotId)
      .execute()
    return
  }
  if (outcome !== 'done') return
  if (command.kind === 'aft_refresh_registration') {
    const status = aftStatusOf[String(data.registration_status ?? '')]
    if (status)
      await know(db, command, slotId, {
        aft_status: status,
        aft_asset_no: assetNumber.safeParse(data.asset_number).data ?? null,
        aft_pos_id: textOf(data.pos_id),
        aft_at: now,
      })
  }
  if (command.kind === 'aft_set_asset_number') await takeAssetNumber(recording, command, slotId)
  if (command.kind === 'read_sas_config') await sasConfigAnswered(db, command, data, now)
  await afterAnswer(db, command, now)
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

type Known = { aft_status: string; aft_asset_no: number | null; aft_pos_id: string | null; aft_at: number }

const know = (db: Db, { tenant_id }: Command, slot_id: string, known: Known): Promise<unknown> =>
  db
    .insertInto('slot_controls')
    .values({ slot_id, tenant_id, ...known, unassign_rule: null, rule_version: 0 })
    .onConflict(conflict => conflict.column('slot_id').doUpdateSet(known))
    .execute()

/** The slot has the number now, and with it no registration any more (domain notes, section 3). */
async function takeAssetNumber(
  { db, actor, now }: Omit<Recording, 'scope'>,
  command: Command,
  slotId: string,
): Promise<void> {
  const asset = (JSON.parse(command.input) as { asset_number: number }).asset_number
  await know(db, command, slotId, {
    aft_status: 'not_registered',
    aft_asset_no: asset,
    aft_pos_id: null,
    aft_at: now,
  })
  const slot = await db
    .selectFrom('slots')
    .select(['serial', 'asset_no', 'manufacturer', 'machine_type', 'game_mix', 'position'])
    .where('id', '=', slotId)
    .executeTakeFirst()
  if (!slot || slot.asset_no === String(asset)) return
  const after = { ...slot, asset_no: String(asset) }
  const key = assetKey(after.asset_no)
  const holder = await db
    .selectFrom('slots')
    .select('id')
    .where('tenant_id', '=', command.tenant_id)
    .where('asset_key', '=', key)
    .where('id', '<>', slotId)
    .executeTakeFirst()
  await db
    .updateTable('slots')
    .set(row => ({
      asset_no: after.asset_no,
      // Somebody gave it to another slot meanwhile: that one has the key, and the machine its number all the same.
      asset_key: holder ? null : key,
      search: foldWords(slotWords(after)),
      version: row('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', slotId)
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'slot',
      id: slotId,
      tenantId: command.tenant_id,
      action: 'aft_asset_number_taken',
      before: { serial: slot.serial, asset_no: slot.asset_no },
      after: {
        serial: slot.serial,
        asset_no: after.asset_no,
        ordered_by: command.created_by_name,
        reason: command.reason,
      },
    },
    now,
  )
}

async function tellRefused(db: Db, commands: readonly Command[], now: number): Promise<Raised[]> {
  const raised: Raised[] = []
  for (const kind of ['lock', 'unlock'] as const) {
    const ids = commands.flatMap(command =>
      command.kind === kind && command.slot_id ? [command.slot_id] : [],
    )
    if (ids.length === 0) continue
    const slots = await db
      .selectFrom('slots as s')
      .innerJoin('locations as l', 'l.id', 's.location_id')
      .select([
        's.id as slotId',
        's.serial',
        's.tenant_id as tenantId',
        's.location_id as locationId',
        'l.name as locationName',
      ])
      .where('s.id', 'in', ids)
      .execute()
    raised.push(
      ...(await raiseForSlots(db, slots, { one: `${kind}_refused`, many: `${kind}s_refused` }, now)),
    )
  }
  return raised
}

/** Changing how a slot's mechanical counters count, and entering where they stand. */
import type { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { lastSave } from '../../platform/audit/last-save'
import { type FieldProblem, invalidField, Problem } from '../../platform/contract/problem'
import { insertMany } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { meterKinds, type MeterKind, type meterReadingInput, type meterSetupInput } from './meters.contract'
import { compareMeters } from './meter-comparisons.service'
import { DEFAULT_FACTOR, readingColumns } from './meter-setups.service'
import { readMeters, setupOf, type Slot } from './meters.queries'
import type { MechanicalReadingsTable, SlotMeterSetupsTable } from './meters.table'

/** A watch that runs ahead a little must not refuse a reading. Milliseconds. */
const CLOCK_SLACK_MS = 60_000

type SetupInput = z.output<typeof meterSetupInput>
type ReadingInput = z.output<typeof meterReadingInput>

/** From now on; what was read before keeps the worth that it was read with. Throws 409 `version_conflict`. */
export async function saveSetup(
  db: Db,
  slot: Slot,
  { reason, ...input }: SetupInput,
  expected: number | undefined,
  actor: Actor,
  now: number,
): Promise<void> {
  refuseArchived(slot)
  const before = await setupOf(db, slot.id)
  const current = before ?? blank(slot)
  const version = expected ?? current.version
  if (version !== current.version) throw await conflict(db, slot, actor)
  const factorOf = (kind: MeterKind) =>
    input[`factor_${kind}`] ??
    input.meters?.find(one => one.kind === kind)?.factor ??
    current[`factor_${kind}`]
  const rates = {
    price_per_impulse_minor: input.price_per_impulse_minor ?? current.price_per_impulse_minor,
    factor_in: factorOf('in'),
    factor_out: factorOf('out'),
    factor_jackpot: factorOf('jackpot'),
  }
  const row = { ...current, ...rates, version: version + 1, updated_at: now }
  if (JSON.stringify(ratesOf(row)) === JSON.stringify(ratesOf(current))) return
  if (reason === undefined) throw invalidField('reason', 'required')
  await store(db, slot, before, version, row, actor)
  await recordChange(
    db,
    actor,
    {
      entity: 'slot_meters',
      id: slot.id,
      tenantId: slot.tenant_id,
      action: 'update',
      before: before ? { serial: slot.serial, ...ratesOf(before) } : null,
      after: { serial: slot.serial, ...ratesOf(row), reason },
    },
    now,
  )
}

/**
 * 422: a time in the future or before the last reading, no index at all, or an index that went down without a reason.
 * With a reason the comparison with the electronic meters starts anew there, since what the counter moved cannot be
 * known.
 */
export async function enterReading(
  db: Db,
  slot: Slot,
  input: ReadingInput,
  actor: Actor,
  now: number,
): Promise<void> {
  refuseArchived(slot)
  const before = await setupOf(db, slot.id)
  if (input.version !== (before?.version ?? 0)) throw await conflict(db, slot, actor)
  const setup = before ?? blank(slot)
  const fell = meterKinds.filter(
    kind =>
      input[kind] !== null &&
      setup[`mech_${kind}`] !== null &&
      Number(input[kind]) < Number(setup[`mech_${kind}`]),
  )
  const problems: Record<string, FieldProblem[]> = {}
  if (meterKinds.every(kind => input[kind] === null)) problems.in = [{ code: 'required' }]
  if (input.read_at > now + CLOCK_SLACK_MS) problems.read_at = [{ code: 'in_future' }]
  if (setup.set_at !== null && input.read_at <= setup.set_at)
    problems.read_at = [{ code: 'before_last_reading' }]
  if (fell.length > 0 && input.reason === null) problems.reason = [{ code: 'reason_for_fall' }]
  if (Object.keys(problems).length > 0) throw new Problem(422, 'invalid', { fields: problems })
  const indexes = {
    mech_in: input.in ?? setup.mech_in,
    mech_out: input.out ?? setup.mech_out,
    mech_jackpot: input.jackpot ?? setup.mech_jackpot,
  }
  await store(
    db,
    slot,
    before,
    input.version,
    {
      ...setup,
      ...indexes,
      set_at: input.read_at,
      version: input.version + 1,
      updated_at: now,
    },
    actor,
  )
  const { price_per_impulse_minor, currency, factor_in, factor_out, factor_jackpot } = setup
  const reading: MechanicalReadingsTable = {
    id: newId(now),
    slot_id: slot.id,
    tenant_id: slot.tenant_id,
    read_at: input.read_at,
    entered_at: now,
    mech_in: input.in,
    mech_out: input.out,
    mech_jackpot: input.jackpot,
    price_per_impulse_minor,
    currency,
    factor_in,
    factor_out,
    factor_jackpot,
    baseline: fell.length > 0 || setup.set_at === null ? 1 : 0,
    reason: input.reason,
    entered_by: actor.id,
    entered_by_name: actor.name,
  }
  await insertMany(db, 'mechanical_readings', readingColumns, [reading])
  await compareMeters(db, slot.id, now)
  await recordChange(
    db,
    actor,
    {
      entity: 'slot_meters',
      id: slot.id,
      tenantId: slot.tenant_id,
      action: 'reading',
      before: {
        serial: slot.serial,
        in: setup.mech_in,
        out: setup.mech_out,
        jackpot: setup.mech_jackpot,
        read_at: setup.set_at,
      },
      after: {
        serial: slot.serial,
        in: input.in,
        out: input.out,
        jackpot: input.jackpot,
        read_at: input.read_at,
        reason: input.reason,
      },
    },
    now,
  )
}

function refuseArchived({ archived_at }: Slot): void {
  if (archived_at !== null)
    throw new Problem(409, 'archived', { message: 'Archived machines keep their meters as they are' })
}

const blank = ({ id, tenant_id, currency, denomination_minor }: Slot): SlotMeterSetupsTable => ({
  slot_id: id,
  tenant_id,
  version: 0,
  price_per_impulse_minor: denomination_minor,
  currency,
  factor_in: DEFAULT_FACTOR,
  factor_out: DEFAULT_FACTOR,
  factor_jackpot: DEFAULT_FACTOR,
  mech_in: null,
  mech_out: null,
  mech_jackpot: null,
  set_at: null,
  updated_at: 0,
})

const ratesOf = ({
  price_per_impulse_minor,
  currency,
  factor_in,
  factor_out,
  factor_jackpot,
}: SlotMeterSetupsTable) => ({ price_per_impulse_minor, currency, factor_in, factor_out, factor_jackpot })

async function store(
  db: Db,
  slot: Slot,
  before: SlotMeterSetupsTable | undefined,
  version: number,
  row: SlotMeterSetupsTable,
  actor: Actor,
): Promise<void> {
  const { slot_id: _slot, tenant_id: _tenant, ...changed } = row
  const written =
    version !== (before?.version ?? 0)
      ? undefined
      : before
        ? await db
            .updateTable('slot_meter_setups')
            .set(changed)
            .where('slot_id', '=', slot.id)
            .where('version', '=', version)
            .returning('version')
            .executeTakeFirst()
        : await db
            .insertInto('slot_meter_setups')
            .values(row)
            .onConflict(conflict => conflict.column('slot_id').doNothing())
            .returning('version')
            .executeTakeFirst()
  if (!written) throw await conflict(db, slot, actor)
}

const conflict = async (db: Db, slot: Slot, actor: Actor) =>
  new Problem(409, 'version_conflict', {
    message: 'Somebody else has saved a newer version',
    details: {
      current: await readMeters(db, slot),
      saved: await lastSave(db, scopeOf(actor), 'slot_meters', slot.id, ['update', 'reading']),
    },
  })

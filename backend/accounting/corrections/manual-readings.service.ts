/** Meters that a person read off the machine: the preview is what is booked, and reverting restores what had stood. */
import { recordChange } from '../../platform/audit/audit.service'
import { metersAt } from '../checkpoints/checkpoints.service'
import { Problem, type FieldProblem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { whole } from '../../platform/db/narrowed'
import { newId } from '../../platform/db/new-id'
import {
  judgeManualReading,
  revertManualReading,
  type JudgedManualReading,
} from '../../telemetry/rebooking/manual-readings.service'
import { sealedThrough } from '../period-lock/fiscal-head.service'
import { demandOpenDays, demandUnlockedDays } from '../period-lock/open-days.service'
import type { Actor, Scope } from '../../platform/request/actor'
import { holdSlot, type MovedAt } from '../../telemetry/rebooking/ruled-judgement.service'
import { placeOfSlot } from '../../telemetry/readings/slot-history.queries'
import { effectOf } from '../repairs/repair-effect.service'
import { repairMeters, type RepairMeter } from '../repairs/repairs.contract'
import { findEdit } from './find-edit'
import type { EditEffect } from './ignored-messages.contract'
import type { ManualKind, ManualPreview } from './manual-readings.contract'

interface Who {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}
type Values = Partial<Record<RepairMeter, number>>

/** Nobody reads a meter before there were any. */
const FIRST = Date.UTC(2000, 0, 1)

const refused = (field: string, code: string, params?: FieldProblem['params']): Problem =>
  new Problem(422, 'invalid', { fields: { [field]: [{ code, ...(params && { params }) }] } })

/** Throws 404 for a slot that is not there or not in scope. */
async function slotOf(db: Db, { tenantId }: Scope, id: string) {
  const row = await db
    .selectFrom('slots as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.id', 's.serial', 's.currency', 's.tenant_id', 'l.id as location_id', 'l.name', 'l.time_zone'])
    .where('s.id', '=', id)
    .$if(tenantId !== null, query => query.where('s.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  return row
}
type Slot = Awaited<ReturnType<typeof slotOf>>

/** Throws 404 for a slot that is not in sight, or stood then where nothing is; 422 for no time to read a meter at. */
export async function demandInSight(
  { db, scope, now }: Pick<Who, 'db' | 'scope' | 'now'>,
  { slot, at }: { slot: string; at?: number | undefined },
): Promise<void> {
  await slotOf(db, scope, slot)
  if (at === undefined) return
  demandMoment(at, now)
  const place = await placeOfSlot(whole(db), slot, at)
  if (place && !(await isInSight(db, place.locationId))) throw new Problem(404, 'not_found')
}

const isInSight = async (db: Db, location: string): Promise<boolean> =>
  (await db.selectFrom('locations').select('id').where('id', '=', location).executeTakeFirst()) !== undefined

function demandMoment(at: number, now: number): void {
  if (at > now) throw refused('at', 'in_future')
  if (at < FIRST) throw refused('at', 'invalid')
}

/** Where a slot reports only its games, nobody can say which of them moved the meters of the whole slot. */
async function demandWhole(db: Db, slot: Slot): Promise<void> {
  const games = await db
    .selectFrom('counter_latest')
    .select('game_nr')
    .where('slot_id', '=', slot.id)
    .execute()
  if (games.length > 0 && games.every(({ game_nr }) => game_nr !== 0))
    throw new Problem(409, 'no_main_meters')
}

async function demandFirst(db: Db, slot: Slot, at: number): Promise<void> {
  const entered = await db
    .selectFrom('manual_readings')
    .select('id')
    .where('slot_id', '=', slot.id)
    .where('at', '=', at)
    .where('state', '=', 'counts')
    .executeTakeFirst()
  // A corrected reading replaces the one that the SMIB sent.
  const corrected = await db
    .selectFrom('message_edits')
    .select('id')
    .where('slot_id', '=', slot.id)
    .where('at', '=', at)
    .where('nano', '=', 0)
    .where('bucket', '=', 'counters')
    .where('does', '=', 'correct')
    .where('state', '=', 'holds')
    .executeTakeFirst()
  if (entered ?? corrected) throw new Problem(409, 'reading_entered')
}

const effectFrom = (changes: MovedAt[], currency: string, here: string): EditEffect => {
  const { state: _, ...effect } = effectOf({ changes, state: 'gone' }, currency, here)
  return effect
}

async function judged(
  db: Db,
  slot: Slot,
  at: number,
  values: Values,
  write: boolean,
): Promise<JudgedManualReading & { effect: EditEffect }> {
  if (repairMeters.every(name => values[name] === undefined)) throw refused('values', 'required')
  const done = await judgeManualReading(db, { slotId: slot.id, at, values }, write)
  if (!done) throw new Problem(404, 'not_found')
  return { ...done, effect: effectFrom(done.changes, slot.currency, done.place.locationId) }
}

/** What it would move; nothing is written. */
export async function previewReading(
  { db, scope, now }: Pick<Who, 'db' | 'scope' | 'now'>,
  { slot: id, at, values }: { slot: string; at?: number | undefined; values?: Values | undefined },
): Promise<ManualPreview> {
  const slot = await slotOf(db, scope, id)
  await demandWhole(db, slot)
  if (at !== undefined) demandMoment(at, now)
  const known = await metersAt(db, slot.id, at ?? now)
  const facts = {
    slot: { _id: slot.id, name: slot.serial },
    location: { _id: slot.location_id, name: slot.name },
    time_zone: slot.time_zone,
    last: known
      ? {
          at: known.newest.server_time,
          meters: Object.fromEntries(
            repairMeters.flatMap(name => {
              const meter = known.meters[name]
              return meter ? [[name, meter[0]]] : []
            }),
          ),
        }
      : null,
  }
  if (at === undefined || values === undefined)
    return { ...facts, effect: null, doubtful: false, sealed: false }
  await demandFirst(db, slot, at)
  const { effect, held, place } = await judged(db, slot, at, values, false)
  return { ...facts, effect, doubtful: held === 'open', sealed: await isSealed(db, place) }
}

const isSealed = async (
  db: Db,
  { locationId, day }: Pick<JudgedManualReading['place'], 'locationId' | 'day'>,
) => ((await sealedThrough(db, locationId)) ?? '') >= day

/** Throws 409 where the slot was read at that moment already. Answers the edit's id. */
export async function enterReading(
  { db, actor, scope, now }: Who,
  {
    slot: id,
    at,
    values,
    reason,
    kind,
    id: given,
    importId = null,
  }: {
    slot: string
    at: number
    values: Values
    reason: string
    kind: ManualKind
    /** Of the entry, where it has one already. */
    id?: string
    /** The file that brings it in. */
    importId?: string | null
  },
): Promise<string> {
  const slot = await slotOf(db, scope, id)
  demandMoment(at, now)
  await holdSlot(db, slot.id)
  await demandWhole(db, slot)
  await demandFirst(db, slot, at)
  const { effect, place, changes } = await judged(db, slot, at, values, true)
  await demandUnlockedDays(db, place.tenantId, [place, ...changes])
  const edit = given ?? newId(now)
  await db
    .insertInto('manual_readings')
    .values({
      id: edit,
      tenant_id: place.tenantId,
      location_id: place.locationId,
      slot_id: slot.id,
      version: 1,
      search: '',
      archived_at: null,
      created_at: now,
      updated_at: now,
      state: 'counts',
      kind,
      at,
      gaming_day: place.day,
      meters: JSON.stringify(values),
      cause: reason,
      entered_by: actor.name,
      moved_minor: effect.total.net_win.minor,
      currency: slot.currency,
      effect: JSON.stringify(effect),
      import_id: importId,
      taken_back_by: null,
      taken_back_at: null,
      taken_back_reason: null,
    })
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'manual-reading',
      id: edit,
      tenantId: place.tenantId,
      action: 'enter',
      before: null,
      after: {
        serial: slot.serial,
        kind,
        at,
        meters: values,
        total: effect.total,
        reason,
        ...(importId !== null && { import: importId }),
      },
    },
    now,
  )
  return edit
}

/**
 * Books the slot as if the reading had never been entered. False where it is reverted already; 409 for a sealed day.
 */
export async function revertReading(
  { db, actor, scope, now }: Who,
  id: string,
  reason: string,
): Promise<boolean> {
  const first = await findEdit(db, 'manual_readings', scope, id)
  await holdSlot(db, first.slot_id)
  const edit = await findEdit(db, 'manual_readings', scope, id)
  if (edit.state !== 'counts') return false
  const changes = await revertManualReading(db, edit.slot_id, edit.at)
  const own = { locationId: edit.location_id, day: edit.gaming_day }
  await demandOpenDays(db, edit.tenant_id, [own, ...changes])
  const effect = effectFrom(changes, edit.currency, edit.location_id)
  await db
    .updateTable('manual_readings')
    .set({
      state: 'taken_back',
      taken_back_by: actor.name,
      taken_back_at: now,
      taken_back_reason: reason,
      updated_at: now,
      version: edit.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: 'manual-reading',
      id,
      tenantId: edit.tenant_id,
      action: 'take_back',
      before: { state: 'counts', at: edit.at, meters: JSON.parse(edit.meters) as Values },
      after: { state: 'taken_back', total: effect.total, reason },
    },
    now,
  )
  return true
}

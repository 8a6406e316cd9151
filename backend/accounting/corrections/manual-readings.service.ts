/**
 * Meters that a person read off the machine: the preview is what is booked, and reverting restores what had stood. One
 * that came late may move a sealed day, since the difference stands in the next report.
 */
import { metersAt } from '../checkpoints/checkpoints.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { whole } from '../../platform/db/narrowed'
import { judgeManualReading, revertManualReading } from '../../telemetry/rebooking/manual-readings.service'
import { placeOfSlot } from '../../telemetry/readings/slot-history.queries'
import type { Scope } from '../../platform/request/actor'
import { sealedThrough } from '../period-lock/fiscal-head.service'
import { demandUnlockedDays } from '../period-lock/open-days.service'
import { repairMeters, type RepairMeter } from '../repairs/repairs.contract'
import type { CorrectionKind, Draft, Reader } from './correction-kind'
import { previewCorrection } from './corrections.service'
import type { ManualKind, ManualPreview } from './manual-readings.contract'

type Values = Partial<Record<RepairMeter, number>>

export interface WantedReading {
  slot: string
  at: number
  values: Values
  kind: ManualKind
  /** The file that brings it in. */
  importId?: string | null
}

/** Nobody reads a meter before there were any. */
const FIRST = Date.UTC(2000, 0, 1)

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
  { db, scope, now }: Reader,
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
  if (at > now) throw invalidField('at', 'in_future')
  if (at < FIRST) throw invalidField('at', 'invalid')
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

export const manualReadings: CorrectionKind<'manual_readings', WantedReading> = {
  table: 'manual_readings',
  demandDays: demandUnlockedDays,
  slotOf: async ({ db, scope }, { slot }) => (await slotOf(db, scope, slot)).id,

  async draft({ db, scope, now }, { slot: id, at, values, kind, importId = null }): Promise<Draft> {
    const slot = await slotOf(db, scope, id)
    demandMoment(at, now)
    await demandWhole(db, slot)
    await demandFirst(db, slot, at)
    if (repairMeters.every(name => values[name] === undefined)) throw invalidField('values', 'required')
    const place = await placeOfSlot(db, slot.id, at)
    if (!place) throw new Problem(404, 'not_found')
    const { tenantId, locationId, day } = place
    return {
      tenantId,
      locationId,
      slotId: slot.id,
      currency: slot.currency,
      day,
      shown: { sealed: ((await sealedThrough(db, locationId)) ?? '') >= day },
      columns: { kind, at, gaming_day: day, meters: JSON.stringify(values), import_id: importId },
      action: 'enter',
      after: {
        ...{ serial: slot.serial, kind, at, meters: values },
        ...(importId !== null && { import: importId }),
      },
      async book(writer, write) {
        const { changes, held } = await judgeManualReading(
          writer,
          { slotId: slot.id, at, values, place },
          write,
        )
        return { changes, doubtful: held === 'open' }
      },
    }
  },

  revert: async (db, { slot_id, at, gaming_day }, write) => ({
    changes: await revertManualReading(db, slot_id, at, write),
    day: gaming_day,
  }),

  describe: ({ at, meters }) => ({ before: { at, meters: JSON.parse(meters) as Values } }),
}

/** Where the slot's meters stood, and what it would move where values are given; nothing is written. */
export async function previewReading(
  who: Reader,
  { slot: id, at, values }: { slot: string; at?: number | undefined; values?: Values | undefined },
): Promise<ManualPreview> {
  const { db, scope, now } = who
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
  const wanted = { slot: id, at, values, kind: 'reading' as const }
  const { draft, effect, doubtful = false } = await previewCorrection(manualReadings, who, wanted)
  return { ...facts, effect, doubtful, ...(draft.shown as { sealed: boolean }) }
}

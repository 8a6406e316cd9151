/**
 * A change is backdated and what was booked is booked again: a slot or a SMIB in one transaction; a location's rule
 * first, then slot by slot.
 */
import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { reassignReadings } from '../../telemetry/rebooking/reassigned-readings.service'
import { demandOpenDays } from '../period-lock/open-days.service'
import { rebook } from '../../telemetry/rebooking/rebook-span.service'
import {
  holdSlot,
  holdSlots,
  renewPlacings,
  whileNothingIsStored,
  type MovedAt,
} from '../../telemetry/rebooking/ruled-judgement.service'
import { placeAt } from '../../telemetry/readings/slot-history.queries'
import { compareSlot } from '../reaggregation/compared-sums.service'
import { subjectOf } from '../../platform/tasks/task-subject.service'
import { defineTask } from '../../platform/tasks/tasks.service'
import {
  locationBackdating,
  backdatedRules,
  slotsAt,
  storeLocationBackdating,
} from './location-backdating.service'
import { backdatingBody, type BackdatingRequest } from './backdating.contract'
import { slotBackdating, storeSlotBackdating } from './slot-backdating.service'
import { smibBackdating, storeSmibBackdating } from './smib-backdating.service'

const input = backdatingBody.extend({
  /** The audit log names this person for the change. */
  actor: z.object({
    id: z.string(),
    name: z.string(),
    tenantId: z.string(),
    kind: z.enum(['user', 'token']),
  }),
})
type Input = z.output<typeof input>
const rule = z.object({ from: z.string(), timeZone: z.string(), dayStart: z.string() })
/** Of a location, once its rule is backdated: the rules on both sides, and the last slot that is done. */
const checkpoint = z.object({
  was: z.array(rule),
  now: z.array(rule),
  last: z.string(),
  slots: z.number().int(),
  moved: z.number().int(),
})
type Checkpoint = z.output<typeof checkpoint>

export const backdatingTask = defineTask('set_back', {
  title: 'tasks:kinds.set_back',
  input,
  checkpoint,
  maxAttempts: 3,
  handler: async ({ taskId, input: request, checkpoint: saved, save, signal, deps }) => {
    if (request.type === 'smib') {
      if (saved) return resultOf(deps.db, request, saved)
      return inOne(deps, async db => {
        const { leaves, joins } = await smibBackdating(db, request, deps.clock())
        const slots = [leaves, joins].flatMap(id => id ?? [])
        await holdSlots(db, slots)
        // Once nobody else can backdate it.
        const back = await smibBackdating(db, request, deps.clock())
        for (const slot of slots) await renewPlacings(db, slot)
        const tenantId = await tenantOf(db, request)
        const changes = await reassignReadings(db, back, true)
        await demandOpenDays(db, tenantId, [...back.touched, ...changes])
        await storeSmibBackdating(db, request)
        await record(db, request, tenantId, taskId, deps.clock())
        const moved = { was: [], now: [], last: request.id, slots: slots.length, moved: daysIn(changes) }
        await save(moved, 10_000, null, db)
        return resultOf(db, request, moved)
      })
    }
    if (request.type === 'slot') {
      // It is done already where the process ended just behind it.
      if (saved) return resultOf(deps.db, request, saved)
      const done = { was: [], now: [], last: request.id, slots: 1, moved: 0 }
      return inOne(deps, async db => {
        await holdSlot(db, request.id)
        await renewPlacings(db, request.id)
        const { rebooking } = await slotBackdating(db, request)
        const tenantId = await tenantOf(db, request)
        const first = [rebooking.was, rebooking.now].flatMap(held => placeAt(held, rebooking.from + 1) ?? [])
        const changes = await rebook(db, request.id, rebooking, true)
        await demandOpenDays(db, tenantId, [...first, ...changes])
        await storeSlotBackdating(db, request)
        await record(db, request, tenantId, taskId, deps.clock())
        const moved = { ...done, moved: daysIn(changes) }
        await save(moved, 10_000, null, db)
        return resultOf(db, request, moved)
      })
    }
    let state = saved ?? (await backdateRule(deps, request, taskId, (at, db) => save(at, 0, null, db)))
    const back = backdatedRules(request.id, state.was, state.now, {
      since: String(request.since),
      to: String(request.to),
    })
    const slots = await slotsAt(deps.db, request.id)
    for (const [at, slot] of slots.entries()) {
      if (slot <= state.last) continue
      signal.throwIfAborted()
      await inOne(deps, async db => {
        await holdSlot(db, slot)
        await renewPlacings(db, slot)
        const rebooking = await back.rebookingOf(db, slot)
        const changes = await rebook(db, slot, rebooking, true)
        // A reading that came late meanwhile has booked movement across a move by the new rule already.
        if (rebooking.now.rows.some(row => row.valid_from > rebooking.from && row.valid_from <= rebooking.to))
          await compareSlot(db, slot, { from: back.firstDay, through: String(request.since) }, true)
        state = { ...state, last: slot, slots: state.slots + 1, moved: state.moved + daysIn(changes) }
        await save(state, ((at + 1) / slots.length) * 10_000, `${at + 1} / ${slots.length}`, db)
      })
    }
    return resultOf(deps.db, request, state)
  },
})

async function resultOf(db: Db, request: Input, { slots, moved }: Checkpoint) {
  const { to } = request
  const from = typeof to === 'number' ? new Date(to).toISOString() : to
  return { slots, moved, subject: await subjectOf(db, request, { from, through: null }) }
}

const daysIn = (changes: readonly MovedAt[]): number => changes.filter(({ day }) => day !== undefined).length

const inOne = <Answer>(deps: Deps, work: (db: Db) => Promise<Answer>): Promise<Answer> =>
  whileNothingIsStored(deps, () => deps.db.transaction().execute(work))

const backdateRule = (
  deps: Deps,
  request: Input,
  task: string,
  keep: (at: Checkpoint, db: Db) => Promise<void>,
): Promise<Checkpoint> =>
  inOne(deps, async db => {
    const back = await locationBackdating(db, request, deps.clock())
    const tenantId = await tenantOf(db, request)
    await demandOpenDays(db, tenantId, [{ locationId: request.id, day: back.firstDay }])
    await storeLocationBackdating(db, request, back)
    await record(db, request, tenantId, task, deps.clock())
    const at = { was: [...back.was], now: [...back.now], last: '', slots: 0, moved: 0 }
    await keep(at, db)
    return at
  })

const tenantOf = async (db: Db, { type, id }: BackdatingRequest): Promise<string> =>
  (
    await db
      .selectFrom(type === 'smib' ? 'smibs' : type === 'slot' ? 'slots' : 'locations')
      .select('tenant_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).tenant_id

const record = (
  db: Db,
  { type, id, since, to, reason, actor }: Input,
  tenantId: string,
  task: string,
  now: number,
): Promise<unknown> =>
  recordChange(
    db,
    actor,
    {
      entity: type,
      id,
      tenantId,
      action: 'set_back',
      before: { since },
      after: { since: to, task, reason },
    },
    now,
  )

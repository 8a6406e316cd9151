/**
 * Slot by slot: compared outside of any transaction, and only what differs is worked out again and put right in one.
 */
import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { id } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { holdSlot, whileNothingIsStored } from '../../telemetry/rebooking/ruled-judgement.service'
import { subjectOf } from '../../platform/tasks/task-subject.service'
import { defineTask } from '../../platform/tasks/tasks.service'
import { markDaysOf } from './closed-days.service'
import { compareSlot, type Compared, type Period } from './compared-sums.service'
import {
  MOST_DIFFS,
  reaggregated,
  reaggregation,
  type Reaggregated,
  type Reaggregation,
} from './reaggregation.contract'

const input = z.object({
  type: z.enum(reaggregated),
  id,
  from: z.string(),
  through: z.string(),
  reason: z.string(),
  /** The audit log names this person for the corrections. */
  actor: z.object({
    id: z.string(),
    name: z.string(),
    tenantId: z.string(),
    kind: z.enum(['user', 'token']),
  }),
})
/** The last slot that is done, and what was found up to it. */
const checkpoint = z.object({ last: z.string(), found: reaggregation })

const NOTHING: Reaggregation = {
  slots: 0,
  hours: 0,
  days: 0,
  changed_hours: 0,
  changed_days: 0,
  kept_days: 0,
  diffs: [],
  differing_hours: 0,
  hour_diffs: [],
}
/** While nothing differs, progress is saved no more often than this. Milliseconds. */
const SAVE_MS = 1_000

interface Slot {
  id: string
  serial: string
  tenant_id: string
}

export const reaggregateTask = defineTask('reaggregate', {
  title: 'tasks:kinds.reaggregate',
  input,
  checkpoint,
  maxAttempts: 5,
  handler: async ({ taskId, input: request, checkpoint: saved, save, signal, deps }) => {
    const slots = await slotsOf(deps.db, request.type, request.id)
    const first = saved ? slots.findIndex(one => one.id > saved.last) : 0
    let found = saved?.found ?? NOTHING
    let savedAt = performance.now()
    const keep = (at: number, last: string, db?: Db) =>
      save({ last, found }, ((at + 1) / slots.length) * 10_000, `${at + 1} / ${slots.length}`, db)
    for (const [at, slot] of slots.entries()) {
      if (first < 0 || at < first) continue
      signal.throwIfAborted()
      const compared = await compareSlot(deps.db, slot.id, request, false)
      if (compared.diffs.length + compared.changedHours === 0) {
        found = added(found, slot, compared)
        if (performance.now() - savedAt >= SAVE_MS) {
          savedAt = performance.now()
          await keep(at, slot.id)
        }
        continue
      }
      await putRight(deps, slot, request, async (db, again) => {
        found = added(found, slot, again)
        if (again.changedDays + again.changedHours > 0)
          await record(db, { ...request.actor, permissions: {} }, slot, request, again, taskId, deps.clock())
        await keep(at, slot.id, db)
      })
    }
    await markDaysOf(deps.db, request.type, request.id, request)
    return { ...found, subject: await subjectOf(deps.db, request, request) }
  },
})

/** In one transaction, while nothing is stored of it; `then` in it, too. */
const putRight = (
  deps: Deps,
  slot: Slot,
  period: Period,
  then: (db: Db, compared: Compared) => Promise<void>,
): Promise<void> =>
  whileNothingIsStored(deps, () =>
    deps.db.transaction().execute(async db => {
      await holdSlot(db, slot.id)
      await then(db, await compareSlot(db, slot.id, period, true))
    }),
  )

function added(found: Reaggregation, { id: slot, serial }: Slot, compared: Compared): Reaggregation {
  return {
    slots: found.slots + 1,
    hours: found.hours + compared.hours,
    days: found.days + compared.days,
    changed_hours: found.changed_hours + compared.changedHours,
    changed_days: found.changed_days + compared.changedDays,
    kept_days: found.kept_days + compared.diffs.filter(({ state }) => state !== 'changed').length,
    diffs: [...found.diffs, ...compared.diffs.map(one => ({ slot, serial, ...one }))].slice(0, MOST_DIFFS),
    differing_hours: found.differing_hours + compared.hourDiffs.length,
    hour_diffs: [...found.hour_diffs, ...compared.hourDiffs.map(one => ({ slot, serial, ...one }))].slice(
      0,
      MOST_DIFFS,
    ),
  }
}

async function record(
  db: Db,
  actor: Actor,
  slot: Slot,
  { from, through, reason }: Period & { reason: string },
  { changedHours, changedDays, diffs }: Compared,
  task: string,
  now: number,
): Promise<void> {
  const net = (side: 'before' | 'after') =>
    diffs.filter(({ state }) => state === 'changed').reduce((sum, one) => sum + one[side], 0)
  await recordChange(
    db,
    actor,
    {
      entity: 'slot',
      id: slot.id,
      tenantId: slot.tenant_id,
      action: 'reaggregate',
      before: { net_win: net('before') },
      after: { net_win: net('after'), from, through, hours: changedHours, days: changedDays, task, reason },
    },
    now,
  )
}

/** Those that ever stood there, too. */
async function slotsOf(db: Db, type: Reaggregated, id: string): Promise<Slot[]> {
  const slots = db
    .selectFrom('slots')
    .select(['slots.id', 'slots.serial', 'slots.tenant_id'])
    .orderBy('slots.id')
  if (type === 'slot') return slots.where('slots.id', '=', id).execute()
  if (type === 'tenant') return slots.where('slots.tenant_id', '=', id).execute()
  return slots
    .where('slots.id', 'in', stood =>
      stood.selectFrom('slot_history').select('slot_id').where('location_id', '=', id),
    )
    .execute()
}

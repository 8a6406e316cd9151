/** Bulk commands as a kind of job: a row's turn orders its slot to lock or unlock. */
import type { RowOf } from '../../platform/contract/contract'
import { orderPlay } from '../../estate/orders/orders.service'
import type { Db } from '../../platform/db/database'
import type { Store } from '../../platform/store/store-spec'
import type { Deps } from '../../platform/deps'
import { scopeOf } from '../../platform/request/actor'
import { actorOf, type JobTables } from '../../platform/jobs/job-states.service'
import { jobTask, type JobKind, type Settled } from '../../platform/jobs/job-waves.service'
import type { slotsContract } from '../../estate/slots/slots.contract'
import { setSlotStatus, type StatusResult } from '../../estate/slots/slots.service'
import { changedSince } from './bulk.queries'
import type { BulkAction } from './bulk.contract'
import type { BulkItemsTable, BulkJobsTable } from './bulk.table'
import { slotsById } from './chosen-slots.queries'
import { leftOut, statusOf, type Terms } from './judge'

type Slot = RowOf<typeof slotsContract>
type Stores = ReadonlyMap<string, Store>
interface Ordered extends Settled {
  reason: string | null
  command_id: string | null
  was: string | null
}

type Turn = StatusResult & { was?: string | undefined }

export const commandJobs: JobTables = { jobs: 'bulk_jobs', items: 'bulk_items' }

export const bulkTask = (stores: Stores) => jobTask(commandKind(stores))

export const commandKind = (stores: Stores): JobKind<BulkJobsTable, BulkItemsTable, Ordered> => ({
  ...commandJobs,
  task: 'bulk_slots',
  title: 'tasks:kinds.bulk_slots',
  maxAttempts: 5,
  counted: ['done', 'skipped', 'failed'],
  columns: { seq: 'bigint', state: 'text', reason: 'text', command_id: 'text', was: 'text' },
  turn: async (db, deps, job, items, now) => {
    const results = await order(
      db,
      deps,
      stores,
      job,
      items.map(item => item.slot_id),
      now,
    )
    return items.map(({ seq, slot_id }) => {
      const {
        outcome,
        reason = null,
        command_id = null,
        was = null,
      } = results.get(slot_id) ?? { outcome: 'skipped' as const, reason: 'gone' }
      return { seq, state: outcome === 'done' ? 'done' : 'skipped', reason, command_id, was }
    })
  },
  fallen: seq => ({ seq, state: 'failed', reason: 'unexpected', command_id: null, was: null }),
  result: job => ({ bulk_job: job }),
})

/** Orders what still applies; by slot, what became of it. */
async function order(
  db: Db,
  deps: Deps,
  stores: Stores,
  job: BulkJobsTable,
  ids: string[],
  now: number,
): Promise<Map<string, Turn>> {
  const actor = actorOf(job)
  const action = job.action as BulkAction
  const terms: Terms = { ...(JSON.parse(job.input) as Omit<Terms, 'action'>), action }
  const slots = await (stores.get('configuration/slots') as unknown as Store<typeof slotsContract>).present(
    db,
    scopeOf(actor),
    ids,
    now,
  )
  const isRevert = job.origin_kind === 'inverse' || job.origin_kind === 'automatic'
  const foreign =
    isRevert && job.origin_id
      ? await changedSince(
          db,
          (await jobOf(db, job.origin_id)).root_id,
          slots.map(slot => slot._id),
        )
      : new Set<string>()
  const judged = new Map((await slotsById(db, ids, now)).map(slot => [slot.id, slot]))
  const results = new Map<string, Turn>()
  const again: Slot[] = []
  const fresh: Slot[] = []
  for (const slot of slots) {
    const known = judged.get(slot._id)
    const why = known ? leftOut(known, terms) : 'gone'
    if (why === 'already' && job.origin_kind === 'retry') again.push(slot)
    else if (why) results.set(slot._id, { id: slot._id, outcome: 'skipped', reason: why })
    else if (foreign.has(slot._id))
      results.set(slot._id, { id: slot._id, outcome: 'skipped', reason: 'changed_since' })
    else fresh.push(slot)
  }
  const before = new Map(slots.map(slot => [slot._id, slot.status]))
  const reason = job.reason ?? ''
  for (const result of await setSlotStatus({ db, actor, now, deps }, fresh, statusOf(action), reason, {
    bulkId: job.root_id,
    bulkJobId: job.id,
  }))
    results.set(result.id, result.outcome === 'done' ? { ...result, was: before.get(result.id) } : result)
  // Their status is set since the first try; only the slot has not done it.
  const commandIds = await orderPlay(
    db,
    actor,
    again.map(slot => ({
      tenantId: slot.tenant._id,
      locationId: slot.location._id,
      slotId: slot._id,
      smibId: slot.smib?._id ?? null,
      kind: action,
      reason,
      bulkId: job.root_id,
      bulkJobId: job.id,
    })),
    now,
  )
  for (const slot of again)
    results.set(slot._id, {
      id: slot._id,
      outcome: 'done',
      command_id: commandIds.get(slot._id),
      was: slot.status,
    })
  return results
}

export const jobOf = (db: Db, id: string): Promise<BulkJobsTable> =>
  db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

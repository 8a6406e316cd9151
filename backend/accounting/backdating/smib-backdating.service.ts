/**
 * Which slot a SMIB stood on, since another instant than was entered: earlier, or later again where that was said
 * wrongly.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Reassignment } from '../../telemetry/rebooking/reassigned-readings.service'
import { rulingsOf, spanOf } from '../../telemetry/judgement/rulings.service'
import {
  slotHistoryOf,
  placeAt,
  smibHistories,
  type SlotHistory,
} from '../../telemetry/readings/slot-history.queries'
import { MOST_BACKDATED, type BackdatingRequest } from './backdating.contract'
import { refusedTo } from './slot-backdating.service'

/** This long before and after its figures, a number stays in one currency (`slots/counted-days.service.ts`). */
const AROUND_MS = 2 * DAY_MS

export interface SmibBackdating extends Reassignment {
  /** Where it would move sums, at the first instant of the span. */
  touched: { locationId: string; day: string }[]
}

/** Throws 409 `effect_changed` for a change that is there no more, 422 for an instant that it cannot be set to. */
export async function smibBackdating(
  db: Db,
  { id, since, to }: BackdatingRequest,
  now: number,
): Promise<SmibBackdating> {
  if (typeof since !== 'number' || typeof to !== 'number') throw refusedTo('invalid')
  const rows = (await smibHistories(db, [id])).get(id) ?? []
  const at = rows.findIndex(row => row.valid_from === since)
  const [before, row, next] = [rows[at - 1], rows[at], rows[at + 1]]
  if (!before || !row) throw new Problem(409, 'effect_changed')
  if (to === since) throw refusedTo('same_instant')
  if (to > now) throw refusedTo('in_future')
  if (to <= before.valid_from || (next && to >= next.valid_from)) throw refusedTo('change_between')
  if (Math.abs(since - to) > MOST_BACKDATED.smib * DAY_MS)
    throw refusedTo('span_too_long', { days: MOST_BACKDATED.smib })
  const isEarlier = to < since
  const carried: Reassignment = {
    smibId: id,
    from: Math.min(since, to),
    to: Math.max(since, to),
    leaves: (isEarlier ? before : row).slot_id,
    joins: (isEarlier ? row : before).slot_id,
  }
  const held = await Promise.all(
    [carried.leaves, carried.joins].map(slot => (slot ? slotHistoryOf(db, slot) : null)),
  )
  await demandFree(db, carried)
  await demandUndecided(db, carried)
  for (const one of held) if (one) demandOneCurrency(one, carried)
  return { ...carried, touched: held.flatMap(one => (one && placeAt(one, carried.from + 1)) ?? []) }
}

/** Two SMIBs on one slot would count it twice. One that was made on its slot stands there from then. */
async function demandFree(db: Db, { smibId, joins, from, to }: Reassignment): Promise<void> {
  if (!joins) return
  const others = await db
    .selectFrom('smib_history as h')
    .innerJoin('smibs as s', 's.id', 'h.smib_id')
    .select(({ selectFrom }) => [
      'h.valid_from',
      's.created_at',
      's.mac',
      selectFrom('smib_history as n')
        .select(n => n.fn.min<number | null>('n.valid_from').as('until'))
        .whereRef('n.smib_id', '=', 'h.smib_id')
        .whereRef('n.valid_from', '>', 'h.valid_from')
        .as('until'),
    ])
    .where('h.slot_id', '=', joins)
    .where('h.smib_id', '<>', smibId)
    .execute()
  const other = others.find(
    ({ valid_from, created_at, until }) =>
      (valid_from === 0 ? created_at : valid_from) < to && (until ?? Infinity) > from,
  )
  if (other) throw refusedTo('slot_had_smib', { mac: other.mac })
}

/** What somebody said of these messages and readings was said of the slot that they leave. */
async function demandUndecided(db: Db, { smibId, leaves, from, to }: Reassignment): Promise<void> {
  const ignored = await db
    .selectFrom('ignored_messages')
    .select('id')
    .where('smib_id', '=', smibId)
    .where('state', '=', 'ignored')
    .where('at', '>=', from)
    .where('at', '<=', to)
    .limit(1)
    .executeTakeFirst()
  const edited = await db
    .selectFrom('message_edits')
    .select('id')
    .where('smib_id', '=', smibId)
    .where('state', '=', 'holds')
    .where(({ or, and, eb }) =>
      or([
        and([eb('message_at', '>=', from), eb('message_at', '<=', to)]),
        and([eb('at', '>=', from), eb('at', '<=', to)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (ignored || edited) throw refusedTo('edited_then')
  const rulings = leaves ? [...(await rulingsOf(db, [leaves])).values()].flat() : []
  if (rulings.map(spanOf).some(span => span.from <= to && span.to >= from)) throw refusedTo('decided_then')
}

function demandOneCurrency({ rows }: SlotHistory, { from, to }: Reassignment): void {
  const then = rows.filter(
    ({ valid_from }, at) =>
      valid_from < to + AROUND_MS && (rows[at + 1]?.valid_from ?? Infinity) > from - AROUND_MS,
  )
  const by = new Map(then.map(row => [row.denomination_minor, row.currency]))
  if (then.some(row => by.get(row.denomination_minor) !== row.currency))
    throw refusedTo('currency_counted_then')
}

/** In a transaction. */
export async function storeSmibBackdating(db: Db, { id, since, to }: BackdatingRequest): Promise<void> {
  await db
    .updateTable('smib_history')
    .set({ valid_from: Number(to), origin: 'set_back' })
    .where('smib_id', '=', id)
    .where('valid_from', '=', Number(since))
    .execute()
  // Later than before: what is older than the newest change has to ask for the past.
  await db
    .updateTable('smibs')
    .set({ held_since: Number(to) })
    .where('id', '=', id)
    .where('held_since', '<', Number(to))
    .execute()
}

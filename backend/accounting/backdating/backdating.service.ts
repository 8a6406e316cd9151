/**
 * A change that was entered late is backdated to when it happened. Shown before as it is booked, refused whole
 * where a sealed or locked day would move; a task books it, since a location's days are those of all its slots.
 */
import { groupBy } from '../../platform/contract/group-by'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { ask } from '../../workflow/second-person/asking.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { reassignReadings } from '../../telemetry/rebooking/reassigned-readings.service'
import { demandOpenDays } from '../period-lock/open-days.service'
import type { Actor, Scope } from '../../platform/request/actor'
import { rebook } from '../../telemetry/rebooking/rebook-span.service'
import type { MovedAt } from '../../telemetry/rebooking/ruled-judgement.service'
import { placeAt } from '../../telemetry/readings/slot-history.queries'
import { needsSecondPerson, secondPersonOf } from '../corrections/correction-requests.service'
import { correctionEffect } from '../repairs/repair-effect.service'
import { enqueue } from '../../platform/tasks/tasks.service'
import { locationBackdating, slotsAt, type LocationBackdating } from './location-backdating.service'
import { backdatingTask } from './backdating-task'
import type { MovedPlace, BackdatingRequest, BackdatingPreview } from './backdating.contract'
import { slotBackdating, type SlotBackdating } from './slot-backdating.service'
import { smibBackdating, type SmibBackdating } from './smib-backdating.service'

interface Who {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}

async function subjectOf(db: Db, { tenantId }: Scope, { type, id }: Pick<BackdatingRequest, 'type' | 'id'>) {
  const found =
    type === 'smib'
      ? await db
          .selectFrom('smibs as s')
          .innerJoin('locations as l', 'l.id', 's.location_id')
          .innerJoin('tenants as t', 't.id', 's.tenant_id')
          .select([
            's.id',
            's.mac as name',
            's.tenant_id',
            't.currency',
            'l.id as location_id',
            'l.time_zone',
          ])
          .where('s.id', '=', id)
          .$if(tenantId !== null, query => query.where('s.tenant_id', '=', tenantId ?? ''))
          .executeTakeFirst()
      : type === 'slot'
        ? await db
            .selectFrom('slots as s')
            .innerJoin('locations as l', 'l.id', 's.location_id')
            .select([
              's.id',
              's.serial as name',
              's.tenant_id',
              's.currency',
              'l.id as location_id',
              'l.time_zone',
            ])
            .where('s.id', '=', id)
            .$if(tenantId !== null, query => query.where('s.tenant_id', '=', tenantId ?? ''))
            .executeTakeFirst()
        : await db
            .selectFrom('locations as l')
            .innerJoin('tenants as t', 't.id', 'l.tenant_id')
            .select(['l.id', 'l.name', 'l.tenant_id', 't.currency', 'l.id as location_id', 'l.time_zone'])
            .where('l.id', '=', id)
            .$if(tenantId !== null, query => query.where('l.tenant_id', '=', tenantId ?? ''))
            .executeTakeFirst()
  if (!found) throw new Problem(404, 'not_found')
  return found
}
type Subject = Awaited<ReturnType<typeof subjectOf>>

/** Throws 409 `effect_changed` where that change is there no more, and what refuses it; no reading is looked at. */
async function demandPossible(
  db: Db,
  subject: Subject,
  request: BackdatingRequest,
  now: number,
): Promise<void> {
  if (request.type === 'smib') await smibPossible(db, subject, request, now)
  else if (request.type === 'slot') await slotPossible(db, subject, request)
  else await locationPossible(db, subject, request, now)
}

async function smibPossible(
  db: Db,
  subject: Subject,
  request: BackdatingRequest,
  now: number,
): Promise<SmibBackdating> {
  const back = await smibBackdating(db, request, now)
  await demandOpenDays(db, subject.tenant_id, back.touched)
  return back
}

async function slotPossible(db: Db, subject: Subject, request: BackdatingRequest): Promise<SlotBackdating> {
  const back = await slotBackdating(db, request)
  await demandOpenDays(db, subject.tenant_id, touchedBy(back))
  return back
}

async function locationPossible(
  db: Db,
  subject: Subject,
  request: BackdatingRequest,
  now: number,
): Promise<LocationBackdating> {
  const back = await locationBackdating(db, request, now)
  await demandOpenDays(db, subject.tenant_id, [{ locationId: request.id, day: back.firstDay }])
  return back
}

/** What it would move; nothing is written. Throws as `demandPossible`. */
async function worked(
  db: Db,
  subject: Subject,
  request: BackdatingRequest,
  now: number,
): Promise<MovedPlace[]> {
  const changes: (MovedAt & { slotId?: string })[] = []
  if (request.type === 'smib')
    changes.push(...(await reassignReadings(db, await smibPossible(db, subject, request, now), false)))
  else if (request.type === 'slot') {
    const { rebooking } = await slotPossible(db, subject, request)
    changes.push(...(await rebook(db, request.id, rebooking, false)))
  } else {
    const back = await locationPossible(db, subject, request, now)
    // One after the other, so that nothing else waits for all of them.
    for (const slot of await slotsAt(db, request.id))
      changes.push(...(await rebook(db, slot, await back.rebookingOf(db, slot), false)))
  }
  await demandOpenDays(db, subject.tenant_id, changes)
  return placesOf(db, changes)
}

/** Its first day in both places. */
const touchedBy = ({ rebooking: { was, now, from } }: SlotBackdating) =>
  [was, now].flatMap(held => placeAt(held, from + 1) ?? [])

async function placesOf(db: Db, changes: readonly (MovedAt & { slotId?: string })[]): Promise<MovedPlace[]> {
  const by = groupBy(changes, one => `${one.locationId} ${one.currency} ${one.slotId ?? ''}`)
  if (by.size === 0) return []
  const ids = [...new Set(changes.map(({ locationId }) => locationId))]
  const names = new Map(
    (await db.selectFrom('locations').select(['id', 'name']).where('id', 'in', ids).execute()).map(
      ({ id, name }) => [id, name],
    ),
  )
  const slots = [...new Set(changes.flatMap(({ slotId }) => slotId ?? []))]
  if (slots.length > 0)
    for (const { id, serial } of await db
      .selectFrom('slots')
      .select(['id', 'serial'])
      .where('id', 'in', slots)
      .execute())
      names.set(id, serial)
  return [...by]
    .map(([key, all]) => {
      const [location = '', currency = '', slot = ''] = key.split(' ')
      return {
        location: { _id: location, name: names.get(location) ?? '' },
        ...(slot && { slot: { _id: slot, name: names.get(slot) ?? '' } }),
        effect: correctionEffect(all, currency),
      }
    })
    .sort(
      (a, b) =>
        a.location.name.localeCompare(b.location.name) ||
        (a.slot?.name ?? '').localeCompare(b.slot?.name ?? ''),
    )
}

const aboutBackdating = ({ type, id, since }: BackdatingRequest): string => `back ${type} ${id} ${since}`

export async function previewBackdating(
  { db, actor, scope, now }: Who,
  request: BackdatingRequest,
): Promise<BackdatingPreview> {
  // What others' slots would lose is nothing that rules may hide a part of.
  if (request.type === 'smib') demandWhole(actor)
  const subject = await subjectOf(db, scope, request)
  return {
    subject: { _id: subject.id, name: subject.name },
    time_zone: subject.time_zone,
    places: await worked(db, subject, request, now),
    second_person: await secondPersonOf(db, subject.tenant_id, aboutBackdating(request), now),
  }
}

/** What would move by now, in the form in which a request stores it. */
export const movedByBackdating = async (
  { db, scope, now }: Pick<Who, 'db' | 'scope' | 'now'>,
  request: BackdatingRequest,
): Promise<MovedPlace[]> => worked(db, await subjectOf(db, scope, request), request, now)

/**
 * What a second person is to be shown; null where none is needed. It judges all readings of the span, so it runs
 * before the transaction that asks.
 */
export async function placesToShow(
  { db, actor, scope, now }: Who,
  request: BackdatingRequest,
): Promise<MovedPlace[] | null> {
  demandAllOf(actor, request)
  const subject = await subjectOf(db, scope, request)
  return (await needsSecondPerson(db, subject.tenant_id)) ? worked(db, subject, request, now) : null
}

/** In a transaction. Asks a second person, showing `places`, or begins: then the task works out what moves. */
export async function backdate(
  who: Who,
  request: BackdatingRequest,
  reason: string,
  places: MovedPlace[] | null,
): Promise<{ task: string | null; approval: string | null }> {
  const { db, actor, scope, now } = who
  demandAllOf(actor, request)
  const subject = await subjectOf(db, scope, request)
  await demandPossible(db, subject, request, now)
  const needed = await needsSecondPerson(db, subject.tenant_id)
  // The setting was changed in this moment: whoever asks looks at the page anew.
  if (needed !== (places !== null)) throw new Problem(409, 'effect_changed')
  if (!places) return { task: await begin(who, subject, request, reason), approval: null }
  const approval = await ask(
    db,
    actor,
    {
      tenant_id: subject.tenant_id,
      location_id: subject.location_id,
      slot_id: request.type === 'slot' ? subject.id : null,
      kind: 'edit',
      about: aboutBackdating(request),
      day: null,
      through: null,
      cause: reason,
      body: { does: 'set_back', asked: request, places, reason },
    },
    now,
  )
  return { task: null, approval }
}

/** As a second person has approved it. */
export async function beginBackdating(who: Who, request: BackdatingRequest, reason: string): Promise<string> {
  demandAllOf(who.actor, request)
  return begin(who, await subjectOf(who.db, who.scope, request), request, reason)
}

/** Whom rules narrow to a part of the network moves no sums of the whole. */
function demandAllOf(actor: Actor, { type }: BackdatingRequest): void {
  if (type !== 'slot') demandWhole(actor)
}

const begin = (
  { db, actor: { id, name, tenantId, kind }, now }: Who,
  subject: Subject,
  request: BackdatingRequest,
  reason: string,
): Promise<string> =>
  enqueue(
    db,
    backdatingTask,
    { ...request, reason, actor: { id, name, tenantId, kind: kind === 'token' ? 'token' : 'user' } },
    { tenantId: subject.tenant_id, createdBy: name, now },
  )

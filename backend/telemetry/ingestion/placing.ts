/**
 * Where a SMIB's message belongs: the slot that it stood on when it sent it, at the place and the price that the slot
 * had then. What is newer than the last change, which is nearly everything, needs no look at the past.
 */
import type { Db } from '../../platform/db/database'
import { smibLocations, type SmibContext } from './smib-context'
import { limitsOf } from '../readings/limits'
import { endOf } from '../readings/place'
import { inForce, slotHistories, smibHistories } from '../readings/slot-history.queries'

interface Moment {
  at: number
  nano: number
}
interface PlaceableMessage {
  smib: SmibContext
  message: Moment & { events: readonly Moment[] }
}

/** Looks up the past of those SMIBs that report a time before their last change. */
export async function withPast<One extends PlaceableMessage>(
  db: Db,
  known: readonly One[],
): Promise<readonly One[]> {
  const outdated = new Set<SmibContext>()
  for (const { smib, message } of known)
    if (smib.since > 0 && [message, ...message.events].some(one => isPast(smib, one))) outdated.add(smib)
  if (outdated.size === 0) return known
  const placings = await smibHistories(
    db,
    [...outdated].map(smib => smib.smibId),
  )
  const slots = await slotHistories(db, [
    ...[...placings.values()].flatMap(rows => rows.flatMap(row => row.slot_id ?? [])),
    ...[...outdated].flatMap(smib => smib.slot?.id ?? []),
  ])
  const locations = await smibLocations(db, [
    ...new Set([...slots.values()].flatMap(rows => rows.map(row => row.location_id))),
  ])
  const looked = new Map<SmibContext, SmibContext>()
  for (const smib of outdated) {
    const past = { placings: placings.get(smib.smibId) ?? [], slots, locations, held: new Map() }
    const now: SmibContext = { ...smib }
    now.past = { ...past, now }
    looked.set(smib, now)
  }
  return known.map(one => ({ ...one, smib: looked.get(one.smib) ?? one.smib }))
}

const isPast = (smib: SmibContext, { at, nano }: Moment): boolean => endOf(at, nano) <= smib.since

/** The SMIB's context at the moment of the message. */
export function contextAt(smib: SmibContext, moment: Moment): SmibContext {
  const { past } = smib
  if (!past) return smib
  const { now } = past
  if (!isPast(now, moment)) return now
  const end = endOf(moment.at, moment.nano)
  const slotId = inForce(past.placings, end)?.slot_id
  const row = slotId ? inForce(past.slots.get(slotId) ?? [], end) : undefined
  const location = row && past.locations.get(row.location_id)
  const key = row && location ? `${row.slot_id} ${row.valid_from}` : ''
  let held = past.held.get(key)
  if (!held) {
    held =
      row && location
        ? {
            ...now,
            ...location,
            locationId: row.location_id,
            slot: {
              id: row.slot_id,
              serial: row.serial,
              denomination: row.denomination_minor,
              currency: row.currency,
              limits: limitsOf(row),
              since: past.slots.get(row.slot_id)?.at(-1)?.valid_from ?? 0,
            },
          }
        : { ...now, slot: null, unplaced: now.slot }
    past.held.set(key, held)
  }
  return held
}

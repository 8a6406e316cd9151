/**
 * Somebody was let in and is excluded since: the door says so at their next scan, and a payment that names them does,
 * too. Whoever may see players is notified, once for a person, a location and a gaming day, with the mask and the
 * times and nothing else. An exclusion holds from midnight and a gaming day ends hours later: this is the usual case,
 * not a rare one.
 */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { placeOf } from '../../telemetry/gaming-days/place.service'
import { newId } from '../../platform/db/new-id'
import { raise, type Raised } from '../../workflow/notifications/notifications.service'
import { gamingDayBoundsIn, gamingDayIn } from '../../estate/locations/gaming-day.service'
import { keyring } from './identity'
import { hashesOf, activeExclusion } from './active-exclusions.queries'
import { localTime } from '../../platform/contract/time-zone'

export interface Inside {
  tenantId: string
  location: string
  playerId: string
  /** Since when they are excluded. */
  since: number
  now: number
  /** Null: at the door. Else the slot that the payment is of. */
  serial: string | null
}

/** Runs in the transaction of what found them. Null where they were not let in today, or a notification exists. */
export async function tellOfInside(db: Db, found: Inside): Promise<Raised | null> {
  const { tenantId, location, playerId, since, now, serial } = found
  const { rules } = await placeOf(db, { tenantId }, location)
  const day = gamingDayIn(rules, now)
  const { from } = gamingDayBoundsIn(rules, day)
  const letIn = await db
    .selectFrom('player_scans')
    .select('created_at')
    .where('player_id', '=', playerId)
    .where('location_id', '=', location)
    .where('answer', '=', 'allow')
    .where('created_at', '>=', from)
    .where('created_at', '<=', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!letIn) return null
  const alert = {
    let_in_at: Number(letIn.created_at),
    since,
    found_at: now,
    found_by: serial === null ? 'scan' : 'payment',
  }
  const added = await db
    .insertInto('inside_alerts')
    .values({
      id: newId(now),
      player_id: playerId,
      location_id: location,
      gaming_day: day,
      tenant_id: tenantId,
      ...alert,
    })
    .onConflict(conflict => conflict.columns(['player_id', 'location_id', 'gaming_day']).doNothing())
    .returning('player_id')
    .executeTakeFirst()
  if (!added) return null
  const names = await db
    .selectFrom('players as p')
    .innerJoin('locations as l', join => join.on('l.id', '=', location))
    .innerJoin('tenants as n', 'n.id', 'p.tenant_id')
    .select(['p.document', 'l.name as location', 'l.time_zone', 'n.name as tenant'])
    .where('p.id', '=', playerId)
    .executeTakeFirstOrThrow()
  const clock = (instant: number) => localTime(instant, names.time_zone).toFormat('HH:mm')
  return raise(
    db,
    {
      template: serial === null ? 'excluded_at_door' : 'excluded_in_payment',
      tenantId,
      resourceType: 'player',
      resourceId: playerId,
      details: {
        tenant_id: tenantId,
        tenant_name: names.tenant,
        location_id: location,
        location_name: names.location,
        player_id: playerId,
        player_name: names.document,
      },
      data: {
        document: names.document,
        location: names.location,
        let_in: clock(alert.let_in_at),
        // The date as well: what was noticed late began on another day.
        since: localTime(since, names.time_zone).toFormat('dd.MM.yyyy HH:mm'),
        found: clock(now),
        ...(serial !== null && { serial }),
      },
    },
    now,
  )
}

const ID = /^[0-9a-f]{24}$/

interface Payment {
  tenantId: string
  location: string
  serial: string
  /** What the provider calls the player: only where that is a player's id here is it known who it is. */
  playerRef: string | null | undefined
  now: number
}

/** In the transaction that books the payment, which is booked whoever it is of. */
export async function tellOfPayment(db: Db, payment: Payment): Promise<Raised | null> {
  const { tenantId, location, serial, playerRef, now } = payment
  if (!playerRef || !ID.test(playerRef)) return null
  const player = await db
    .selectFrom('players')
    .select('id')
    .where('id', '=', playerRef)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!player) return null
  const exclusion = await activeExclusion(db, {
    tenantId,
    location,
    players: [player.id],
    hashes: await knownHashes(db, player.id, now),
    now,
  })
  return (
    exclusion &&
    tellOfInside(db, { tenantId, location, playerId: player.id, since: exclusion.since, now, serial })
  )
}

/** None without the key: a payment has to be booked then as well. */
async function knownHashes(db: Db, playerId: string, now: number): Promise<Map<string, string>> {
  try {
    return await hashesOf(db, await keyring(db, now), [playerId])
  } catch (error) {
    if (error instanceof Problem && error.code === 'exclusion_key') return new Map()
    throw error
  }
}

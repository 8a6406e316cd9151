import { sql } from 'kysely'
import type { Money } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { gamingDayBounds, gamingDayOf } from '../../estate/locations/gaming-day.service'
import type { CollectorCheckpointsTable } from './collections.table'
import type { CollectionRound } from './round.contract'

type Last = Pick<
  CollectorCheckpointsTable,
  'id' | 'slot_id' | 'number' | 'collected_at' | 'state' | 'counted_minor' | 'currency'
>

/** Throws 404 for a location that is not there or not in scope. */
export async function roundOf(
  db: Db,
  scope: Scope,
  locationId: string,
  now: number,
): Promise<CollectionRound> {
  const location = await db
    .selectFrom('locations')
    .select(['id', 'name', 'time_zone', 'gaming_day_start'])
    .where('id', '=', locationId)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!location) throw new Problem(404, 'not_found')
  const { time_zone: zone, gaming_day_start: start } = location
  const since = gamingDayBounds(gamingDayOf(now, zone, start), zone, start).from
  const slots = await db
    .selectFrom('slots')
    .select(['id', 'serial', 'position'])
    .where('location_id', '=', location.id)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('serial')
    .execute()
  // By the slots that stand here: one that was moved brings its last collection along.
  const last = await db
    .selectFrom('collector_checkpoints as c')
    .select(['c.id', 'c.slot_id', 'c.number', 'c.collected_at', 'c.state', 'c.counted_minor', 'c.currency'])
    .where('c.slot_id', 'in', db.selectFrom('slots').select('id').where('location_id', '=', location.id))
    .where(
      'c.seq',
      '=',
      sql<number>`(select max(n.seq) from collector_checkpoints n where n.slot_id = c.slot_id)`,
    )
    .execute()
  const counted = await db
    .selectFrom('collector_checkpoints')
    .select(['currency', sql<number>`sum(counted_minor)`.as('minor')])
    .where('location_id', '=', location.id)
    .where('collected_at', '>=', since)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  const bySlot = new Map(last.map(one => [one.slot_id, one]))
  return {
    location: { _id: location.id, name: location.name },
    since,
    slots: slots.map(({ id, serial, position }) => {
      const newest = bySlot.get(id)
      return {
        slot: { _id: id, name: serial },
        position,
        last: newest ? toWire(newest) : null,
        is_collected: newest !== undefined && newest.collected_at >= since,
      }
    }),
    counted: counted.map(({ currency, minor }) => money(Number(minor), currency)),
  }
}

const money = (minor: number, currency: string): Money => ({ minor, currency: currency as Money['currency'] })
const toWire = ({ id, number, collected_at, state, counted_minor, currency }: Last) => ({
  _id: id,
  number,
  timestamp: collected_at,
  state,
  actual: money(counted_minor, currency),
})

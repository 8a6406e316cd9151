/** Counts what stands in locations and tenants: their slots, how many of them are connected, and locations. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { plain } from '../../platform/db/plain-column'
import { isIn, seenColumnsOf } from '../../platform/store/presence-limits'
import type { Figures } from './with-figures.service'

/** Of places whose slots have all gone: none, which is known. */
export const slotCounts = (place: Place): Figures<Partial<SlotCounts>> => ({
  fields: ['slots', 'connected'],
  read: async (db, ids, now) => {
    const counts = await slotCountsOf(db, place, ids, now)
    return id => counts.get(id) ?? { slots: 0, connected: 0 }
  },
})

export const locationCounts: Figures<{ locations?: number | undefined }> = {
  fields: ['locations'],
  read: async (db, ids) => {
    const counts = await locationCountsOf(db, ids)
    return id => ({ locations: counts.get(id) ?? 0 })
  },
}

interface SlotCounts {
  slots: number
  /** Neither offline nor never seen, as the start page counts them. */
  connected: number
}

type Place = 'location_id' | 'tenant_id'

/** Each part is found by an index that holds little else: all slots of a place are counted without being read. */
async function slotCountsOf(
  db: Db,
  place: Place,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, SlotCounts>> {
  const [own, archived] = [plain(db, `t.${place}`), plain(db, 't.archived_at')]
  const listed = sql.join([...ids])
  const without = (where: ReturnType<typeof isIn>) =>
    sql`select t.${sql.ref(place)} as id, 0 as slots, count(*) as away from slots t
      where ${where} and ${archived} is null and ${own} in (${listed}) group by ${own}`
  const { rows } = await sql<{ id: string; slots: number; away: number }>`
    select id, sum(slots) as slots, sum(away) as away from (
      select t.${sql.ref(place)} as id, count(*) as slots, 0 as away from slots t
        where t.${sql.ref(place)} in (${listed}) and t.archived_at is null group by t.${sql.ref(place)}
      union all ${without(isIn('offline', seenColumnsOf('slots'), now))}
      union all ${without(isIn('never', seenColumnsOf('slots'), now))}) as found group by id`.execute(db)
  return new Map(
    rows.map(({ id, slots, away }) => [
      id,
      { slots: Number(slots), connected: Number(slots) - Number(away) },
    ]),
  )
}

async function locationCountsOf(db: Db, tenants: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('locations')
    .select(['tenant_id', row => row.fn.countAll<number>().as('n')])
    .where('tenant_id', 'in', [...tenants])
    .where('archived_at', 'is', null)
    .groupBy('tenant_id')
    .execute()
  return new Map(rows.map(({ tenant_id, n }) => [tenant_id, Number(n)]))
}

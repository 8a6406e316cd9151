/** What is known of days beside what they earned: which are closed, which slots told nothing, and how many meter repairs nobody has decided yet. */
import { sql } from 'kysely'
import type { DayQualityNote } from '../contract/report'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import { daysOf } from '../rawdata/aggregate.queries'
import { gamingDayIn, type DayRule } from '../rawdata/gaming-day.service'
import { dayRules } from '../rawdata/what-held.queries'
import type { CalendarDay } from './calendar.contract'
import { daysOfPlaces } from './calendar.queries'

interface Asked {
  entity: 'tenant' | 'location' | 'slot'
  id: string
  from: string
  to: string
  /** Of a location's days. */
  rules: readonly DayRule[]
  now: number
  /** Whoever asks sees all slots of the location. */
  isWhole: boolean
}
export type DayQuality = DayQualityNote & Pick<CalendarDay, 'hours'>

/** More than anybody decides; days with more of them say at least so many. */
const MOST_REPAIRS = 2_000
const DAY_MS = 86_400_000

/** By gaming day; days of which there is nothing to say are left out. A tenant's days close location by location. */
export async function qualityOfDays(
  db: Db,
  scope: Scope,
  { entity, id, from, to, rules, now, isWhole }: Asked,
): Promise<ReadonlyMap<string, DayQuality>> {
  if (entity !== 'location') return repairsOfDays(db, scope, { entity, id, from, to })
  const days = daysOf(from, to)
  const found = (await daysOfPlaces(db, [{ locationId: id, rules }], days, now, isWhole)).get(id) ?? []
  return new Map(
    days.flatMap((day, at): [string, DayQuality][] => {
      const known = found[at]
      if (!known) return []
      const { state, held, silent, hours } = known
      return [[day, { closed: state !== 'open', held, silent, hours }]]
    }),
  )
}

async function repairsOfDays(
  db: Db,
  { tenantId }: Scope,
  { entity, id, from, to }: Pick<Asked, 'entity' | 'id' | 'from' | 'to'>,
): Promise<ReadonlyMap<string, DayQuality>> {
  const scope = tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`
  const { rows: repairs } = await sql<{ location_id: string; crossing: number }>`
    select location_id, crossing from repairs where ${sql.ref(`${entity}_id`)} = ${id} ${scope} and state <> 'decided'
      and crossing >= ${Date.parse(from) - 2 * DAY_MS} and crossing <= ${Date.parse(to) + 3 * DAY_MS}
    limit ${MOST_REPAIRS}`.execute(db)
  const notes = new Map<string, DayQuality>()
  const rules = await dayRules(
    db,
    repairs.map(one => one.location_id),
  )
  for (const { location_id, crossing } of repairs) {
    // A reading at the boundary itself closes the day before.
    const day = gamingDayIn(rules.get(location_id) ?? [], crossing - 1)
    if (day < from || day > to) continue
    const note = notes.get(day) ?? { closed: false, held: 0, silent: 0, hours: null }
    note.held++
    notes.set(day, note)
  }
  return notes
}

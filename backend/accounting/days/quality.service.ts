/**
 * The quality of days' figures: which days are closed, how many slots did not report, and how many repairs are open.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import type { DayQualityNote } from '../../platform/contract/report'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { daysOf } from '../figures/aggregate.queries'
import { gamingDayIn, type DayRule } from '../../estate/locations/gaming-day.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'
import { daysOfPlaces } from './calendar.queries'
import { hoursOfSlots, type Hours } from './expected-hours.service'

interface DaysQuery {
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
export interface Quality {
  /** By gaming day; days of which there is nothing to say are left out. */
  notes: ReadonlyMap<string, DayQualityNote>
  /** By day, for a location only: as they are stored, or will be. Null where there are too many to count. */
  hours: ReadonlyMap<string, Hours> | null
}

/** More repairs than anybody decides; a period's notes count at most so many. */
const MOST_REPAIRS = 2_000

/** A tenant's days close location by location. */
export async function qualityOfDays(
  db: Db,
  scope: Scope,
  { entity, id, from, to, rules, now, isWhole }: DaysQuery,
): Promise<Quality> {
  if (entity !== 'location')
    return { notes: await repairsOfDays(db, scope, { entity, id, from, to }), hours: null }
  const days = daysOf(from, to)
  const {
    days: found,
    stays,
    reportingSlots,
  } = await daysOfPlaces(db, [{ locationId: id, rules }], days, now, isWhole)
  const notes = new Map<string, DayQualityNote>()
  const stored = new Map<string, Hours>()
  const others: string[] = []
  for (const [at, known] of (found.get(id) ?? []).entries()) {
    const day = days[at]
    if (!known || day === undefined) continue
    const { state, held, silent, hours } = known
    notes.set(day, { closed: state !== 'open', held, silent })
    if (hours) stored.set(day, hours)
    else others.push(day)
  }
  const reporting = new Map(others.map(day => [day, reportingSlots(id, day)]))
  const counted = await hoursOfSlots(db, { id, rules, stays: stays.get(id) ?? [], reporting }, others, now)
  return { notes, hours: counted && new Map([...stored, ...counted]) }
}

async function repairsOfDays(
  db: Db,
  { tenantId }: Scope,
  { entity, id, from, to }: Pick<DaysQuery, 'entity' | 'id' | 'from' | 'to'>,
): Promise<ReadonlyMap<string, DayQualityNote>> {
  const scope = tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`
  const { rows: repairs } = await sql<{ location_id: string; crossing: number }>`
    select location_id, crossing from repairs where ${sql.ref(`${entity}_id`)} = ${id} ${scope} and state <> 'decided'
      and crossing >= ${Date.parse(from) - 2 * DAY_MS} and crossing <= ${Date.parse(to) + 3 * DAY_MS}
    limit ${MOST_REPAIRS}`.execute(db)
  const notes = new Map<string, DayQualityNote>()
  const rules = await dayRules(
    db,
    repairs.map(one => one.location_id),
  )
  for (const { location_id, crossing } of repairs) {
    // A reading at the boundary itself closes the day before.
    const day = gamingDayIn(rules.get(location_id) ?? [], crossing - 1)
    if (day < from || day > to) continue
    const note = notes.get(day) ?? { closed: false, held: 0, silent: 0 }
    note.held++
    notes.set(day, note)
  }
  return notes
}

/** What is known of days beside their hours: which are closed, and how many meter repairs in them nobody has decided yet. */
import { sql } from 'kysely'
import type { DayQualityNote } from '../contract/report'
import type { Db } from '../db/database'
import type { Scope } from '../http/actor'
import { gamingDayIn } from '../rawdata/gaming-day.service'
import { dayRules } from '../rawdata/what-held.queries'

interface Whose {
  entity: 'tenant' | 'location' | 'slot'
  id: string
}

/** More than anybody decides; days with more of them say at least so many. */
const MOST_REPAIRS = 2_000

/** By gaming day; days without either are left out. */
export async function qualityOfDays(
  db: Db,
  { tenantId }: Scope,
  { entity, id }: Whose,
  { from, to }: { from: string; to: string },
): Promise<ReadonlyMap<string, DayQualityNote>> {
  const scope = tenantId === null ? sql`` : sql`and tenant_id = ${tenantId}`
  const whose = sql`${sql.ref(`${entity}_id`)} = ${id} ${scope}`
  const { rows: repairs } = await sql<{ location_id: string; crossing: number }>`
    select location_id, crossing from repairs where ${whose} and state <> 'decided'
      and crossing >= ${Date.parse(from) - 2 * DAY_MS} and crossing <= ${Date.parse(to) + 3 * DAY_MS}
    limit ${MOST_REPAIRS}`.execute(db)
  const notes = new Map<string, DayQualityNote>()
  const noteOf = (day: string) => {
    const note = notes.get(day) ?? { closed: false, held: 0 }
    notes.set(day, note)
    return note
  }
  const rules = await dayRules(
    db,
    repairs.map(one => one.location_id),
  )
  for (const { location_id, crossing } of repairs) {
    // A reading at the boundary itself closes the day before.
    const day = gamingDayIn(rules.get(location_id) ?? [], crossing - 1)
    if (day >= from && day <= to) noteOf(day).held++
  }
  // A tenant's days close location by location.
  if (entity === 'location')
    for (const { day } of (
      await sql<{ day: string }>`
        select distinct day from location_days where ${whose} and day >= ${from} and day <= ${to} and state <> 'open'`.execute(
        db,
      )
    ).rows)
      noteOf(day).closed = true
  return notes
}
const DAY_MS = 86_400_000

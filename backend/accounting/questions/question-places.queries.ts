/** The locations whose hours a question reads, and by which clocks. */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { whole } from '../../platform/db/narrowed'
import { numberOf } from '../../platform/db/short-ids'
import type { DayRule } from '../../estate/locations/gaming-day.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'

interface Place {
  id: string
  tenant_id: string
  /** By which its raw rows are found. */
  nr: number
  /** In order of their dates. */
  rules: readonly DayRule[]
}

/** Of locations that rows of this reader name: they may see these rows without seeing the location. */
export async function placesOf(db: Db, ids: readonly string[]): Promise<Place[]> {
  const all = whole(db)
  const { rows } = await sql<{ id: string; tenant_id: string; nr: number | null }>`
    select l.id, l.tenant_id, ${numberOf(sql`l.id`)} as nr from ${rowsAsTable(
      all,
      { id: 'text' },
      ids.map(id => ({ id })),
    )} cross join locations l where l.id = b.id`.execute(all)
  const rules = await dayRules(all, ids)
  return rows.flatMap(({ nr, ...own }) =>
    nr === null ? [] : [{ ...own, nr: Number(nr), rules: rules.get(own.id) ?? [] }],
  )
}

/** The locations whose hours a question reads, and by which clocks. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database'
import { whole } from '../../platform/db/narrowed'
import { numberOf } from '../../platform/db/short-ids'
import type { Scope } from '../../platform/request/actor'
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

/** In scope, or this one, that has hours. Of a narrowed reader all: whose rows are read decides what they see. */
export async function placesOf(db: Db, { tenantId }: Scope, location: string | null): Promise<Place[]> {
  const all = whole(db)
  const { rows } = await sql<{ id: string; tenant_id: string; nr: number | null }>`
    select l.id, l.tenant_id, ${numberOf(sql`l.id`)} as nr
    from locations l where ${tenantId === null ? sql`1 = 1` : sql`l.tenant_id = ${tenantId}`}
      ${location === null ? sql`` : sql`and l.id = ${location}`}`.execute(all)
  const rules = await dayRules(
    all,
    rows.map(({ id }) => id),
  )
  return rows.flatMap(({ id, tenant_id, nr }) =>
    nr === null ? [] : [{ id, tenant_id, nr: Number(nr), rules: rules.get(id) ?? [] }],
  )
}

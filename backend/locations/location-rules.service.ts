/** What makes a location right, and who a place belongs to. */
import { sql } from 'kysely'
import { rowsAsTable } from '../db/bulk'
import type { InputOf } from '../contract/contract'
import type { Db } from '../db/database'
import { problem, type Rules } from '../db/rules'
import { dayRulesBack, dayRulesOf } from './day-rules.service'
import type { locationsContract } from './locations.contract'

type Input = InputOf<typeof locationsContract>

export const locationRules: Rules<Input> = {
  judge: async (db, drafts) => {
    const twins = await withCodes(
      db,
      drafts.flatMap(({ input }) =>
        input.tenant && input.code ? [{ tenant_id: input.tenant, code: input.code }] : [],
      ),
    )
    const dayRules = await dayRulesOf(db, drafts)
    return drafts.map(draft => {
      const { id, input, before } = draft
      const twin = twins.get(`${input.tenant} ${input.code}`)
      const days = dayRules(draft)
      return {
        columns: days.columns,
        problems: {
          ...days.problems,
          ...(before && input.tenant && before.tenant_id !== input.tenant && problem('tenant', 'fixed')),
          ...(twin && twin !== id && problem('code', 'taken')),
        },
      }
    })
  },
  restores: dayRulesBack,
  kept: async (db, ids) => {
    const { rows } = await sql<{ id: string }>`select b.id from ${rowsAsTable(
      db,
      { id: 'text' },
      ids.map(id => ({ id })),
    )}
      where exists (select 1 from slots s where s.location_id = b.id and s.archived_at is null)`.execute(db)
    return new Map(
      rows.map(({ id }) => [id, { code: 'has_slots', message: 'Archive or move its slots first' }]),
    )
  },
}

/** Location id → its tenant's. */
export async function tenantsOf(
  db: Db,
  locationIds: readonly (string | undefined)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(locationIds)].flatMap(id => (id ? [{ id }] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    tenant_id: string
  }>`select l.id, l.tenant_id from ${rowsAsTable(db, { id: 'text' }, ids)} cross join locations l where l.id = b.id`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, row.tenant_id]))
}

/** `tenant code` → id of the location that has it, archived ones too. */
async function withCodes(
  db: Db,
  wanted: { tenant_id: string; code: string }[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: string; tenant_id: string; code: string }>`select l.id, l.tenant_id, l.code
    from ${rowsAsTable(db, { tenant_id: 'text', code: 'text' }, wanted)} cross join locations l where l.tenant_id = b.tenant_id and l.code = b.code`.execute(
    db,
  )
  return new Map(rows.map(row => [`${row.tenant_id} ${row.code}`, row.id]))
}

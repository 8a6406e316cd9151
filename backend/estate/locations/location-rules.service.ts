/** Checks locations, and who a location belongs to. */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { InputOf } from '../../platform/contract/contract'
import { nameKey } from '../../platform/contract/machine-name'
import type { Db } from '../../platform/db/database'
import { judgeNames, type NameColumn } from '../../platform/store/name-twins'
import { problem, type Rules } from '../../platform/store/rules'
import { dayRulesBack, dayRulesOf } from './day-rules.service'
import { withCustomFields } from '../../workflow/custom-fields/custom-values.service'
import type { locationsContract } from './locations.contract'

type Input = InputOf<typeof locationsContract>

const ownRules: Rules<Input> = {
  judge: async (db, drafts) => {
    const codes = await judgeNames(
      db,
      codeNames,
      drafts.map(draft => ({
        ...draft,
        tenant_id: draft.input.tenant ?? (draft.before?.tenant_id as string | undefined),
        name: draft.input.code,
      })),
    )
    const dayRules = await dayRulesOf(db, drafts)
    return drafts.map((draft, index) => {
      const { input, before } = draft
      const code = codes[index]
      const days = dayRules(draft)
      return {
        columns: { code_key: code?.key ?? null, ...days.columns },
        problems: {
          ...days.problems,
          ...(before && input.tenant && before.tenant_id !== input.tenant && problem('tenant', 'fixed')),
          ...(code?.isTaken && problem('code', 'taken')),
        },
      }
    })
  },
  restores: dayRulesBack,
  archiveBlockers: async (db, ids) => {
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

export const locationRules = withCustomFields('location', ownRules)

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

const codeNames: NameColumn = { table: 'locations', column: 'code', key: 'code_key', keyOf: nameKey }

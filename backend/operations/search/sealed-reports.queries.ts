/** The report that a code on paper is of. */
import { allows } from '../../platform/contract/permissions'
import type { Db } from '../../platform/db/database'
import type { Actor, Scope } from '../../platform/request/actor'
import { sealIdOfCode } from '../../accounting/seals/paper-seal.service'
import type { SearchGroup } from './search.contract'

/** Nothing for what is no code, or is the code of a report that its reader may not see. */
export async function reportsBySeal(
  db: Db,
  { tenantId }: Scope,
  { permissions }: Actor,
  typed: string,
): Promise<SearchGroup[]> {
  const seal = await sealIdOfCode(db, typed)
  if (seal === null) return []
  const group = (
    kind: SearchGroup['kind'],
    found: { id: string; ref: string; period: string; name: string; archived_at: number | null } | undefined,
  ): SearchGroup[] =>
    found
      ? [
          {
            kind,
            total: 1,
            rows: [
              {
                _id: found.id,
                ref: found.ref,
                name: found.period,
                where: found.name,
                amount: null,
                archived: found.archived_at !== null,
              },
            ],
          },
        ]
      : []
  if (allows(permissions, 'location::list_fiscal_reports')) {
    const day = await db
      .selectFrom('daily_reports as r')
      .innerJoin('locations as l', 'l.id', 'r.location_id')
      .select(['r.id', 'r.day', 'r.archived_at', 'l.name'])
      .where('r.seal_id', '=', seal)
      .$if(tenantId !== null, query => query.where('r.tenant_id', '=', tenantId ?? ''))
      .executeTakeFirst()
    if (day) return group('daily_report', { ...day, ref: day.id, period: day.day })
  }
  if (!allows(permissions, 'location::list_monthly_fiscal_reports')) return []
  const month = await db
    .selectFrom('monthly_reports as r')
    .innerJoin('locations as l', 'l.id', 'r.location_id')
    .select(['r.id', 'r.location_id', 'r.archived_at', 'l.name', 'r.month'])
    .where('r.seal_id', '=', seal)
    .$if(tenantId !== null, query => query.where('r.tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  return group(
    'monthly_report',
    month && { ...month, ref: `${month.location_id}-${month.month}`, period: month.month },
  )
}

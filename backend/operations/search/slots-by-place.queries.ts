/** Slots by words of which some are theirs and some their location's: "B-07 Cluj". */
import { sql } from 'kysely'
import { contains, wordsOf } from '../../platform/db/has-words'
import { slotsStore } from '../../estate/slots/slots.store'
import { resultOf, type Search } from './found-in-store'
import { SHOWN, type SearchGroup } from './search.contract'
import type { Source } from './sources'

/**
 * For whoever may list slots. At least one word is the slot's own: a location alone is found as one. A whole table is
 * read for it, so it runs only where no slot has all of the words.
 */
export async function slotsByPlace(
  { db, scope, now, query }: Search,
  source: Source,
): Promise<SearchGroup | null> {
  const words = wordsOf(query)
  if (words.length < 2) return null
  const own = words.map(word => contains(sql.ref('s.search'), word))
  const both = words.map((word, at) => sql<boolean>`(${own[at]} or ${contains(sql.ref('l.search'), word)})`)
  const found = await db
    .selectFrom('slots as s')
    .innerJoin('locations as l', 'l.id', 's.location_id')
    .select(['s.id', sql<number>`count(*) over ()`.as('total')])
    .$if(scope.tenantId !== null, rows => rows.where('s.tenant_id', '=', scope.tenantId))
    .where('s.archived_at', 'is', null)
    .where(sql<boolean>`${sql.join(both, sql` and `)}`)
    .where(sql<boolean>`(${sql.join(own, sql` or `)})`)
    .orderBy('l.name')
    .orderBy('s.serial')
    .limit(SHOWN)
    .execute()
  const rows = await slotsStore.present(
    db,
    scope,
    found.map(({ id }) => id),
    now,
  )
  return {
    kind: 'slot',
    total: Number(found[0]?.total ?? 0),
    unlisted: true,
    rows: rows.map(row => resultOf(row, source)),
  }
}

/** Slots by a word within their words. */
import { sql, type RawBuilder } from 'kysely'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { contains } from '../../platform/db/has-words'

/** Shorter words stand in no index, which is one of three letters at a time. */
const INDEXED_LENGTH = 3
/**
 * A word that more slots have is no narrower than a look at their texts, which ends with the page and with the tenant:
 * the index is one of all tenants.
 */
const RARE = 500

/**
 * Whether a slot has a folded word; `of` is what the statement calls the slots. The index says which slots may have it;
 * their text decides.
 */
export async function slotHasWord(db: Db, of: string, word: string): Promise<RawBuilder<boolean>> {
  const has = contains(sql.ref(`${of}.search`), word)
  if ([...word].length < INDEXED_LENGTH) return has
  const [number, found] = isPostgres(db)
    ? [sql`slot_nr`, contains(sql.ref('words'), word)]
    : [sql`rowid`, sql`slot_search match ${`"${word.replaceAll('"', '""')}"`}`]
  const first = sql`select ${number} as nr from slot_search where ${found} limit ${RARE + 1}`
  const { rows } = await sql<{
    found: number
  }>`select count(*) as found from (${first}) as first_of_all`.execute(db)
  if (Number(rows[0]?.found) > RARE) return has
  const ids = sql`select i.id from (${first}) as w join short_ids i on i.nr = w.nr`
  return sql<boolean>`(${sql.ref(`${of}.id`)} in (${ids}) and ${has})`
}

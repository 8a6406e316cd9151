/** Slots by a word within their words. */
import { sql, type RawBuilder } from 'kysely'
import { isPostgres } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { contains } from '../../platform/db/has-words'

/** Shorter words stand in no index, which is one of three letters at a time. */
const INDEXED_LENGTH = 3

/**
 * Whether a slot has a folded word; `of` is what the statement calls the slots. The index says which slots may have it;
 * their text decides.
 */
export function slotHasWord(db: Db, of: string, word: string): RawBuilder<boolean> {
  const has = contains(sql.ref(`${of}.search`), word)
  if ([...word].length < INDEXED_LENGTH) return has
  const found = isPostgres(db)
    ? sql`select i.id from slot_search w join short_ids i on i.nr = w.slot_nr where ${contains(sql.ref('w.words'), word)}`
    : sql`select i.id from slot_search join short_ids i on i.nr = slot_search.rowid
        where slot_search match ${`"${word.replaceAll('"', '""')}"`}`
  return sql<boolean>`(${sql.ref(`${of}.id`)} in (${found}) and ${has})`
}

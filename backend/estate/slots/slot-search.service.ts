/** Slots by words within their words. */
import { sql, type RawBuilder } from 'kysely'
import { isPostgres, listOf } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { contains } from '../../platform/db/has-words'
import type { WordFound } from '../../platform/store/store-spec'

/** Shorter words stand in no index, which is one of three letters at a time. */
const INDEXED_LENGTH = 3
/**
 * A word that more slots have is looked for in their texts, in the order of the list, until a page is full: that ends
 * with the tenant's slots, too, while the index is one of all tenants.
 */
const RARE = 2_000

const isIndexed = (word: string): boolean => [...word].length >= INDEXED_LENGTH
const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

/**
 * Whether a slot has a folded word; `of` is what the statement calls the slots. The index says which slots may have it;
 * their text decides.
 */
export async function slotHasWord(db: Db, of: string, word: string): Promise<WordFound> {
  const has = contains(sql.ref(`${of}.search`), word)
  if (!isIndexed(word)) return { has, isRare: false }
  const [number, found] = isPostgres(db)
    ? [sql`slot_nr`, contains(sql.ref('words'), word)]
    : [sql`rowid`, sql`slot_search match ${quoted(word)}`]
  // One look at the index: the more letters a word has, the more of its entries are gone through.
  const { rows } = await sql<{ found: number; numbers: string | null }>`select count(*) as found,
    ${listOf(db, sql`nr`)} as numbers
    from (select ${number} as nr from slot_search where ${found} limit ${RARE + 1}) as first_of_all`.execute(
    db,
  )
  const [first] = rows
  if (Number(first?.found) > RARE) return { has, isRare: false }
  const numbers = first?.numbers ?? ''
  const among = isPostgres(db)
    ? sql`= any (${`{${numbers}}`}::bigint[])`
    : sql`in (select value from json_each(${`[${numbers}]`}))`
  const ids = sql`select i.id from short_ids i where i.nr ${among}`
  return { has: sql<boolean>`(${sql.ref(`${of}.id`)} in (${ids}) and ${has})`, isRare: true }
}

/**
 * How many slots that are not archived have all these folded words, of one tenant or (null) of all: at most `most` and
 * one more. Undefined where the index does not know one of the words.
 */
export function slotsWithWords(
  db: Db,
  words: readonly string[],
  tenantId: string | null,
  most: number,
): RawBuilder<number> | undefined {
  if (!words.every(isIndexed)) return undefined
  return sql<number>`(select count(*) from (
    select 1 from slot_search where ${isPostgres(db) ? inTable(words, tenantId) : inIndex(words, tenantId)}
    limit ${most + 1}) as first_of_all)`
}

const inTable = (words: readonly string[], tenantId: string | null): RawBuilder<unknown> =>
  sql.join(
    [
      ...(tenantId === null ? [] : [sql`tenant_id = ${tenantId}`]),
      sql`archived = 0`,
      ...words.map(word => contains(sql.ref('words'), word)),
    ],
    sql` and `,
  )

/** A tenant stands in the index as three letters for its number (migration 399). */
function inIndex(words: readonly string[], tenantId: string | null): RawBuilder<unknown> {
  const found = words.map(word => `words : ${quoted(word)}`).join(' AND ')
  if (tenantId === null) return sql`slot_search match ${found}`
  return sql`slot_search match (
    select ${`${found} AND owner : "`}
      || char(19968 + nr / 400000000, 19968 + nr / 20000 % 20000, 19968 + nr % 20000) || '"'
    from short_ids where short_ids.id = ${tenantId})`
}

/** A search by words, written one way for all lists. */
import { sql, type RawBuilder } from 'kysely'
import { fold } from '../contract/fold'
import { MAX_WORDS } from '../contract/list'
import { invalidField } from '../contract/problem'

/** Every word of the query stands somewhere in a folded column. Throws 422 for more words than a search may have. */
export const hasWords = (
  column: RawBuilder<unknown>,
  query: string,
  field = 'query',
): RawBuilder<boolean>[] => wordsOf(query, field).map(word => contains(column, word))

/** Folded, each once and none that another one holds: whatever holds "novomatic" holds "nov" too. */
export function wordsOf(query: string, field = 'query'): string[] {
  const all = [...new Set(fold(query).split(/\s+/).filter(Boolean))]
  const words = all.filter(word => !all.some(other => other !== word && other.includes(word)))
  if (words.length > MAX_WORDS) throw invalidField(field, 'too_many_words', { limit: MAX_WORDS })
  return words
}

/** The text as it is: signs that mean something to `like` stand for themselves. */
export const contains = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

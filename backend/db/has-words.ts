/** A search by words, written one way for all lists. */
import { sql, type RawBuilder } from 'kysely'
import { fold } from '../contract/fold'

/** Every word of the query stands somewhere in a folded column. */
export const hasWords = (column: RawBuilder<unknown>, query: string): RawBuilder<boolean>[] =>
  fold(query).split(/\s+/).filter(Boolean).map(word => contains(column, word))

/** The text as it is: signs that mean something to `like` stand for themselves. */
export const contains = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> => sql<boolean>`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`

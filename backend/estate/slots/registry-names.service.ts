/**
 * Entries of the games registry by what a form or a file calls them: an id, or a name whatever its case and diacritics.
 */
import { sql } from 'kysely'
import { fold } from '../../platform/contract/fold'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'

export interface NamedEntry {
  id: string
  name: string
}

type Table = 'manufacturers' | 'machine_types' | 'game_mixes' | 'protocols'

/** One query for all names in a batch of rows. Names without an entry are missing in the result. */
export async function entriesCalled(
  db: Db,
  table: Table,
  wantedNames: readonly (string | null | undefined)[],
): Promise<(called: string) => NamedEntry | undefined> {
  const calls = [...new Set(wantedNames)].filter((called): called is string => Boolean(called))
  if (calls.length === 0) return () => undefined
  // A cross join keeps the order: each of the few is looked up by index.
  const { rows } = await sql<
    NamedEntry & { name_key: string }
  >`select t.id, t.name, t.name_key from ${rowsAsTable(
    db,
    { key: 'text' },
    [...new Set(calls.flatMap(called => [called, fold(called)]))].map(key => ({ key })),
  )} cross join ${sql.table(table)} t where t.id = b.key or t.name_key = b.key`.execute(db)
  const byKey = new Map<string, NamedEntry>(
    rows.flatMap(({ id, name, name_key }) => [
      [name_key, { id, name }],
      [id, { id, name }],
    ]),
  )
  return called => byKey.get(called) ?? byKey.get(fold(called))
}

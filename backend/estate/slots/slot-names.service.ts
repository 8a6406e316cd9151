/**
 * A slot stores a registry entry's id and its name, so that lists, searches and old rows without an entry read the
 * same.
 */
import { sql } from 'kysely'
import { foldWords } from '../../platform/contract/fold'
import type { Columns } from '../../platform/db/bulk'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { updateMany } from '../../platform/db/update-many'
import { slotWords } from './slot-words.service'

/** Registry table → the slots' column for its name; that for its id is `<column>_id`. */
export const slotColumns = {
  manufacturers: 'manufacturer',
  machine_types: 'machine_type',
  game_mixes: 'game_mix',
  protocols: 'protocol',
} as const
export type NamedTable = keyof typeof slotColumns

const CHUNK = 1_000

/**
 * An entry has another name: its slots, and groups whose rule says the old one, follow in the same transaction.
 * Versions stay: nobody's form is out of date.
 */
export async function renameInSlots(
  db: Db,
  table: string,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const column = (slotColumns as Partial<Record<string, (typeof slotColumns)[NamedTable]>>)[table]
  if (!column) return
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('slots')
      .select(['id', 'serial', 'asset_no', 'manufacturer', 'machine_type', 'game_mix', 'position'])
      .where(`${column}_id`, '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    if (rows.length === 0) break
    await updateMany(
      db,
      'slots',
      { id: 'id' },
      { id: 'text', [column]: 'text', search: 'text' } as Columns<Stored>,
      rows.map((row): Stored => ({
        id: row.id,
        [column]: to,
        search: foldWords(slotWords({ ...row, [column]: to })),
      })),
    )
    after = rows.at(-1)?.id ?? ''
  }
  if (column === 'manufacturer')
    await sql`update entity_groups set rule_manufacturer = ${to} where rule_manufacturer = ${from}`.execute(
      db,
    )
}

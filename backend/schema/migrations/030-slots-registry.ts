import { sql, type Kysely } from 'kysely'

/** Registry table → the slots' column that names its entries. */
const named = {
  manufacturers: 'manufacturer',
  machine_types: 'machine_type',
  game_mixes: 'game_mix',
  protocols: 'protocol',
} as const

/**
 * Slots refer to the games registry. A name that it does not have stays as text, until somebody chooses an entry for
 * it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of Object.entries(named)) {
    await db.schema
      .alterTable('slots')
      .addColumn(`${column}_id`, 'text', to => to.references(`${table}.id`))
      .execute()
    const { rows: entries } = await sql<{
      id: string
      name: string
      name_key: string
    }>`select id, name, name_key from ${sql.table(table)}`.execute(db)
    const { rows: texts } = await sql<{
      text: string
    }>`select distinct ${sql.ref(column)} as text from slots where ${sql.ref(column)} is not null`.execute(db)
    for (const { text } of texts) {
      const entry = entries.find(({ name_key }) => name_key === folded(text))
      if (!entry) continue
      // The search column is folded, so it holds for the entry's spelling as well.
      await sql`update slots set ${sql.ref(`${column}_id`)} = ${entry.id}, ${sql.ref(column)} = ${entry.name}
        where ${sql.ref(column)} = ${text}`.execute(db)
    }
  }
}

/** As it stood when this landed: a migration calls nothing that may change under it. */
const folded = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

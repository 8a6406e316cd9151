import { sql } from 'kysely'
import type { TestBackend } from './backend'

/** Laws over all entities say nothing of one without rows, or fail without a word of why. */
export async function demandRows({ app, db }: TestBackend): Promise<void> {
  const empty: string[] = []
  for (const [name, { spec }] of app.api.stores) {
    const { table, only } = spec
    const { rows } =
      await sql`select 1 as found from ${sql.table(table)} as t where ${only ?? sql`1 = 1`} limit 2`.execute(
        db,
      )
    if (rows.length < 2) empty.push(name)
  }
  if (empty.length > 0)
    throw new Error(
      `no rows for tests of ${empty.join(', ')}: add two or more in tests/support/full-lists.ts, of the games registry in makeRecords of full-records.ts there`,
    )
}

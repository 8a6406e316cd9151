import { invalidField } from '../contract/problem'
import type { Db } from '../db/database'
import type { Tables } from '../db/tables'

type Named = {
  [Name in keyof Tables]: Tables[Name] extends { id: string } ? Name : never
}[keyof Tables]

/** Refuses `field` where another row of the table has all these values already. */
export async function demandFree<Name extends Named>(
  db: Db,
  table: Name,
  id: string,
  values: Partial<Tables[Name]>,
  field: string,
): Promise<void> {
  // One table stands for all, which Kysely's types cannot follow through a parameter.
  const twin = await db
    .selectFrom(table as 'saved_views')
    .select('id')
    .where(eb => eb.and(values as Partial<Tables['saved_views']>))
    .where('id', '!=', id)
    .executeTakeFirst()
  if (twin) throw invalidField(field, 'taken')
}

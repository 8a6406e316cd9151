/** Conditions of `Importer.uses`, over an id `b.id`. */
import { sql, type RawBuilder } from 'kysely'
import { numberOf } from '../../platform/db/short-ids'

export const exists = (table: string, column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} u where ${sql.ref(`u.${column}`)} = b.id)`
/** In raw rows, which carry numbers: `slot_nr`. */
export const existsByNumber = (table: string, column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} u where ${sql.ref(`u.${column}`)} = ${numberOf(sql`b.id`)})`
export const alive = (table: string, column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} u where ${sql.ref(`u.${column}`)} = b.id and u.archived_at is null)`
export const any = (...all: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(all, sql` or `)})`

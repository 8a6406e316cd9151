/**
 * Raw rows as they stood before migration 147: tables under the names that are views now, with identifiers, and nobody
 * numbered.
 */
import { sql } from 'kysely'
import { isPostgres } from '../../backend/platform/db/bulk'
import type { Db } from '../../backend/platform/db/database'

const views = {
  counter_readings: 'stored_readings',
  messages: 'stored_messages',
  counter_hours: 'stored_hours',
} as const

export async function beforeShortIds(db: Db): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  for (const [name, stored] of Object.entries(views)) {
    await run(`create table was_${name} as select * from ${name}`)
    await run(`drop view ${name}`)
    await run(`drop table ${stored}`)
    await run(`alter table was_${name} rename to ${name}`)
    const numbers = ['slot_nr', 'location_nr', 'tenant_nr', ...(name === 'counter_hours' ? [] : ['smib_nr'])]
    if (name === 'counter_readings') numbers.push('hour_cut')
    for (const column of numbers) await run(`alter table ${name} drop column ${column}`)
  }
  for (const table of ['tenants', 'locations', 'slots', 'smibs'])
    await run(`drop trigger ${table}_short_id${isPostgres(db) ? ` on ${table}` : ''}`)
  if (isPostgres(db)) await run('drop function short_id')
  for (const event of ['insert', 'update', 'delete'])
    await run(`drop trigger slots_words_${event}${isPostgres(db) ? ' on slots' : ''}`)
  await run('drop table slot_search')
  await run('drop table short_ids')
  await run('drop table reading_terms')
}

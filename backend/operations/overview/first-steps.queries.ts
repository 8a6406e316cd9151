/**
 * Finds what a new installation still needs before it works by itself, in the order in which one thing needs the
 * other.
 */
import { sql } from 'kysely'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { FirstStep } from './overview.contract'

/** Once everything is done the query is not repeated until the next start: nobody undoes a step by accident. */
const finished = new WeakSet<object>()

/** Null when all is done. One look at the first row of each table. */
export async function firstStepsOf(db: Db, installation: object): Promise<FirstStep[] | null> {
  if (finished.has(installation)) return null
  const of = (table: string, where = sql`1 = 1`) =>
    sql`exists (select 1 from ${sql.table(table)} where ${where})`
  const { rows } = await sql<Record<FirstStep['name'], number | boolean>>`select
    ${of('tenants', sql`id <> ${SYSTEM_TENANT}`)} as tenant,
    ${of('locations')} as location,
    ${of('slots')} as slots,
    ${of('smibs')} as smibs,
    ${of('api_tokens', sql`revoked_at is null`)} as token,
    ${of('counter_latest')} as reading,
    (select count(*) from (select 1 as one from users limit 2) as u) > 1 as users`.execute(db)
  const [done] = rows
  const steps = names.map(name => ({ name, done: Boolean(done?.[name]) }))
  if (steps.some(step => !step.done)) return steps
  finished.add(installation)
  return null
}

const names = ['tenant', 'location', 'slots', 'smibs', 'token', 'reading', 'users'] as const

/** One SMIB: whether all that it sent arrived, and whether it carries out its orders. */
import { DAY_MS } from '../../platform/contract/durations'
import { sql } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { MOST_MESSAGES, type SmibOverview } from './overview.contract'
import type { Reading } from './troubles.queries'
import { numberOf } from '../../platform/db/short-ids'

/** Throws 404 for a SMIB that is none of the reader's. */
export async function smibOverviewOf({ db, scope, now }: Reading, id: string): Promise<SmibOverview> {
  const smib = await db
    .selectFrom('smibs')
    .select('id')
    .where('id', '=', id)
    .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
    .executeTakeFirst()
  if (!smib) throw new Problem(404, 'not_found', { message: 'No such SMIB' })
  const [messages, breaks, waiting] = await Promise.all([
    sql<{ n: number }>`select count(*) as n from (
      select 1 from messages where smib_nr = ${numberOf(id)} and server_time > ${now - DAY_MS} limit ${MOST_MESSAGES + 1}) as found`.execute(
      db,
    ),
    db
      .selectFrom('sequence_breaks')
      .select(row => [
        'kind',
        row.fn.countAll<number>().as('breaks'),
        row.fn.sum<number | null>(sql`to_seq - from_seq - 1`).as('numbers'),
        row.fn.max('at').as('newest'),
      ])
      .where('smib_id', '=', id)
      .where('at', '>', now - 7 * DAY_MS)
      .where('closed_at', 'is', null)
      .groupBy('kind')
      .execute(),
    db
      .selectFrom('machine_commands')
      .select(row => [row.fn.countAll<number>().as('commands'), row.fn.min('created_at').as('since')])
      .where('smib_id', '=', id)
      .where('state', 'in', ['queued', 'sent'])
      .executeTakeFirstOrThrow(),
  ])
  const sent = Number(messages.rows[0]?.n ?? 0)
  const gaps = breaks.find(({ kind }) => kind === 'gap')
  const restarts = breaks.find(({ kind }) => kind === 'reset')
  const instant = (value: number | null | undefined) => (value == null ? null : Number(value))
  return {
    as_of: now,
    messages: { count: Math.min(sent, MOST_MESSAGES), capped: sent > MOST_MESSAGES },
    missing: {
      count: Number(gaps?.numbers ?? 0),
      gaps: Number(gaps?.breaks ?? 0),
      newest: instant(gaps?.newest),
    },
    restarts: { count: Number(restarts?.breaks ?? 0), newest: instant(restarts?.newest) },
    waiting: { count: Number(waiting.commands), since: instant(waiting.since) },
  }
}

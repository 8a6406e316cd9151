/** What some work sends to its database, and how that goes about it. */
import { CompiledQuery, sql, type QueryId, type RootOperationNode } from 'kysely'
import { isPostgres } from '../../backend/platform/db/bulk'
import type { Db } from '../../backend/platform/db/database'
import { stepsOf } from './plans'

/** A database that notes what is sent to it; `take` has those that are new since the last time. */
export function recording(db: Db): { db: Db; take: () => CompiledQuery[] } {
  const asked: { node: RootOperationNode; queryId: QueryId }[] = []
  return {
    db: db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        asked.push({ node, queryId })
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    take: () => asked.splice(0).map(({ node, queryId }) => db.getExecutor().compileQuery(node, queryId)),
  }
}

/**
 * A statement, then its steps, each in a line. Of a test's few rows PostgreSQL reads all by itself: here it says
 * whether it can use an index.
 */
async function planOf(db: Db, { sql: text, parameters }: CompiledQuery): Promise<string> {
  if (isPostgres(db)) {
    const { rows } = await db.transaction().execute(async tx => {
      await sql`set local enable_seqscan = off`.execute(tx)
      return tx.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${text}`, [...parameters]))
    })
    return [text, ...rows.map(row => row['QUERY PLAN'])].join('\n')
  }
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(db)
  return [text, ...stepsOf(rows[0]?.file ?? '', text).map(({ detail }) => detail)].join('\n')
}

/** The plans of what the work reads and writes, in its order. */
export async function plansOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const recorded = recording(db)
  await work(recorded.db)
  const plans: string[] = []
  for (const query of recorded.take())
    if (/^\s*(?:select|with|update|delete)\b/i.test(query.sql)) plans.push(await planOf(db, query))
  return plans
}

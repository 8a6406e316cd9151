/** What a task asks the database, statement by statement: each costs its way there and back, whatever it reads. */
import type { Db } from '../../backend/platform/db/database'

export async function statementsOf(db: Db, task: () => Promise<unknown>): Promise<string[]> {
  const executor = db.getExecutor()
  const { executeQuery } = executor
  const said: string[] = []
  executor.executeQuery = (query, ...more) => {
    said.push(query.sql)
    return executeQuery.call(executor, query, ...more) as never
  }
  try {
    await task()
  } finally {
    executor.executeQuery = executeQuery
  }
  return said
}

import { CompiledQuery } from 'kysely'
import type { TestBackend } from './backend'

/** While the task runs the database takes no reading of so many credits. */
export async function refusing<Result>(
  { db, deps }: TestBackend,
  coinIn: number,
  task: () => Promise<Result>,
): Promise<Result> {
  const run = (text: string) => db.executeQuery(CompiledQuery.raw(text))
  if (deps.engine === 'postgres') {
    await run(`alter table stored_readings add constraint refused check (coin_in <> ${coinIn}) not valid`)
    return task().finally(() => run('alter table stored_readings drop constraint refused'))
  }
  await run(
    `create trigger refused before insert on stored_readings when new.coin_in = ${coinIn} begin select raise(abort, 'refused'); end`,
  )
  return task().finally(() => run('drop trigger refused'))
}

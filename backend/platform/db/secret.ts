/**
 * The installation's secret, for what is written with a database: whoever opens it says which, and every transaction of
 * it finds it again.
 */
import { randomBytes } from 'node:crypto'
import type { Db } from './tables'

type Source = (db: Db) => Promise<string>

/** By the engine's adapter, which a database and its transactions share. */
const sources = new WeakMap<object, Source>()
const known = new WeakMap<object, Promise<string>>()

const adapterOf = (db: Db): object => db.getExecutor().adapter

export function keepSecret(db: Db, source: Source): void {
  sources.set(adapterOf(db), source)
}

/** Throws for a database that was opened without saying whose it is. */
export function secretOf(db: Db): Promise<string> {
  const adapter = adapterOf(db)
  const earlier = known.get(adapter)
  if (earlier) return earlier
  const source = sources.get(adapter)
  if (!source) throw new Error('This database was opened without the installation’s secret')
  const secret = source(db)
  known.set(adapter, secret)
  // A database that could not be reached once must not be without a secret for good.
  secret.catch(() => known.delete(adapter))
  return secret
}

/**
 * Stored in the database itself, where every backend that shares it finds the same: it guards against nobody who may
 * read the database.
 */
export async function secretInside(db: Db): Promise<string> {
  await db
    .insertInto('auth_secrets')
    .values({ name: 'root', value: randomBytes(32).toString('base64url'), created_at: Date.now() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  return (
    await db.selectFrom('auth_secrets').select('value').where('name', '=', 'root').executeTakeFirstOrThrow()
  ).value
}

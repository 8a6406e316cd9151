/** Who tries to sign in. */
import type { Db } from '../../platform/db/database'
import { usernameKey } from './login-lock.service'

export type Named = NonNullable<Awaited<ReturnType<typeof userNamed>>>

export const userNamed = (db: Db, username: string) =>
  userWho(db).where('username_key', '=', usernameKey(username)).executeTakeFirst()

export const userWho = (db: Db) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'tenant_id',
      'full_name',
      'username',
      'password_hash',
      'password_changed_at',
      'enabled',
      'archived_at',
      'email',
      'email_verified',
      'language',
    ])

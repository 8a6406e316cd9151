/** People: made, read, and the first of them. Their pages come with user administration. */
import { randomBytes } from 'node:crypto'
import { recordChange } from '../../platform/audit/audit.service'
import { foldWords } from '../../platform/contract/fold'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import { isUniqueViolation } from '../../platform/db/errors'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import { systemActor, type Actor } from '../../platform/request/actor'
import type { UserAnswer } from './auth.contract'
import { avatarMarkOf } from './avatar-mark.service'
import { sessionLimitsOf } from '../../platform/layered-settings/session-limits.service'
import { chosenZone } from '../preferences/preferences.service'
import { lookalikeKey } from './username.contract'
import { usernameKey } from './login-lock.service'
import { hashPassword } from './passwords.service'
import type { RoleVersion } from './permission-map'
import { rolesOfUser } from './user-roles.service'
import { roleId, type RoleName } from './roles'

export type { RoleName } from './roles'

export interface NewUser {
  /** Made when left out. */
  id?: string
  /** SYSTEM_TENANT: sees every tenant. */
  tenantId: string
  username: string
  /** Or a hash made before by `hashPassword`: for several people with one password. */
  password: string | { hash: string }
  fullName: string
  roles: readonly RoleName[]
  jobTitle?: string
  email?: string
  emailVerified?: boolean
  phone?: string
  enabled?: boolean
  language?: string
  timeZone?: string
}

/**
 * Hashes before it writes: no transaction waits for argon2 when `db` is none. Throws a unique violation for a name in
 * use.
 */
export async function createUser(
  db: Db,
  user: NewUser,
  { actor = systemActor, at = Date.now() }: { actor?: Actor; at?: number } = {},
): Promise<{ id: string }> {
  const password_hash =
    typeof user.password === 'string' ? await hashPassword(user.password) : user.password.hash
  const row = {
    id: user.id ?? newId(at),
    tenant_id: user.tenantId,
    username: user.username,
    username_key: usernameKey(user.username),
    lookalike_key: lookalikeKey(user.username),
    full_name: user.fullName,
    job_title: user.jobTitle ?? null,
    email: user.email ?? null,
    email_verified: user.emailVerified ? 1 : 0,
    phone: user.phone ?? null,
    enabled: user.enabled === false ? 0 : 1,
    language: user.language ?? null,
    time_zone: user.timeZone ?? null,
    search: foldWords([user.username, user.fullName, user.email, user.jobTitle]),
    version: 1,
    archived_at: null,
    created_at: at,
    updated_at: at,
  }
  const write = async (tx: Db) => {
    await tx
      .insertInto('users')
      .values({ ...row, password_hash, password_changed_at: at, password_unset: 0 })
      .execute()
    if (user.roles.length > 0)
      await tx
        .insertInto('user_roles')
        .values(user.roles.map(name => ({ user_id: row.id, role_id: roleId(name) })))
        .execute()
    const { search: _search, username_key: _key, lookalike_key: _alike, ...after } = row
    await recordChange(
      tx,
      actor,
      {
        entity: 'user',
        id: row.id,
        tenantId: row.tenant_id,
        action: 'create',
        before: null,
        after: { ...after, roles: user.roles },
      },
      at,
    )
  }
  await (db.isTransaction ? write(db) : db.transaction().execute(write))
  return { id: row.id }
}

/** Makes the first administrator of an empty system, whose password goes to `say` this once. */
export async function bootstrapAdmin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  say: (line: string) => void = line => void process.stdout.write(`${line}\n`),
): Promise<void> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  const password = randomBytes(15).toString('base64url')
  try {
    await createUser(
      db,
      {
        tenantId: SYSTEM_TENANT,
        username: 'admin',
        password,
        fullName: 'Administrator',
        roles: ['administrator'],
      },
      { at: clock() },
    )
  } catch (error) {
    // Another backend on the same database was first, and printed its own password.
    if (isUniqueViolation(error)) return
    throw error
  }
  say(`First start: sign in as "admin" with the password "${password}". It is not shown again.`)
}

export interface KnownUser {
  row: UserAnswer
  roles: RoleVersion[]
}

export async function readUser(db: Db, id: string): Promise<KnownUser> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const roles = await rolesOfUser(db, id)
    .innerJoin('roles as r', 'r.id', 'held.role_id')
    .select(['r.id', 'r.version', 'r.name'])
    .orderBy('r.name')
    .execute()
  return {
    roles,
    row: {
      user_id: user.id,
      username: user.username,
      full_name: user.full_name,
      tenant_id: user.tenant_id,
      language: user.language,
      time_zone: (await chosenZone(db, id)) ?? user.time_zone,
      enabled: user.enabled === 1,
      avatar: await avatarMarkOf(db, id),
      roles: roles.map(role => role.name),
      user_profile: {
        full_name: user.full_name,
        job_title: user.job_title,
        user_email: user.email,
        phone_number: user.phone,
        email_is_verified: user.email_verified === 1,
      },
      session_limits: await sessionLimitsOf(db, user.tenant_id),
    },
  }
}

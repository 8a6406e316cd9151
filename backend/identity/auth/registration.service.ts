/**
 * Somebody asks for an account (ruling 14). A request makes a disabled user, whom an administrator may enable. The
 * outcome is sent by e-mail alone, since an answer on the page would tell strangers which names and addresses are
 * known.
 */
import type { z } from 'zod'
import { lookalikeKey, username } from './username.contract'
import { plainHost } from '../../platform/contract/host-name'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { invalidField, Problem } from '../../platform/contract/problem'
import { isUniqueViolation } from '../../platform/db/errors'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import { leastPasswordOf } from '../../platform/layered-settings/session-limits.service'
import type { Actor } from '../../platform/request/actor'
import { addressKey, queueMail } from '../mail/mail.service'
import { usernameKey } from './login-lock.service'
import { demandGoodPassword } from './password-rules.service'
import { hashPassword } from './passwords.service'
import type { registrationBody, registrationState } from './registration.contract'
import { createUser } from './users.service'

interface Tenant {
  id: string
  name: string
  contact_email: string | null
  phone: string | null
  allows_registration: number
}

/** Whose sign-in host it is; where there is one tenant alone, that one. */
async function tenantAt(db: Db, host: string): Promise<Tenant | undefined> {
  const tenants = db
    .selectFrom('tenants')
    .select(['id', 'name', 'contact_email', 'phone', 'allows_registration'])
    .where('archived_at', 'is', null)
  const named = await tenants.where('login_host', '=', plainHost(host)).executeTakeFirst()
  if (named) return named
  const [only, another] = await tenants.orderBy('id').limit(2).execute()
  return another ? undefined : only
}

export async function stateOf(db: Db, host: string): Promise<z.output<typeof registrationState>> {
  const tenant = await tenantAt(db, host)
  const contact = [tenant?.name, tenant?.contact_email, tenant?.phone].filter(Boolean).join(', ')
  return {
    open: tenant?.allows_registration === 1,
    contact: contact === '' ? null : contact,
    min_length: await leastPasswordOf(db, tenant?.id ?? SYSTEM_TENANT),
  }
}

/** Throws 403 registration_closed, and 422 for what could be said of anybody's request. */
export async function register(
  deps: Deps,
  { host, language = 'en', ...applicant }: z.output<typeof registrationBody>,
  actor: Actor,
): Promise<void> {
  const tenant = await tenantAt(deps.db, host)
  if (tenant?.allows_registration !== 1)
    throw new Problem(403, 'registration_closed', { message: 'This installation takes no requests' })
  const named = username.safeParse(applicant.username)
  if (!named.success) throw invalidField('username', 'username_letters')
  await demandGoodPassword(deps.db, applicant.password, { ...applicant, tenant_id: tenant.id })
  // Known or not, it takes as long.
  const hash = await hashPassword(applicant.password)
  const now = deps.clock()
  const address = addressKey(applicant.email)
  const about = { name: applicant.full_name, username: named.data, email: address, tenant: tenant.name }
  const tell = (db: Db, kind: 'registration_received' | 'registration_refused', user?: string) =>
    queueMail(
      db,
      {
        kind,
        address,
        language,
        data: about,
        ...(user !== undefined && { user: { id: user, tenantId: tenant.id } }),
      },
      now,
    )
  try {
    await deps.db.transaction().execute(async tx => {
      if (await isKnown(tx, named.data, address)) return tell(tx, 'registration_refused')
      const { id } = await createUser(
        tx,
        {
          tenantId: tenant.id,
          username: named.data,
          password: { hash },
          fullName: applicant.full_name,
          email: applicant.email,
          enabled: false,
          language,
          roles: [],
        },
        { actor: { ...actor, name: applicant.full_name, tenantId: tenant.id }, at: now },
      )
      await tell(tx, 'registration_received', id)
      if (tenant.contact_email !== null)
        await queueMail(
          tx,
          {
            kind: 'registration_request',
            address: tenant.contact_email,
            language: 'en',
            data: about,
            user: { id, tenantId: tenant.id },
          },
          now,
        )
    })
  } catch (error) {
    // Somebody else was given the name in the meantime.
    if (!isUniqueViolation(error)) throw error
    await deps.db.transaction().execute(tx => tell(tx, 'registration_refused'))
  }
}

/** A name in use or mistaken for one, or an address that an account has already. */
async function isKnown(db: Db, name: string, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where(eb =>
      eb.or([
        eb('username_key', '=', usernameKey(name)),
        eb('lookalike_key', '=', lookalikeKey(name)),
        eb(eb.fn<string>('lower', ['email']), '=', address),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

import { z } from 'zod'
import { recordChange } from '../../platform/audit/audit.service'
import { unlockName } from '../auth/login-lock.service'
import { endFamiliesOf } from '../auth/token-family.service'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Api } from '../../platform/http/api'
import type { Actor } from '../../platform/request/actor'
import { command, each } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { demandAdministrator } from '../auth/administrator.service'
import { aclGroupsStore } from './acl-groups.store'
import { model } from './acl-groups.contract'
import { fieldsOf } from '../auth/model-fields.service'
import { aclRulesStore } from './rules.store'
import { demandNotAbove } from './grants'
import { permissionsStore } from './permissions.store'
import { rolesStore } from './roles.store'
import { userGroupsStore } from './user-groups.store'
import { usersContract } from './users.contract'
import { usersStore } from './users.store'

interface Person {
  _id: string
  username: string
  enabled: boolean
  tenant: { _id: string } | null
}

export function register(api: Api): void {
  crud(api, usersStore)
  crud(api, userGroupsStore)
  crud(api, rolesStore)
  crud(api, permissionsStore)
  crud(api, aclGroupsStore)
  crud(api, aclRulesStore)
  api.endpoint(
    {
      method: 'GET',
      path: '/api/users/v1/model-fields/:model',
      family: 'users',
      summary: 'By which fields an ACL rule may narrow tenants, locations or slots',
      permission: 'acl_rule::list',
      params: z.object({ model }),
      response: z.object({ fields: z.array(z.string()).max(50) }),
    },
    ({ params }) => Promise.resolve({ fields: fieldsOf(params.model) }),
  )
  const { enable, disable, unlock } = usersContract.actions
  command(
    api,
    usersStore,
    enable,
    'Let users sign in again',
    each(async ({ db, actor, now }, user) => setEnabled(db, actor, user, true, now)),
  )
  command(
    api,
    usersStore,
    disable,
    'Let users sign in no more; whoever is signed in is out with the next request',
    each(async ({ db, actor, now }, user, { reason }) => setEnabled(db, actor, user, false, now, reason)),
  )
  command(
    api,
    usersStore,
    unlock,
    'Let users try again who are locked out after wrong passwords',
    each(async ({ db, actor, now }, user) => {
      const { lockedUntil } = await unlockName(db, user.username, now)
      if (lockedUntil === null) return { outcome: 'skipped', reason: 'not_locked' }
      await note(db, actor, user, 'unlock', { locked_until: lockedUntil }, { locked_until: null }, now)
      return { outcome: 'done' }
    }),
  )
}

async function setEnabled(
  db: Db,
  actor: Actor,
  user: Person,
  enabled: boolean,
  now: number,
  reason?: string,
) {
  await demandNotAbove(db, actor, { id: user._id, tenantId: user.tenant?._id ?? SYSTEM_TENANT })
  if (!enabled && user._id === actor.id)
    throw new Problem(409, 'yourself', { message: 'Somebody else has to do this to your own account' })
  if (user.enabled === enabled)
    return { outcome: 'skipped' as const, reason: enabled ? 'enabled' : 'disabled' }
  await db
    .updateTable('users')
    .set(row => ({ enabled: enabled ? 1 : 0, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', user._id)
    .execute()
  if (!enabled) {
    await endFamiliesOf(db, user._id, 'disabled', now)
    await demandAdministrator(db)
  }
  await note(
    db,
    actor,
    user,
    enabled ? 'enable' : 'disable',
    { enabled: !enabled },
    { enabled, ...(reason !== undefined && { reason }) },
    now,
  )
  return { outcome: 'done' as const }
}

const note = (
  db: Db,
  actor: Actor,
  user: Person,
  action: string,
  before: object,
  after: object,
  now: number,
) =>
  recordChange(
    db,
    actor,
    { entity: 'user', id: user._id, tenantId: user.tenant?._id ?? SYSTEM_TENANT, action, before, after },
    now,
  )

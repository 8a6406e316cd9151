/** Where users are signed in, and the way to end it: a device that was lost, a person who left. */
import { z } from 'zod'
import { id, SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { command, each } from '../../platform/http/commands'
import { sessionsPath, signIns } from '../profile/profile.contract'
import { endSignInsOf, signInsOf } from '../profile/sign-ins.service'
import { demandNotAbove } from './grants'
import { demandWhole } from './demand-whole.service'
import { usersContract } from './users.contract'
import { usersStore } from './users.store'

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: sessionsPath(':id'),
      family: 'users',
      permission: 'acl_user::list',
      summary: 'Where a user is signed in',
      params: z.object({ id }),
      response: signIns,
    },
    async ({ db, scope, actor, params, now }) => {
      const user = await usersStore.get(db, scope, params.id, now)
      return { sessions: await signInsOf(db, { ...actor, id: user._id }, now) }
    },
  )
  command(
    api,
    usersStore,
    usersContract.actions.end_sessions,
    'Sign users out everywhere: the next click of each of their sessions is refused',
    each(async ({ db, actor, now }, { _id, tenant }, { reason }) => {
      demandWhole(actor)
      const user = { id: _id, tenantId: tenant?._id ?? SYSTEM_TENANT }
      await demandNotAbove(db, actor, user)
      if (_id === actor.id) return { outcome: 'skipped', reason: 'own_sessions' }
      const ended = await endSignInsOf(db, actor, user, reason, now)
      return ended > 0 ? { outcome: 'done' } : { outcome: 'skipped', reason: 'not_signed_in' }
    }),
  )
}

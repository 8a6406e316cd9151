import { z } from 'zod'
import { id } from '../contract/primitives'
import type { Api } from '../http/api'
import { ownRightsPath, rightsPath, userRights } from './rights.contract'
import { readRights } from './rights.queries'

export function register(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: rightsPath,
      family: 'users',
      permission: 'acl_user::list',
      summary:
        'What a user may do, from which role and group each permission comes, and which rules narrow them',
      params: z.object({ id }),
      response: userRights,
    },
    ({ params, db, scope }) => readRights(db, scope, params.id),
  )
  api.endpoint(
    {
      method: 'GET',
      path: ownRightsPath,
      family: 'users',
      permission: 'signed-in',
      summary: 'What the asker may do, and from where they have it',
      response: userRights,
    },
    // Unnarrowed: their own roles are no secret of the network.
    ({ deps, actor }) => readRights(deps.db, { tenantId: null }, actor.id),
  )
}

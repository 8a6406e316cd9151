import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { permissionCatalogue, type Permission } from '../../platform/contract/permissions'
import { ownRightsPath, rightsPath, userRights, whoGrants, whoGrantsPath } from './rights.contract'
import { matrixPath, matrixRequest, matrixRule, rightsMatrix } from './rights-matrix.contract'
import { readMatrix, readRights, readWhoGrants } from './rights.queries'

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
  api.endpoint(
    {
      method: 'GET',
      path: whoGrantsPath,
      family: 'users',
      permission: 'signed-in',
      summary: 'Which roles hold a permission, and who of the asker’s own people can give roles',
      query: z.object({
        permission: z.enum(permissionCatalogue as unknown as [Permission, ...Permission[]]),
      }),
      response: whoGrants,
    },
    ({ deps, scope, query }) => readWhoGrants(deps.db, scope, query.permission),
  )
  api.endpoint(
    {
      method: 'POST',
      path: matrixPath,
      family: 'users',
      permission: matrixRule,
      reads: true,
      summary:
        'What many users may do, a letter for each permission: granted, granted for the part of the network that rules leave, or not',
      body: matrixRequest,
      response: rightsMatrix,
    },
    ({ body, db, scope }) => readMatrix(db, scope, body.users),
  )
}

/** Many users' rights side by side: a row for each, a cell for each permission. */
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { PermissionRule } from '../../platform/contract/permissions'

/** A cell is one letter, so that the answer for a page of users stays small: granted, narrowed by a rule, not. */
export const rightCells = { g: 'granted', n: 'narrowed', '-': 'not' } as const
export type RightCell = keyof typeof rightCells

/** Most users of one request. */
export const MATRIX_USERS = 500

export const matrixRequest = z.object({ users: z.array(id).min(1).max(MATRIX_USERS) })

export const rightsMatrix = z.object({
  /** The columns. */
  permissions: z.array(z.string()),
  /** In the order of the request, without users that do not exist or are out of scope. */
  users: z.array(
    z.object({
      _id: id,
      /**
       * One letter for each permission: `g` granted, `n` granted for the part of the network that rules leave, `-` not.
       */
      cells: z.string(),
    }),
  ),
})
export type RightsMatrix = z.output<typeof rightsMatrix>

export const matrixPath = '/api/users/v1/users-rights'
/** Who may see users and roles may see them side by side. */
export const matrixRule = { all: ['acl_user::list', 'acl_role::list'] } as const satisfies PermissionRule

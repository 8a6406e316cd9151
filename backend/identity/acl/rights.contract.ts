/** What somebody may do, and from where they have it. */
import { z } from 'zod'
import { id, reference } from '../../platform/contract/primitives'

/** A role that a user has, by themselves or with a group. */
const origin = z.object({ role: reference, group: reference.nullable() })
export type RightOrigin = z.output<typeof origin>

export const userRights = z.object({
  user: z.object({ _id: id, name: z.string(), /** Null: of the system. */ tenant: reference.nullable() }),
  /** By name; `withheld`: a role has it, and they may not. */
  permissions: z.array(
    z.object({
      name: z.string(),
      from: z.array(origin),
      withheld: z.boolean(),
      /** Why it is withheld: the system's people alone have it, or rules narrow what they see. */
      why: z.enum(['system', 'rules']).nullable(),
      /** Theirs for the part of the network that rules leave. */
      narrowed: z.boolean(),
    }),
  ),
  /** Their tenant asks for a second factor: until it is set up they may do nothing of it. */
  second_factor_due: z.boolean(),
  /** What narrows them to a part of the network. */
  rules: z.array(
    z.object({
      _id: id,
      name: z.string(),
      model: z.enum(['tenant', 'location', 'slot']),
      /** Null: a rule about the user alone. */
      via: reference.nullable(),
    }),
  ),
})
export type UserRights = z.output<typeof userRights>

/**
 * Who can do something about a right that one lacks: roles that hold it, and people of one's own tenant who give roles.
 */
export const whoGrants = z.object({
  permission: z.string(),
  roles: z.array(z.string()),
  people: z.array(z.string()),
})
export type WhoGrants = z.output<typeof whoGrants>
/** So many names are enough to find somebody. */
export const MOST_NAMES = 10

export const whoGrantsPath = '/api/users/v1/who-grants'
export const rightsPath = '/api/users/v1/user/:id/rights'
export const ownRightsPath = '/api/users/v1/my-rights'

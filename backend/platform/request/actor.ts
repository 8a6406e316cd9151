/** Who asks, and which rows they may touch. */
import { SYSTEM_TENANT } from '../contract/primitives'
import type { PermissionMap } from '../contract/permissions'

export interface Actor {
  /** `nobody`: has not signed in, at a public endpoint. */
  kind: 'user' | 'token' | 'system' | 'nobody'
  id: string
  name: string
  /** SYSTEM_TENANT for the system's own people, tokens and tasks. */
  tenantId: string
  permissions: PermissionMap
  /** The sign-in it belongs to; absent for tokens and the system. */
  sessionId?: string
  /** Signed in without the second factor that their tenant asks for: they have no permissions until it is set up. */
  factorDue?: true
  /** Of a token that speaks for a part of its tenant: these SMIBs, and all in these locations. */
  reach?: Reach
  /**
   * Of a user whom rules narrow to a part of the network: the database that their requests read shows that part alone.
   */
  rules?: readonly NarrowingRule[]
  /** Of a token: addresses and networks that it may be used from; empty for anywhere. */
  addresses?: readonly string[]
  /** Of a token: when the secret that was shown ends. Epoch milliseconds. */
  expiresAt?: number
  /** From where: an address as the server saw it. */
  ip?: string
  requestId?: string
  /** At which of the console's addresses, where it is the console that asks. */
  host?: string
}

/** What narrows a user to a part of the network, by one kind of thing. */
export interface NarrowingRule {
  id: string
  model: 'tenant' | 'location' | 'slot'
  conditions: readonly { field: string; values: readonly string[] }[]
  /** Ids of ACL entity groups. */
  groups: readonly string[]
}

interface Reach {
  locations: readonly string[]
  smibs: readonly string[]
}

/** Rows of one tenant, or of all (ruling 20). Every query takes it first. */
export interface Scope {
  tenantId: string | null
  /** A narrower one: endpoints for SMIBs look at it, and a token that has it gets to no other (`api.ts`). */
  reach?: Reach
  /** Whose request it is: some lists are about them. Absent for what the backend does by itself. */
  asker?: Asker
}
export type Asker = Pick<Actor, 'id' | 'permissions'>

export const scopeOf = ({
  tenantId,
  reach,
  ...asker
}: Pick<Actor, 'tenantId' | 'reach'> & Partial<Asker>): Scope => ({
  tenantId: tenantId === SYSTEM_TENANT ? null : tenantId,
  ...(reach && { reach }),
  ...(asker.id !== undefined && { asker: { id: asker.id, permissions: asker.permissions ?? {} } }),
})

/** Whether a SMIB is in scope, by its row. */
export const speaksFor = (
  { tenantId, reach }: Scope,
  smib: { id: string; tenant_id: string; location_id: string },
): boolean =>
  (tenantId === null || smib.tenant_id === tenantId) &&
  (reach === undefined || reach.locations.includes(smib.location_id) || reach.smibs.includes(smib.id))

/** The backend itself: demo history, the task runner. */
export const systemActor: Actor = {
  kind: 'system',
  id: SYSTEM_TENANT,
  name: 'system',
  tenantId: SYSTEM_TENANT,
  permissions: {},
}

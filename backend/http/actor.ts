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
  /** From where: an address as the server saw it. */
  ip?: string
  requestId?: string
}

/** Rows of one tenant, or of all (ruling 20). Every query takes it first. */
export interface Scope {
  tenantId: string | null
}

export const scopeOf = (actor: Pick<Actor, 'tenantId'>): Scope => ({
  tenantId: actor.tenantId === SYSTEM_TENANT ? null : actor.tenantId,
})

/** The backend itself: demo history, the task runner. */
export const systemActor: Actor = {
  kind: 'system',
  id: SYSTEM_TENANT,
  name: 'system',
  tenantId: SYSTEM_TENANT,
  permissions: {},
}

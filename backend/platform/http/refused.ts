/**
 * What somebody was not permitted, in the audit log of their tenant: where every endpoint passes, so that no module can
 * forget it.
 */
import { refusalsOf } from './refusals.service'
import { networkOf } from '../contract/client-address'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Deps } from '../deps'
import type { Actor } from '../request/actor'

const LONGEST_PATH = 200

export function noteRefused(
  deps: Deps,
  actor: Actor,
  { method, path, permission }: { method: string; path: string; permission: string },
): void {
  refusalsOf(deps).note({
    kind: 'permission',
    key: `${actor.kind}:${actor.id} ${permission} ${networkOf(actor.ip ?? '')}`,
    who: actor,
    change: {
      entity: 'permission',
      id: permission,
      tenantId: actor.tenantId || SYSTEM_TENANT,
      action: 'refused',
      after: { permission, method, path: path.slice(0, LONGEST_PATH) },
    },
  })
}

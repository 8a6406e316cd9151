/**
 * Sign-ins that failed, in the audit log: of the tenant whose person was named, or of the system when nobody has that
 * name. Then the name is not written down, since people type passwords and personal numbers into the name field; eight
 * characters made with the installation's key tell only whether it was the same one again.
 */
import { createHmac } from 'node:crypto'
import { refusalsOf } from '../../platform/http/refusals.service'
import { networkOf } from '../../platform/contract/client-address'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { usernameKey, type Lock } from './login-lock.service'
import type { AuthKeys } from '../../platform/secrets/installation-keys'

export interface Tried {
  /** The name as it was typed. */
  typed: string
  named: { id: string; tenant_id: string; username: string } | undefined
  from: Pick<Actor, 'ip' | 'requestId'>
  address: string
}

type Noting = (deps: Deps, keys: AuthKeys, tried: Tried) => void

export const noteFailed: Noting = (deps, keys, tried) => note(deps, keys, tried, 'sign_in_failed', {})

export function noteLocked(deps: Deps, keys: AuthKeys, tried: Tried, { until, reason }: Lock): void {
  note(deps, keys, tried, 'sign_in_locked', { reason, until })
}

/** Refused for what its address did before, whatever name it used. */
export function noteFlood(deps: Deps, from: Tried['from']): void {
  const network = networkOf(from.ip ?? 'unknown')
  refusalsOf(deps).note({
    kind: 'sign_in',
    key: `flood ${network}`,
    who: { kind: 'nobody', id: '', name: 'nobody', ...from },
    change: {
      entity: 'user',
      id: 'unknown',
      tenantId: SYSTEM_TENANT,
      action: 'sign_in_locked',
      after: { reason: 'flood' },
    },
  })
}

function note(
  deps: Deps,
  { names }: AuthKeys,
  { typed, named, from, address }: Tried,
  action: 'sign_in_failed' | 'sign_in_locked',
  more: object,
): void {
  refusalsOf(deps).note({
    // Unknown names count together: their number is the attacker's to choose.
    kind: 'sign_in',
    key: `${action} ${named?.id ?? 'unknown'} ${networkOf(address)}`,
    who: { kind: 'nobody', id: '', name: named?.username ?? 'nobody', ...from },
    change: {
      entity: 'user',
      id: named?.id ?? 'unknown',
      tenantId: named?.tenant_id ?? SYSTEM_TENANT,
      action,
      after: {
        ...(named ? { username: named.username } : { unknown_name: shortened(typed, names) }),
        ...more,
      },
    },
  })
}

const shortened = (typed: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(usernameKey(typed)).digest('hex').slice(0, 8)

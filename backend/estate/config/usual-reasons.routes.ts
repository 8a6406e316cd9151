/** The usual reasons of the tenant of whoever asks. Forms need them, so everybody who is signed in may read them. */
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import type { Db } from '../../platform/db/database'
import type { Api } from '../../platform/http/api'
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import {
  reasonsIn,
  usualReasons,
  usualReasonsPath,
  type UsualReasonKind,
  type UsualReasons,
} from '../../platform/contract/usual-reasons'

export function registerUsualReasons(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: usualReasonsPath,
      family: 'settings',
      permission: 'signed-in',
      summary:
        'The usual reasons of one’s own tenant for locking, unlocking and accepting: its own, or the system’s; empty where neither has any',
      response: usualReasons,
    },
    ({ db, actor }) => reasonsOf(db, actor.tenantId),
  )
}

async function reasonsOf(db: Db, tenant: string): Promise<UsualReasons> {
  const kind = tenant === SYSTEM_TENANT ? 'general-system' : 'general-tenant'
  const settings = await settingsHeldBy(db, { tenantId: null }, kind, tenant)
  const own = (of: UsualReasonKind) => reasonsIn(String(settings[`reasons.${of}`]?.value ?? ''))
  return { lock: own('lock'), unlock: own('unlock'), accept: own('accept') }
}

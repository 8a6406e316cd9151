/** How long a tenant's people stay signed in, where its general settings or the system's say so. */
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Db } from '../db/database'
import { settingsHeldBy } from './settings-held.service'

export interface OwnSessionLimits {
  /** Null: what the installation was started with. */
  idle_minutes: number | null
  absolute_hours: number | null
}

export async function sessionLimitsOf(db: Db, tenantId: string): Promise<OwnSessionLimits> {
  const kind = tenantId === SYSTEM_TENANT ? 'general-system' : 'general-tenant'
  const settings = await settingsHeldBy(db, { tenantId: null }, kind, tenantId)
  const held = (key: string) => {
    const value = settings[key]?.value
    return typeof value === 'number' ? value : null
  }
  return { idle_minutes: held('session.idle'), absolute_hours: held('session.absolute') }
}

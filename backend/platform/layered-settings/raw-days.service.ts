/** For how many days a tenant keeps raw rows of sealed days in their tables. */
import { RAW_DAYS } from './general-settings.contract'
import type { Db } from '../db/database'
import { settingsHeldBy } from './settings-held.service'

export async function rawDaysOf(db: Db, tenantId: string): Promise<number> {
  const value = (await settingsHeldBy(db, { tenantId: null }, 'general-tenant', tenantId))['storage.raw_days']
    ?.value
  return typeof value === 'number' ? value : RAW_DAYS
}

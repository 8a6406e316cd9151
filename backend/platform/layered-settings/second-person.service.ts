/** Whether a tenant asks for a second person where a jackpot's level is reset, drawn anew or deleted. */
import type { Db } from '../db/database'
import { settingsHeldBy } from './settings-held.service'

export const demandsSecondPerson = async (db: Db, tenantId: string): Promise<boolean> =>
  (await settingsHeldBy(db, { tenantId: null }, 'general-tenant', tenantId))['jackpots.second_person']
    ?.value === true

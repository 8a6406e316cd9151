/** What a tenant has chosen to show of itself. */
import type { Db } from '../../platform/db/database'
import { appearanceChosenBy } from '../../platform/layered-settings/appearance.service'
import { logoBySha, logoOfTenant } from '../fiscal-reports/form-logo.service'
import type { Appearance } from './appearance.contract'

/** `picture`: with the logo's bytes, for a page that nobody is signed in at. Null where nothing is chosen. */
export async function appearanceOf(db: Db, tenantId: string, picture: boolean): Promise<Appearance | null> {
  const { name, colour, showsLogo } = await appearanceChosenBy(db, tenantId)
  const current = showsLogo ? await logoOfTenant(db, tenantId) : undefined
  const logo = picture && current ? await logoBySha(db, tenantId, current.sha256) : current
  return name === null && colour === null && !logo ? null : { name, colour, logo: logo ?? null }
}

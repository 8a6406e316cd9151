/** How a tenant's pages and messages look, as its general settings say. */
import { ACCENT_COLOUR } from '../contract/accent-colour'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Db } from '../db/database'
import { readSet } from './sets'

export interface ChosenAppearance {
  /** In place of the installation's or the product's; null: that one. */
  name: string | null
  /** #rrggbb; null: the console's own. */
  colour: string | null
  /** The logo of its fiscal forms stands on pages, too, also where nobody has signed in. */
  showsLogo: boolean
}

const NOTHING: ChosenAppearance = { name: null, colour: null, showsLogo: false }

/** The system's people see the installation's. */
export async function appearanceChosenBy(db: Db, tenantId: string): Promise<ChosenAppearance> {
  if (tenantId === SYSTEM_TENANT) return NOTHING
  const { values } = await readSet(db, 'general-tenant', tenantId)
  const { 'appearance.name': name, 'appearance.colour': colour, 'appearance.logo': logo } = values
  return {
    name: typeof name === 'string' ? name : null,
    colour: typeof colour === 'string' && ACCENT_COLOUR.test(colour) ? colour.toLowerCase() : null,
    showsLogo: logo === true,
  }
}

/** By how much counters and meters may differ: the tenant's fraud setting. */
import { settingsHeldBy } from '../../platform/layered-settings/settings-held.service'
import type { Db } from '../../platform/db/database'

/** Of what the electronic meters moved, in basis points. */
export async function mechanicalTolerance(db: Db, tenantId: string): Promise<number> {
  const settings = await settingsHeldBy(db, { tenantId: null }, 'fraud', tenantId)
  return Number(settings.mechanical_tolerance?.value ?? 0)
}

/** Minor units, never finer than a step of the index: both ends are read in whole steps. */
export const toleratedOf = (electronic: number, step: number, basisPoints: number): number =>
  Math.max(step - 1, Math.floor((Math.abs(electronic) * basisPoints) / 10_000))

export const verdictOf = (difference: number, step: number, tolerance: number) =>
  Math.abs(difference) < step ? 'agrees' : Math.abs(difference) <= tolerance ? 'within' : 'beyond'

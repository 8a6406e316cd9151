/**
 * What a password has to be: long, and none that many people have (no rule asks for digits or signs: they make
 * passwords shorter, not better).
 */
import { z } from 'zod'
import { LEAST_PASSWORD } from '../../platform/layered-settings/general-settings.contract'

export const MIN_PASSWORD = LEAST_PASSWORD
export const MAX_PASSWORD = 200

/**
 * As somebody chooses it; a tenant's people may need a longer one (`demandGoodPassword`). Sign-in takes
 * longer and shorter ones, so that its answer tells nothing about the rule.
 */
export const newPassword = z.string().min(MIN_PASSWORD).max(MAX_PASSWORD)

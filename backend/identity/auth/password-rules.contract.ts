/**
 * What a password has to be: long, and none that many people have (no rule asks for digits or signs: they make
 * passwords shorter, not better).
 */
import { z } from 'zod'

export const MIN_PASSWORD = 10
export const MAX_PASSWORD = 200

/** As somebody chooses it. Sign-in takes longer and shorter ones, so that its answer tells nothing about the rule. */
export const newPassword = z.string().min(MIN_PASSWORD).max(MAX_PASSWORD)

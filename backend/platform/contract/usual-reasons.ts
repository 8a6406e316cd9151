/** Usual reasons, which forms offer by a press: a tenant's own take the place of those that the console has. */
import { z } from 'zod'
import { reason } from './contract'

/** What they are reasons of: locking and unlocking slots, and accepting what a fiscal day lacks. */
export const usualReasonKinds = ['lock', 'unlock', 'accept'] as const
export type UsualReasonKind = (typeof usualReasonKinds)[number]

/** Of all reasons of a kind together, as a setting holds them: one alone is no longer than a reason may be. */
export const MOST_REASONS_TEXT = 200

const reasons = z.array(z.string())

/** A kind with an empty list has none of its own. */
export const usualReasons = z.object({ lock: reasons, unlock: reasons, accept: reasons })
export type UsualReasons = z.output<typeof usualReasons>

export const usualReasonsPath = '/api/settings/v1/usual-reasons'

/** The code of what is wrong with a setting: each part has to be a reason that a form would take. */
export const faultOfReasons = (text: string): string | null =>
  reasonsIn(text).every(one => reason.safeParse(one).success) ? null : 'short_reason'

/** Each reason once, in the order of the setting. */
export const reasonsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(';')
      .map(one => one.trim())
      .filter(one => one !== ''),
  ),
]

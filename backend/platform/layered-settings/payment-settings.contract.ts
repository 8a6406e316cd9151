/**
 * What a tenant sets about cashless payments, in addition to what it has agreed with its provider (domain notes,
 * section 11: limits per transaction and day, a code of 120 seconds).
 */
import { reasoned, settingsFor, type Catalogue } from './setting.contract'

const { integer, money } = settingsFor(['tenant'])

/** 1,000,000 of the currency: more is a slip of the hand. */
const MOST_MINOR = 100_000_000

export const paymentSettings = {
  limits: reasoned(
    money('day_limit_in', null, { min: 100, max: MOST_MINOR }),
    money('day_limit_out', null, { min: 100, max: MOST_MINOR }),
  ),
  codes: [integer('code_lifetime', 120, { unit: 's', min: 30, max: 900 })],
} as const satisfies Catalogue

/** The second factor on the wire. */
import { z } from 'zod'
import { instant } from '../contract/primitives'
import { MOST_PASSKEYS, passkey } from './passkeys.contract'

export const RECOVERY_CODES = 10

/** Six digits of an app, or a recovery code; blanks and dashes are the typist's. */
export const secondCode = z.string().trim().min(1).max(40)
const password = z.string().min(1).max(500)

export const secondFactorState = z.object({
  /** When it was set up; null without one. */
  since: instant.nullable(),
  recovery_left: z.number().int(),
  /** Beside the app's codes. */
  passkeys: z.array(passkey).max(MOST_PASSKEYS),
})
export const startFactorBody = z.strictObject({ current_password: password })
export const startedFactor = z.object({
  /** Base32, for apps that read no picture. */
  secret: z.string(),
  /** otpauth://… as an authenticator app reads it. */
  uri: z.string(),
})
export const proveBody = z.strictObject({ code: secondCode })
export const provePath = '/api/authorization/v1/prove'
export const confirmFactorBody = z.strictObject({ code: secondCode })
/** Readable in this answer alone. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).max(RECOVERY_CODES) })
export const endFactorBody = z.strictObject({ current_password: password })

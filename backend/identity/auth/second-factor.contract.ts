/** The second factor on the wire. */
import { z } from 'zod'
import { instant } from '../../platform/contract/primitives'
import { MOST_PASSKEYS, passkey, usedPasskey, useOptions } from './passkeys.contract'

export const RECOVERY_CODES = 10

/** Six digits of an app, or a recovery code; blanks and dashes are the typist's. */
export const secondCode = z.string().trim().min(1).max(40)
const password = z.string().min(1).max(500)

export const secondFactorState = z.object({
  /** When it was set up; null without one. */
  since: instant.nullable(),
  /** Whether the codes of an app are part of it. */
  app: z.boolean(),
  recovery_left: z.number().int(),
  /** Whether it has to be shown before it may be changed. */
  proof_due: z.boolean(),
  passkeys: z.array(passkey).max(MOST_PASSKEYS),
})
export const startFactorBody = z.strictObject({ current_password: password })
export const startedFactor = z.object({
  /** Base32, for apps that read no picture. */
  secret: z.string(),
  /** otpauth://… as an authenticator app reads it. */
  uri: z.string(),
})
/** A code, or what a passkey signed. */
export const proveBody = z.union([
  z.strictObject({ code: secondCode }),
  z.strictObject({ response: usedPasskey }),
])
export const provePath = '/api/authorization/v1/prove'
export const provingPath = '/api/authorization/v1/prove-start'
export const provingBody = z.strictObject({})
/** What may show the second factor. */
export const proving = z.object({
  /** Whether the codes of an app are part of it; recovery codes always are. */
  app: z.boolean(),
  /** What a passkey is to sign; null without one. */
  passkey: useOptions.nullable(),
})
export const confirmFactorBody = z.strictObject({ code: secondCode })
/** Readable in this answer alone. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()).max(RECOVERY_CODES) })
export const renewCodesBody = z.strictObject({ current_password: password })
export const endFactorBody = z.strictObject({ current_password: password })

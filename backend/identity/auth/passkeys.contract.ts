/** Passkeys (WebAuthn) on the wire. Binary values are base64url, as browsers' own JSON has them. */
import { z } from 'zod'
import { id, instant, line } from '../../platform/contract/primitives'

export const MOST_PASSKEYS = 10

const binary = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/)
const answer = <Shape extends z.ZodRawShape>(response: Shape) =>
  z.strictObject({
    id: binary(1_400),
    rawId: binary(1_400),
    type: z.literal('public-key'),
    clientExtensionResults: z.strictObject({}).default({}),
    response: z.strictObject({ clientDataJSON: binary(4_000), ...response }),
  })

/** What a browser answers when a passkey is made. */
export const madePasskey = answer({
  attestationObject: binary(20_000),
  transports: z.array(z.string().max(20)).max(10).default([]),
})
/** What it answers when one is used. */
export const usedPasskey = answer({
  authenticatorData: binary(2_000),
  signature: binary(2_000),
  userHandle: binary(200).nullish(),
})

const descriptors = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() }),
)
/** The argument of `navigator.credentials.create`. */
export const makeOptions = z.looseObject({
  challenge: z.string(),
  user: z.looseObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  excludeCredentials: descriptors.optional(),
})
/** The argument of `navigator.credentials.get`. */
export const useOptions = z.looseObject({
  challenge: z.string(),
  allowCredentials: descriptors.optional(),
})

export const passkey = z.object({
  _id: id,
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type Passkey = z.output<typeof passkey>

const password = z.string().min(1).max(500)
export const startPasskeyBody = z.strictObject({ current_password: password })
export const startedPasskey = z.object({ options: makeOptions })
export const confirmPasskeyBody = z.strictObject({ name: line(1, 60), response: madePasskey })
export const removePasskeyBody = z.strictObject({ id, current_password: password })

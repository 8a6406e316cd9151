/**
 * Signatures as Standard Webhooks has them: HMAC-SHA-256 over id, time and body, by a secret of `whsec_` and base64.
 */
import { createHmac, randomBytes } from 'node:crypto'

const MARK = 'whsec_'
const SECRET_BYTES = 32
/** So much of a secret may be shown, to distinguish it from others. */
const SHOWN = MARK.length + 4

export const newWebhookSecret = (): string => MARK + randomBytes(SECRET_BYTES).toString('base64')
export const shownPart = (secret: string): string => secret.slice(0, SHOWN)

export interface Signed {
  /** The same at each try. */
  id: string
  /** Seconds. */
  timestamp: number
  body: string
}

export const signatureOf = (secret: string, { id, timestamp, body }: Signed): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(MARK.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`

/** While a secret is being replaced, both sign: the receiver takes whichever it knows. */
export const signedHeaders = (secrets: readonly string[], signed: Signed): Record<string, string> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': secrets.map(secret => signatureOf(secret, signed)).join(' '),
})

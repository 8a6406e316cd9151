/** Notifications in a person's own browsers while no page is open (Web Push). */
import { z } from 'zod'
import { id, instant, line } from '../../platform/contract/primitives'
import { deliveryProblem } from './webhooks.contract'

export const pushSeverity = z.enum(['info', 'warning', 'alarm'])
export type PushSeverity = z.output<typeof pushSeverity>

/** Of one person. */
export const MOST_BROWSERS = 10

const bytes = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}$`), 'invalid')

export const pushInput = z.object({
  /** Where the push service takes messages for this browser. */
  endpoint: line(9, 1_000),
  /** The browser's public key, an uncompressed point of P-256, and its shared secret, both base64url. */
  p256dh: bytes(87),
  auth: bytes(22),
  /** Which browser it is, in words of its own. */
  name: line(1, 200),
  /** The least that is sent. */
  severity: pushSeverity.default('alarm'),
})

export const pushAnswer = z.object({
  /** The public key by which push services know this installation, base64url. */
  key: z.string(),
  browsers: z
    .array(
      z.object({
        _id: id,
        name: z.string(),
        sent_to: z.string(),
        severity: pushSeverity,
        created_at: instant,
      }),
    )
    .max(MOST_BROWSERS),
})

export const pushTarget = z.object({ id })

/** Of a test: how the push service answered, and after how long. `problem` null: it was accepted. */
export const pushTested = z.object({
  problem: deliveryProblem.nullable(),
  code: z.number().int().nullable(),
  ms: z.number().int(),
})

/**
 * A merchant's signing key, and what it signed. The key is worked out of the installation's secret, so no table holds
 * it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { secretOf } from '../../platform/db/secret'
import type { Db } from '../../platform/db/database'
import { SIGNATURE_LIFE_MS } from './callback.contract'

export async function signingKey(db: Db, merchant: string, generation: number): Promise<string> {
  const secret = await secretOf(db)
  return `psk_${createHmac('sha256', secret)
    .update(`payment callbacks ${merchant} ${generation}`)
    .digest('base64url')}`
}

const macOf = (key: string, seconds: string, body: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest()

/** The header for a body; `at` in epoch milliseconds. */
export function sign(key: string, body: Uint8Array, at: number): string {
  const seconds = String(Math.floor(at / 1000))
  return `t=${seconds},v1=${macOf(key, seconds, body).toString('hex')}`
}

/** Whether one of the keys signed this body a moment ago. */
export function isSigned(
  keys: readonly string[],
  header: string | null,
  body: Uint8Array,
  now: number,
): boolean {
  const [, seconds = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (hex === '' || Math.abs(Number(seconds) * 1000 - now) > SIGNATURE_LIFE_MS) return false
  const given = Buffer.from(hex, 'hex')
  return keys.filter(key => timingSafeEqual(macOf(key, seconds, body), given)).length > 0
}

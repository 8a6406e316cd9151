/**
 * Secrets that must be given out again (a SMIB's Wi-Fi password): stored encrypted under the installation's own key.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Deps } from '../deps'
import { authKeys } from './installation-keys'

const MARK = 'sealed:'
const IV_BYTES = 12
const TAG_BYTES = 16

export interface Seal {
  seal(text: string): string
  /** Null for what another key has sealed (SESSION_SECRET was changed) or somebody has touched. */
  open(sealed: string): string | null
}

export async function sealOf(deps: Pick<Deps, 'db' | 'env' | 'clock'>): Promise<Seal> {
  const { sealing } = await authKeys(deps)
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return MARK + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      try {
        const bytes = Buffer.from(sealed.slice(MARK.length), 'base64url')
        const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, IV_BYTES))
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
        return (
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch {
        return null
      }
    },
  }
}

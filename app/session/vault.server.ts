/** Seals what the session store holds: a copy of the database file alone opens nobody's session. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Vault {
  /** `place` binds the sealed text to its row and column: moved elsewhere it does not open. */
  seal(value: unknown, place: string): string
  /** Null for what another secret sealed, or what was tampered with. */
  open(sealed: string, place: string): unknown
}

export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'console session store', 32))
  return {
    seal(value, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed, place) {
      try {
        const bytes = Buffer.from(sealed, 'base64')
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        }).setAAD(Buffer.from(place))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const body = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ])
        return JSON.parse(body.toString('utf8')) as unknown
      } catch {
        return null
      }
    },
  }
}

/** What a session is stored under: whoever reads the table cannot make a cookie of it. */
export const fingerprint = (sessionId: string) => createHash('sha256').update(sessionId).digest('base64url')

/**
 * A file that the console has written of a sealed document and hands out: its bytes are known afterwards. Only the
 * console may say so, since whoever else could would have any file called genuine; it proves itself with a key derived
 * from the secret that both programs share.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface IssuedFile {
  /** As shown on the paper. */
  code: string
  /** Of its bytes, hexadecimal. */
  sha256: string
}

export const issuedKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'backoffice issued file', 32))

export const issuedProof = (key: Uint8Array, { code, sha256 }: IssuedFile): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([code, sha256]))
    .digest('base64url')

export function isIssuedProof(key: Uint8Array, file: IssuedFile, proof: string): boolean {
  const [given, right] = [Buffer.from(proof), Buffer.from(issuedProof(key, file))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/** A browser that is subscribed to push messages, and reads them as RFC 8291 says. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

export function pushBrowser() {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    read(message: Buffer): Record<string, unknown> {
      const salt = message.subarray(0, 16)
      const theirs = message.subarray(21, 86)
      const body = message.subarray(86)
      const derived = (secret: Uint8Array, from: Uint8Array, info: Uint8Array, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, length))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
      const secret = derived(pair.computeSecret(theirs), auth, info, 32)
      const of = (name: string, length: number) =>
        derived(secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length)
      const opened = createDecipheriv('aes-128-gcm', of('aes128gcm', 16), of('nonce', 12))
      opened.setAuthTag(body.subarray(-16))
      const plain = Buffer.concat([opened.update(body.subarray(0, -16)), opened.final()])
      return JSON.parse(plain.subarray(0, -1).toString()) as Record<string, unknown>
    },
  }
}

/** What a push service reads of who sends; throws where the signature is another's. */
export function vapidClaims(authorization: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('signed by another key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}

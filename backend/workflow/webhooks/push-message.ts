/**
 * Web Push by its standards: a message that the browser alone can read (RFC 8291, `aes128gcm` of RFC 8188), and a
 * signature by which its push service knows who sends (VAPID, RFC 8292). Held against the standards' own example.
 */
import { createCipheriv, createECDH, createPrivateKey, ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'

export interface PushKeys {
  /** Scalar of P-256, and its uncompressed point. */
  privateKey: Buffer
  publicKey: Buffer
}

export interface Subscription {
  endpoint: string
  /** base64url. */
  p256dh: string
  auth: string
}

const CURVE = 'prime256v1'
/** The message is one record, and no longer than push services take. Bytes. */
const RECORD_BYTES = 4_096
/** A record's header, mark of its end, and tag. */
const MOST_BYTES = RECORD_BYTES - 86 - 1 - 16
/** For how long a push service holds it for a browser that is off. Seconds. */
const TTL_S = 12 * 3_600

/** The same for the same secret, so that every backend signs alike. */
export function pushKeysFrom(secret: Uint8Array): PushKeys {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(Buffer.from(secret))
  return { privateKey: pair.getPrivateKey(), publicKey: pair.getPublicKey() }
}

/** Whether it is a browser's public key: an uncompressed point that lies on the curve. base64url. */
export function isPublicKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  try {
    ECDH.convertKey(point, CURVE)
    return true
  } catch {
    return false
  }
}

/** `once` is for one message alone; given by tests only. */
export function encrypted(
  text: string,
  { p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>,
  once: { privateKey: Buffer; salt: Buffer } = {
    privateKey: newPrivateKey(),
    salt: randomBytes(16),
  },
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const pair = createECDH(CURVE)
  pair.setPrivateKey(once.privateKey)
  const ours = pair.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = derived(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derived(secret, once.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(secret, once.salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const plain = Buffer.from(text)
  if (plain.length > MOST_BYTES) throw new Error('the message is too long for a push service')
  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(ours.length, 4)
  return Buffer.concat([
    once.salt,
    head,
    ours,
    cipher.update(Buffer.concat([plain, Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function newPrivateKey(): Buffer {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  // Leading zeros are left out of what the pair gives.
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
}

const derived = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** `now`: epoch milliseconds. `contact`: an https address of whoever sends. */
export function pushHeaders(
  { endpoint }: Pick<Subscription, 'endpoint'>,
  { privateKey, publicKey }: PushKeys,
  { now, contact, urgent }: { now: number; contact: string; urgent: boolean },
): Record<string, string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1_000) + TTL_S,
    ...(contact.startsWith('https:') && { sub: contact }),
  }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: Buffer.concat([Buffer.alloc(32), privateKey])
        .subarray(-32)
        .toString('base64url'),
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
  })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(TTL_S),
    urgency: urgent ? 'high' : 'normal',
    authorization: `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`,
  }
}

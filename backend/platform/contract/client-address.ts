/**
 * For whom the console asks. It speaks to the backend for everybody, so the backend sees the console's own address with
 * each call; the address of the person comes in a header that the console signs, because anyone else could write it
 * too. The key is derived from the secret that both programs share: SESSION_SECRET, or the installation's own in
 * DATA_DIR.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { isIP, isIPv4, isIPv6 } from 'node:net'

export const ADDRESS_HEADER = 'x-client-address'
export const SIGNATURE_HEADER = 'x-client-signature'
/** How far apart the two programs' clocks, and a call's sending and its arrival, may be. Milliseconds. */
export const SIGNED_FOR_MS = 120_000

export const addressKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'backoffice client address', 32))

interface Signed {
  address: string
  /** Binds the signature to one request: copied to another, it is worth nothing. */
  requestId: string
  /** Epoch milliseconds. */
  at: number
}

/** The two headers that say for whom a request is made. */
export function addressHeaders(key: Uint8Array, signed: Signed): Record<string, string> {
  return {
    [ADDRESS_HEADER]: signed.address,
    [SIGNATURE_HEADER]: `${signed.at}.${macOf(key, signed).toString('base64url')}`,
  }
}

/**
 * The address that was signed for this request, or null when there is none, it is too old, or another key has signed
 * it.
 */
export function signedAddress(
  key: Uint8Array,
  {
    address,
    signature,
    requestId,
    now,
  }: { address: string; signature: string; requestId: string; now: number },
): string | null {
  const [, time = '', mac = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(signature) ?? []
  const at = Number(time)
  if (mac === '' || Math.abs(now - at) > SIGNED_FOR_MS) return null
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(key, { address, requestId, at }))) return null
  return plainAddress(address)
}

const macOf = (key: Uint8Array, { address, requestId, at }: Signed): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([address, requestId, at]))
    .digest()

/**
 * The same address is always written in the same way; null for what is none. IPv4 inside IPv6 is IPv4, and a zone is
 * left out.
 */
export function plainAddress(text: string): string | null {
  const address = text.trim().replace(/%.*$/, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return canonical
  return [high, low]
    .flatMap(part => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255])
    .join('.')
}

/**
 * What counts as one sender: an IPv4 address, or the /64 that an IPv6 address is in. Everyone with IPv6 has at least a
 * /64, and so 2^64 addresses to come from.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const parts = (text: string) => (text === '' ? [] : text.split(':'))
  const known = [
    ...parts(head),
    ...(tail === undefined ? [] : Array<string>(8 - parts(head).length - parts(tail).length).fill('0')),
    ...parts(tail ?? ''),
  ]
  return `${known.slice(0, 4).join(':')}::/64`
}

/**
 * The address that the outermost of so many trusted proxies saw, or null without proxies and for what is no address.
 */
export function forwardedAddress(header: string | undefined, trustedProxies: number): string | null {
  if (trustedProxies === 0) return null
  const hops = (header ?? '')
    .split(',')
    .map(hop => hop.trim())
    .filter(Boolean)
  const seen = hops[Math.max(0, hops.length - trustedProxies)]
  return seen === undefined ? null : plainAddress(seen)
}

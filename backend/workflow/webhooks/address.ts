/**
 * Where a webhook may lead: to the open internet over https, and nowhere else. A name is resolved once, every address
 * that it has is checked, and the connection is made to a checked one, so that a name which answers differently a
 * moment later (DNS rebinding) leads nowhere new.
 */
import { lookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { plainHost } from '../../platform/contract/host-name'
import type { DeliveryProblem } from './webhooks.contract'

export type Resolve = (host: string) => Promise<LookupAddress[]>

const lookUp = promisify(lookup)
export const resolveByName: Resolve = host => lookUp(host, { all: true, verbatim: true })

export class AddressRefused extends Error {
  constructor(
    readonly problem: Extract<DeliveryProblem, 'private_address' | 'scheme' | 'unresolved'>,
    message: string,
  ) {
    super(message)
  }
}

/** Only this block of IPv6 belongs to the open internet; other addresses are private, or map one of IPv4. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Private networks, this host, links, clouds' own services: everything that is not the open internet. IPv4 inside IPv6
 * is IPv4.
 */
export function isPublic(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_IPV6)) return false
  const text = parsed.toNormalizedString()
  // A public address of this host reaches what listens here behind no firewall.
  return !Object.values(networkInterfaces())
    .flat()
    .some(own => own && ipaddr.process(own.address.split('%')[0] ?? '').toNormalizedString() === text)
}

/** What this installation adds to what is so everywhere. */
export interface Reach {
  /** Origins of tests, which may be reached all the same. */
  allowed: readonly string[]
  /** The console's own name: behind a proxy its address is none of this host's. */
  ownHost: string
}

export const reachOf = (env: { webhookTestOrigins: readonly string[]; consoleOrigin: string }): Reach => ({
  allowed: env.webhookTestOrigins,
  ownHost: plainHost(new URL(env.consoleOrigin).hostname),
})

/** `[::1]` is `::1` to whoever connects, and `desk.example.com.` is `desk.example.com`. */
const hostOf = ({ hostname }: URL): string => plainHost(hostname)

/** Null when the text can be an address of a webhook as far as can be said without resolving it; else what is wrong. */
export function wrongIn(
  text: string,
  { allowed, ownHost }: Reach,
): 'url' | 'https_only' | 'private_address' | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'url'
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'url'
  if (allowed.includes(url.origin)) return null
  if (url.protocol !== 'https:') return 'https_only'
  const host = hostOf(url)
  // A URL of dots alone is let through by the parser.
  if (host === '') return 'url'
  const isHere = host === ownHost || host === 'localhost' || host.endsWith('.localhost')
  return isHere || (isIP(host) !== 0 && !isPublic(host)) ? 'private_address' : null
}

/** The stored form has one spelling of its host, which is also the name that its certificate must have. */
export function plainAddress(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  const host = url.hostname.replace(/\.+$/, '')
  if (host === url.hostname) return text
  url.hostname = host
  return url.href
}

/**
 * The addresses that a request may be sent to. Throws AddressRefused where even one of them is not of the open
 * internet.
 */
export async function judged(
  url: URL,
  { allowed, ownHost }: Reach,
  resolve: Resolve,
): Promise<LookupAddress[]> {
  const isAllowed = allowed.includes(url.origin)
  if (!isAllowed && url.protocol !== 'https:') throw new AddressRefused('scheme', 'https alone is sent to')
  const host = hostOf(url)
  const family = isIP(host)
  const found = family === 0 ? await resolved(host, resolve) : [{ address: host, family }]
  if (!isAllowed && (host === ownHost || found.some(({ address }) => !isPublic(address))))
    throw new AddressRefused('private_address', 'the address is not on the open internet')
  return found
}

async function resolved(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  const found = await resolve(host).catch(() => [])
  if (found.length === 0) throw new AddressRefused('unresolved', 'the name has no address')
  return found
}

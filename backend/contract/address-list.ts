/** Where a program may call from: single addresses and networks (CIDR), IPv4 and IPv6. */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** The longest way to write an IPv6 network. */
const MAX_LENGTH = 49
const MAX_ENTRIES = 50

type Network = ReturnType<typeof ipaddr.parseCIDR>

/**
 * An address stands for itself. Forms that other programs read differently (`010.0.0.1`, `127.1`) are refused rather than guessed at;
 * so is a network whose address has bits beyond its prefix, because somebody has then mistyped one or the other.
 */
function networkOf(text: string): Network | null {
  const [address = '', prefix, ...more] = text.split('/')
  if (more.length > 0) return null
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null
  if (address.includes('%')) return null
  const parsed = ipaddr.parse(address)
  const bits = parsed.kind() === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (length < 0 || length > bits) return null
  const network = (parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(
    `${address}/${length}`,
  )
  return network.toString() === parsed.toString() ? [parsed, length] : null
}

/** The same network is always written in the same way. */
const written = ([address, length]: Network): string =>
  length === (address.kind() === 'ipv4' ? 32 : 128) ? address.toString() : `${address.toString()}/${length}`

export const addressList = z
  .array(
    z
      .string()
      .trim()
      .max(MAX_LENGTH)
      .refine(text => networkOf(text) !== null, 'address')
      .transform(text => {
        const network = networkOf(text)
        return network ? written(network) : text
      }),
  )
  .max(MAX_ENTRIES)
  .transform(list => [...new Set(list)])

/** Whether an address, as the server saw it, is in the list. An empty list holds every address; what is no address is in no other. */
export function isListed(address: string, list: readonly string[]): boolean {
  if (list.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  // IPv4 inside IPv6 is IPv4.
  const from = ipaddr.process(address)
  return list.some(entry => {
    const network = networkOf(entry)
    return network !== null && network[0].kind() === from.kind() && from.match(network)
  })
}

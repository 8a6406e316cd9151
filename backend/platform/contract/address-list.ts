/** Where a program may call from: single addresses and networks (CIDR), IPv4 and IPv6. */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import type { FieldProblem } from './problem'

/** The longest way to write an IPv6 network. */
const MAX_LENGTH = 49
const MAX_ENTRIES = 50
/** Something else that was pasted into the list is refused with its first characters. */
const MAX_TYPED = 500

type Network = ReturnType<typeof ipaddr.parseCIDR>
type Read = { network: Network; problem?: never } | { network?: never; problem: FieldProblem }

/**
 * An address stands for itself. Forms that other programs read differently (`010.0.0.1`, `127.1`) are refused rather
 * than guessed at; so is a network whose address has bits beyond its prefix, because somebody has then mistyped one or
 * the other.
 */
function read(text: string): Read {
  const refuse = (code: string, params: FieldProblem['params'] = {}): Read => ({
    problem: { code, params: { entry: short(text), ...params } },
  })
  const [address = '', prefix, ...more] = text.split('/')
  const isKnown = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  if (!isKnown && ipaddr.IPv4.isValid(address)) return refuse('address_form')
  if (!isKnown || more.length > 0 || address.includes('%')) return refuse('address')
  const parsed = ipaddr.parse(address)
  const bits = parsed.kind() === 'ipv4' ? 32 : 128
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (length < 0 || length > bits) return refuse('address_prefix', { most: bits })
  const network = (parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(
    `${address}/${length}`,
  )
  return network.toString() === parsed.toString()
    ? { network: [parsed, length] }
    : refuse('address_beyond_prefix', { network: `${network.toString()}/${length}` })
}

const short = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text)

/** The same network is always written in the same way. */
const written = ([address, length]: Network): string =>
  length === (address.kind() === 'ipv4' ? 32 : 128) ? address.toString() : `${address.toString()}/${length}`

/** Each wrong entry is quoted: people find it in a long list by what it says. */
const entry = z
  .string()
  .trim()
  .max(MAX_TYPED)
  .superRefine((text, { addIssue }) => {
    const { problem } = read(text)
    if (problem) addIssue({ code: 'custom', message: problem.code, params: problem.params })
  })
  .transform(text => {
    const { network } = read(text)
    return network ? written(network) : text
  })

export const addressList = z
  .array(entry)
  .max(MAX_ENTRIES)
  .transform(list => [...new Set(list)])

/**
 * Whether an address, as the server saw it, is in the list. An empty list holds every address; what is no address is in
 * no other.
 */
export function isListed(address: string, list: readonly string[]): boolean {
  if (list.length === 0) return true
  if (!ipaddr.isValid(address)) return false
  // IPv4 inside IPv6 is IPv4.
  const from = ipaddr.process(address)
  return list.some(one => {
    const { network } = read(one)
    return network !== undefined && network[0].kind() === from.kind() && from.match(network)
  })
}

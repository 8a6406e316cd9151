/** Where webhooks may lead: nowhere but to the open internet. */
import { networkInterfaces } from 'node:os'
import { expect, it, describe } from 'vitest'
import { isPublic, judged, plainAddress, wrongIn } from './address'

const resolvesTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })))
const reach = (...allowed: string[]) => ({ allowed, ownHost: 'console.example.com' })
const at = (text: string, addresses: string[]) => judged(new URL(text), reach(), resolvesTo(...addresses))

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '127.8.9.10',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.9',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.7',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::1',
    '2001::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    'nonsense',
  ])('%s is not of the open internet', address => expect(isPublic(address)).toBe(false))

  it.each(['8.8.8.8', '1.1.1.1', '::ffff:8.8.8.8', '2606:4700::1111'])('%s is', address =>
    expect(isPublic(address)).toBe(true),
  )

  it('of this host is not, whatever network it is in', () => {
    const own = Object.values(networkInterfaces()).flatMap(list => list ?? [])
    expect(own.filter(({ address }) => isPublic(address))).toEqual([])
  })
})

describe('a webhook’s address', () => {
  it.each([
    ['http://desk.example.com/hook', 'https_only'],
    ['https://localhost/hook', 'private_address'],
    ['https://console.example.com/access', 'private_address'],
    ['https://printer.localhost', 'private_address'],
    ['https://console.example.com./access', 'private_address'],
    ['https://CONSOLE.example.com./access', 'private_address'],
    ['https://localhost./hook', 'private_address'],
    ['https://printer.localhost./', 'private_address'],
    ['https://127.0.0.1./', 'private_address'],
    ['https://./', 'url'],
    ['https://desk.example.com./hook', null],
    ['https://0x7f.1/', 'private_address'],
    ['https://2130706433/', 'private_address'],
    ['https://[::ffff:7f00:1]/', 'private_address'],
    ['https://user:word@desk.example.com/', 'url'],
    ['https://desk.example.com/#part', 'url'],
    ['ftp://desk.example.com/', 'url'],
    ['file:///etc/passwd', 'url'],
    ['javascript:alert(1)', 'url'],
    ['desk.example.com', 'url'],
    ['https://desk.example.com:8443/hook?for=us', null],
    ['https://8.8.8.8/', null],
  ])('%s is %s', (text, wrong) => expect(wrongIn(text, reach())).toBe(wrong))

  it('may be of a test where its whole origin is named, and of no other port', () => {
    expect(wrongIn('http://127.0.0.1:4321/x', reach('http://127.0.0.1:4321'))).toBeNull()
    expect(wrongIn('http://127.0.0.1:4322/x', reach('http://127.0.0.1:4321'))).toBe('https_only')
  })
})

describe('a name', () => {
  it('is the same with the dot that ends it', async () => {
    await expect(at('https://console.example.com.', ['8.8.8.8'])).rejects.toMatchObject({
      problem: 'private_address',
    })
    expect(plainAddress('https://Desk.example.com.:8443/hook?for=us.')).toBe(
      'https://desk.example.com:8443/hook?for=us.',
    )
    expect(plainAddress('https://desk.example.com/hook')).toBe('https://desk.example.com/hook')
  })

  it('is refused when any of its addresses is private, though others are not', async () => {
    await expect(at('https://desk.example.com', ['8.8.8.8', '10.0.0.1'])).rejects.toMatchObject({
      problem: 'private_address',
    })
    await expect(at('https://desk.example.com', ['8.8.8.8', '::ffff:192.168.0.1'])).rejects.toMatchObject({
      problem: 'private_address',
    })
    await expect(at('https://desk.example.com', [])).rejects.toMatchObject({ problem: 'unresolved' })
    await expect(at('http://desk.example.com', ['8.8.8.8'])).rejects.toMatchObject({ problem: 'scheme' })
    expect(await at('https://desk.example.com', ['8.8.8.8', '2606:4700::1111'])).toHaveLength(2)
  })
})

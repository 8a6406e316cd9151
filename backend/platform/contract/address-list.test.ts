import { describe, expect, it } from 'vitest'
import { addressList, isListed } from './address-list'
import { fieldProblems } from './field-problems'

describe('a list of addresses', () => {
  it('takes addresses and networks of both kinds, each written one way', () => {
    expect(
      addressList.parse(['203.0.113.7', ' 10.0.0.0/8 ', '2001:DB8:0::/32', '203.0.113.7/32', '2001:db8::1']),
    ).toEqual(['203.0.113.7', '10.0.0.0/8', '2001:db8::/32', '2001:db8::1'])
  })

  it.each([
    ['a name', 'gateway.example.com'],
    ['a short form', '127.1'],
    ['an octal form', '010.0.0.1'],
    ['a hexadecimal form', '0x7f000001'],
    ['a prefix that is too long', '10.0.0.0/33'],
    ['a network with bits beyond its prefix', '10.0.0.5/8'],
    ['a zone', 'fe80::1%eth0'],
    ['nothing', ''],
    ['two prefixes', '10.0.0.0/8/9'],
  ])('refuses %s', (_name, text) => expect(addressList.safeParse([text]).success).toBe(false))

  it.each([
    ['10.0.0.1/8', 'address_beyond_prefix', { network: '10.0.0.0/8' }],
    ['2001:db8::1/32', 'address_beyond_prefix', { network: '2001:db8::/32' }],
    ['10.0.0.0/33', 'address_prefix', { most: 32 }],
    ['2001:db8::/129', 'address_prefix', { most: 128 }],
    ['010.0.0.1', 'address_form', {}],
    ['gateway.example.com', 'address', {}],
  ])('quotes what is wrong and says why: %s', (text, code, params) => {
    const { error } = addressList.safeParse(['203.0.113.7', text])
    expect(error && fieldProblems(error)).toEqual({ '1': [{ code, params: { entry: text, ...params } }] })
  })

  it('quotes the beginning of what is no list of addresses at all', () => {
    const { error } = addressList.safeParse(['x'.repeat(300)])
    expect(error && fieldProblems(error)['0']?.[0]?.params?.entry).toBe(`${'x'.repeat(48)}…`)
  })

  it('holds what its networks hold, IPv4 inside IPv6 included', () => {
    const list = ['10.1.0.0/16', '2001:db8::/32', '203.0.113.7']
    const inside = ['10.1.255.255', '::ffff:10.1.2.3', '2001:db8::5', '203.0.113.7']
    expect(inside.filter(address => !isListed(address, list))).toEqual([])
    const outside = ['10.2.0.1', '2001:db9::1', '203.0.113.8', '', 'unknown', 'in-process']
    expect(outside.filter(address => isListed(address, list))).toEqual([])
  })

  it('holds everything while it is empty', () => expect(isListed('198.51.100.4', [])).toBe(true))
})

import { describe, expect, test } from 'vitest'
import { forwardedAddress, networkOf, plainAddress } from './client-address'

describe('a network', () => {
  test.each([
    ['203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3::', '1:2:3:0::/64'],
    ['fe80::1:2:3:4', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))
})

describe('an address', () => {
  test.each([
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:0102:0304', '1.2.3.4'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [' 1.2.3.4 ', '1.2.3.4'],
    ['1.2.3', null],
    ['', null],
    ['<script>', null],
    ['1.2.3.4, 5.6.7.8', null],
  ])('%s is written as %s', (text, address) => expect(plainAddress(text)).toBe(address))

  test('of a forwarded request is what the outermost trusted proxy saw', () => {
    expect(forwardedAddress('6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4')
    expect(forwardedAddress('6.6.6.6, 1.2.3.4, 10.0.0.2', 2)).toBe('1.2.3.4')
    expect(forwardedAddress('1.2.3.4', 0)).toBeNull()
    expect(forwardedAddress(undefined, 1)).toBeNull()
  })
})

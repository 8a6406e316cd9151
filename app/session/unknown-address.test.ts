import { expect, test } from 'vitest'
import { addressFrom, unknownAddress } from './unknown-address'

test('the page of an unknown address knows which one it was, and takes no other text for one', () => {
  expect(addressFrom(new URL(`http://console.test${unknownAddress(new URL('http://a/x%20y'))}`))).toBe(
    '/x%20y',
  )
  for (const from of ['', 'https://else.where', '/a b', `/${'a'.repeat(600)}`])
    expect(addressFrom(new URL(`http://console.test/error/error-v1?from=${from}`))).toBeUndefined()
})

import { expect, it } from 'vitest'
import { canonical } from './canonical'

it('orders members by their UTF-16 units and writes texts as RFC 8785 does', () => {
  // The RFC's own example of an order.
  const names = {
    '\u20ac': 'Euro',
    '\r': 'CR',
    '\ufb33': 'Dalet',
    '1': 'One',
    '\ud83d\ude00': 'Smile',
    '\u0080': 'Control',
    '\u00f6': 'o',
  }
  // U+FB33 is taken apart by NFC, as every text is.
  expect(canonical(names).match(/[A-Za-z]+(?="[,}])/g)).toEqual([
    'CR',
    'One',
    'Control',
    'o',
    'Dalet',
    'Euro',
    'Smile',
  ])
  expect(canonical({ b: ['\u000f\n"\\/', true, null], a: -0 })).toBe(
    '{"a":"0","b":["\\u000f\\n\\"\\\\/",true,null]}',
  )
})

it('writes integers as texts, exactly, and texts in one form', () => {
  expect(canonical([9_007_199_254_740_991, 12n ** 20n, 'S\u0326'])).toBe(
    `["9007199254740991","${12n ** 20n}","\u0218"]`,
  )
})

it.each([
  [0.1],
  [2 ** 53],
  [Number.NaN],
  [undefined],
  [{ a: undefined }],
  [new Date(0)],
  ['\ud800'],
  [{ 'S\u0326': 1, '\u0218': 2 }],
  [new Array(1)],
])('refuses what has no one form: %o', value => expect(() => canonical(value)).toThrow(/canonical/))

it('refuses what is nested without an end', () => {
  let deep: unknown = 1
  for (let level = 0; level < 40; level++) deep = [deep]
  expect(() => canonical(deep)).toThrow(/deeper/)
})

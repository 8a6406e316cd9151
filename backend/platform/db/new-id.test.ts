import { expect, test } from 'vitest'
import { newId } from './new-id'

test('ids made within a millisecond are in the order of their making, and none is made twice', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(1_795_000_000_000))
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(id => /^[0-9a-f]{24}$/.test(id))).toBe(true)
  expect(newId(1_795_000_000_001) > (ids.at(-1) ?? '')).toBe(true)
})

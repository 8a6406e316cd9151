import { describe, expect, test } from 'vitest'
import { subjectName } from './audit-subject'

const id = 'a'.repeat(24)

describe('the record of an entry', () => {
  test.each([
    [
      'a merchant',
      { after: { merchant_id: 'M-1', legal_name: 'Carpathia SA', location: id } },
      'Carpathia SA',
    ],
    [
      'an inspection of a location',
      { after: { looked_by: 'Ana', location: { _id: id, name: 'Cluj' } } },
      'Cluj',
    ],
    ['an inspection of all locations', { after: { looked_by: 'Ana', location: null, slots: 9 } }, 'Ana'],
    ['a jackpot win', { before: { number: 17 }, after: { number: 17, state: 'paid' } }, '17'],
    ['an answered request', { before: { level: 'Gold' }, after: { answer: 'approved' } }, 'Gold'],
    ['a reopened day', { before: { day: '2026-03-02' }, after: { answer: 'reopened' } }, '2026-03-02'],
    ['a repair', { after: { slot: { _id: id, name: 'BL-1001' } } }, 'BL-1001'],
    ['a slot that was renamed', { before: { serial: 'A' }, after: { serial: 'B' } }, 'B'],
  ])('%s is named as people call it', (_what, { before = null, after = null }: Halves, name) => {
    expect(subjectName({ before, after })).toBe(name)
  })

  test('has no name where neither half carries one; an id is none', () => {
    expect(subjectName({ before: null, after: null })).toBeNull()
    expect(subjectName({ before: { location: id }, after: { state: 'expired' } })).toBeNull()
  })
})

interface Halves {
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

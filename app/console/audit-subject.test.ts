import { expect, test } from 'vitest'
import { subjectName } from './audit-subject'

test('a record is told by its own name, by its number, or by what it is about; never by what is no text', () => {
  expect(subjectName({ name: 'Hall', serial: 'A-1', location: { name: 'Cluj' } })).toBe('Hall')
  expect(subjectName({ name: '', merchant_id: 'X', legal_name: 'Stars Ltd' })).toBe('Stars Ltd')
  expect(subjectName({ number: 'MRK-1/2', location: { name: 'Cluj' } })).toBe('MRK-1/2')
  expect(subjectName({ state: 'open', slot: null, location: { _id: 'x', name: 'Cluj' } })).toBe('Cluj')
  expect(subjectName({ name: 12, slot: 'x', location: { name: { en: 'x' } } })).toBeNull()
  expect(subjectName({ code: 7 })).toBeNull()
  expect(subjectName(null)).toBeNull()
})

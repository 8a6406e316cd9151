import { expect, test } from 'vitest'
import { quantityData, searchedValues, withQuantity } from './quantity.service'
import { sentenceOf } from './sentence.service'

const plain = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, ' ')
const row = (data: Record<string, string>) => ({
  template: 'rule_alarm',
  content: JSON.stringify({ pt: '{serial}: {value}' }),
  resource_details: '{}',
  count: 1,
  data: JSON.stringify({ rule: 'Played', serial: 'EGT-00412', location: 'Cluj', ...data }),
})

test('a value in an e-mail and on the page is written in the language of who reads it', () => {
  const money = quantityData({ value: 123_456_750, unit: 'minor', currency: 'RON' })
  expect(money).toEqual({ value: '123456750', unit: 'minor', currency: 'RON' })
  const said = (['en', 'ro', 'pt'] as const).map(language => plain(sentenceOf(row(money), language, false)))
  expect(said).toEqual([
    'Played: EGT-00412, Cluj (RON 1,234,567.50)',
    'Played: EGT-00412, Cluj (1.234.567,50 RON)',
    'EGT-00412: 1 234 567,50 RON',
  ])
  const content = withQuantity({ en: '{rule} ({value})', ro: '{value}, {value}', pt: '{serial}' }, money)
  expect(Object.values(content).map(plain)).toEqual([
    '{rule} (RON 1,234,567.50)',
    '1.234.567,50 RON, 1.234.567,50 RON',
    '{serial}',
  ])
})

test('minutes and counts are grouped; what an earlier release stored stays as it is', () => {
  const minutes = quantityData({ value: 1_440, unit: 'min', currency: null })
  const count = quantityData({ value: 65_000, unit: 'times', currency: 'RON' })
  expect(sentenceOf(row(minutes), 'ro', false)).toBe('Played: EGT-00412, Cluj (1.440 min)')
  expect(sentenceOf(row(count), 'en', false)).toBe('Played: EGT-00412, Cluj (65,000)')
  expect(sentenceOf(row({ value: '31 min' }), 'en', false)).toBe('Played: EGT-00412, Cluj (31 min)')
})

test('a search finds names, not the bare number and its unit', () => {
  const data = { rule: 'Played', ...quantityData({ value: 5, unit: 'minor', currency: 'RON' }) }
  expect(searchedValues(data)).toEqual(['Played'])
  expect(searchedValues({ rule: 'Played', value: '5 min' })).toEqual(['Played', '5 min'])
})

import { expect, test } from 'vitest'
import { translator } from '../i18n/i18n.server'
import { fileRequestOf, wordOf } from './file-request'

const of = (address: string) => fileRequestOf(new URL(address, 'http://localhost'))

test.each([
  ['/slots/export.csv?query=egt&format=excel', '/slots?query=egt'],
  ['/events/0123/export.csv?type=slot', '/events/0123?type=slot'],
  ['/slots/0123/days/export.xlsx', '/slots/0123/days'],
  ['/data-exports/0123/file.parquet?x=1', '/data-exports/0123?x=1'],
  ['/bulk-actions/0123/result.csv', '/bulk-actions/0123'],
  ['/locations/0123/seals.jsonl', '/locations/0123/seals'],
  ['/reports/daily-report/0123/xlsx', '/reports/daily-report/0123'],
])('%s leads back to %s', (address, page) => {
  expect(of(address)?.page).toBe(page)
})

test('what is no file leads back nowhere', () => {
  for (const address of ['/slots', '/slots/export', '/', '/csv', 'http://localhost//example.com/csv'])
    expect(of(address)?.page ?? null, address).toBeNull()
})

test('a filter is named by the word of its list, in the language of whoever reads', () => {
  const found = of('/slots/export.csv?location=x&colour=red&query=a%20b&sort=')
  expect(found?.parameters.map(({ value }) => value)).toEqual(['x', 'red', 'a b'])
  const words = found?.parameters.map(({ name }) => wordOf(name, found, translator('ro')))
  expect(words).toEqual(['Locație', 'colour', 'Caută'])
})

import { expect, test } from 'vitest'
import { foundByWords } from './found-words'
import { translator } from './i18n.server'
import { locales, type Translate } from './locales'

const things = [
  { name: 'Manual readings', other: 'Citiri manuale', about: 'Entered by hand' },
  { name: 'Slots', other: 'Aparate', about: 'All that there are' },
  { name: 'Slot groups', other: 'Grupuri de aparate', about: 'Some of them, în București' },
]
const languages = ['name', 'other'].map(field => (() => field) as Translate)
const find = (query: string) =>
  foundByWords(things, query, languages, thing => ({
    name: t => thing[t('') as 'name' | 'other'],
    about: () => [thing.about],
  })).map(({ one, exact }) => `${one.name}${exact ? '!' : ''}`)

test('words of any language find a thing, what is called exactly so first', () => {
  expect(find('APARATE')).toEqual(['Slots!', 'Slot groups'])
  expect(find('slots')).toEqual(['Slots!'])
  expect(find('bucuresti')).toEqual(['Slot groups'])
  expect(find('grup aparate')).toEqual(['Slot groups'])
})

test('a word is found by its beginning alone, and all words have to be there', () => {
  expect(find('ana')).toEqual([])
  expect(find('slot manual')).toEqual([])
  expect(find('manu')).toEqual(['Manual readings'])
})

test('signs without letters find nothing rather than all', () => {
  for (const query of ['', ' ', '%', '---', '…', '_ *']) expect(find(query), query).toEqual([])
})

test('each page of the menu is found by its name in each language', () => {
  const keys = ['slots', 'jackpots', 'handpays', 'audit', 'tasks']
  for (const locale of locales)
    for (const key of keys) {
      const name = translator(locale)(`console:entries.${key}.name`)
      const found = foundByWords(keys, name, locales.map(translator), one => ({
        name: t => t(`console:entries.${one}.name`),
      }))
      expect(found.find(({ exact }) => exact)?.one, `${locale} ${name}`).toBe(key)
    }
})

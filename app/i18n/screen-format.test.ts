import { expect, test } from 'vitest'
import { exactOf, screenFormat } from './file-format'

const spaced = (cell: Parameters<typeof exactOf>[0]) => exactOf(cell).replaceAll(/[\u00a0\u202f]/g, ' ')

test('rows of a shared list are written as lists write them: grouped, with a true minus, by the list’s clock', () => {
  const [en, ro, pt] = (['en', 'ro', 'pt'] as const).map(locale => screenFormat(locale, 'Europe/Bucharest'))
  if (!en || !ro || !pt) throw new Error('there are three languages')
  expect([en, ro, pt].map(file => spaced(file.decimal(-945_500, 2)))).toEqual([
    '−9,455.00',
    '−9.455,00',
    '−9 455,00',
  ])
  expect([en, ro, pt].map(file => spaced(file.number(14_690)))).toEqual(['14,690', '14.690', '14 690'])
  expect(en.decimal(150, 2)).toMatchObject({ typed: 1.5 })
  const at = Date.UTC(2026, 10, 20, 12, 5, 9)
  expect(spaced(ro.instant(at))).toBe('20.11.2026, 14:05:09')
  // A place with a zone of its own says it.
  expect(spaced(ro.instant(at, 'Europe/Lisbon'))).toMatch(/12:05:09 .+/)
})

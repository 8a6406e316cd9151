import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accentOf, contrast, faultOfColour, GROUNDS, ON_ACCENT } from './accent-colour'

test('a colour that can be read on every ground is taken, and lightened for dark pages', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(accentOf('#1C4FB8')).toMatchObject({ light: '#1c4fb8' })
  for (const colour of ['#7a0019', '#00563f', '#000000', '#1c4fb8', '#4b2e83']) {
    const { dark = '' } = accentOf(colour) ?? {}
    for (const ground of [...GROUNDS.dark, ON_ACCENT.dark])
      expect(contrast(dark, ground), `${colour} as ${dark} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
})

test.each([
  ['#ffd400', 'colour_unreadable'],
  ['#808080', 'colour_unreadable'],
  ['#ffffff', 'colour_unreadable'],
  ['red', 'not_a_colour'],
  ['#1c4', 'not_a_colour'],
  ['#1c4fb8;}', 'not_a_colour'],
  ['#1c4fb8\n', 'not_a_colour'],
  ['url(//evil)', 'not_a_colour'],
])('%s is refused', (colour, code) => {
  expect([faultOfColour(colour), accentOf(colour)]).toEqual([code, null])
})

test('the grounds that a colour is judged on are those of the pages', () => {
  const themes = readFileSync('app/styles/themes.css', 'utf8').split("name: '")
  for (const theme of ['light', 'dark'] as const) {
    const text = themes.find(part => part.startsWith(`${theme}'`)) ?? ''
    const named = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(text)?.[1]
    expect(
      ['color-base-100', 'color-base-200', 'tint-pick', 'tint-info', 'tint-bad', 'tint-warn'].map(named),
    ).toEqual([...GROUNDS[theme]])
    expect(named('color-primary-content')).toBe(ON_ACCENT[theme])
  }
})

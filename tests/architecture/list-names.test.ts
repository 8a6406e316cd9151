/**
 * What a list is called: one name in the menu, on the way to it and above its rows, written as the specification writes
 * its menu.
 */
import { expect, test } from 'vitest'
import { translator } from '../../app/i18n/i18n.server'
import { locales } from '../../app/i18n/locales'
import { sections } from '../../app/console/menu'
import { resources } from '../../app/definitions'

/** The specification's menu calls them by a shorter name, within their section. */
const shorterInMenu = ['notifications', 'rules']

const lists = Object.values(resources).filter(({ path }) => path !== '')
const keys = sections.flatMap(({ entries }) => entries.map(({ key }) => key))
/** Small words, and what is a name in itself: API, SMIB, ONJN. */
const small = /^(?:a|and|in|of|per|the)$/
const isName = (word: string) => /^\p{Lu}{2}/u.test(word)

test.each(locales)('a list has one name in %s', locale => {
  const t = translator(locale)
  const several = lists
    .filter(({ name }) => keys.includes(name) && !shorterInMenu.includes(name))
    .filter(({ name }) => t(`console:entries.${name}.name`) !== t(`${name}:title`))
    .map(
      ({ name }) =>
        `locales/${locale}/*/${name}.json: title is not the console.json's entries.${name}.name, which can be left out`,
    )
  expect(several).toEqual([])
})

test('an English name has capitals as the specification’s menu: Game Settings', () => {
  const t = translator('en')
  expect(
    lists
      .map(({ name }) => ({ name, title: t(`${name}:title`) }))
      .filter(({ title }) => title.split(' ').some(word => !small.test(word) && !/^\p{Lu}/u.test(word)))
      .map(({ name, title }) => `locales/en/${name}.json: title "${title}"`),
  ).toEqual([])
})

test.each(['ro', 'pt'] as const)('a name in %s has one capital, as that language writes titles', locale => {
  const t = translator(locale)
  expect(
    lists
      .map(({ name }) => ({ name, title: t(`${name}:title`) }))
      .filter(({ title }) =>
        title.split(' ').some((word, index) => !isName(word) && /^\p{Lu}/u.test(word) !== (index === 0)),
      )
      .map(({ name, title }) => `locales/${locale}/*/${name}.json: title "${title}"`),
  ).toEqual([])
})

import { expect, test } from 'vitest'
import { permissionCatalogue } from '../../backend/contract/permissions'
import { translator } from './i18n.server'
import { locales } from './locales'

test.each(locales)('every permission has its words in %s', locale => {
  const t = translator(locale)
  const spoken = (key: string) => t([key], { defaultValue: '' }) !== ''
  expect(
    permissionCatalogue.filter(name => {
      const [about, does] = name.split('::')
      return !spoken(`permissions:entities.${about}`) || !spoken(`permissions:verbs.${does}`)
    }),
  ).toEqual([])
})

import { expect, test } from 'vitest'
import { permissionCatalogue } from '../../backend/platform/contract/permissions'
import { translator } from './i18n.server'
import { locales } from './locales'

test.each(locales)('every permission has its words in %s', locale => {
  const t = translator(locale)
  const spoken = (key: string) => t([key], { defaultValue: '' }) !== ''
  const keys = permissionCatalogue.flatMap(name => {
    const [about, does] = name.split('::')
    return [`permissions:entities.${about}`, `permissions:verbs.${does}`]
  })
  expect([...new Set(keys)].filter(key => !spoken(key)).map(key => `locales/${locale}/*/${key}`)).toEqual([])
})

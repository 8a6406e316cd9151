import { matchRoutes } from '@remix-run/react'
import { describe, expect, test } from 'vitest'
import routes from '../../app/routes'
import { sections } from '../../app/console/menu'
import { withOwnWords } from '../../app/i18n/own-words'
import { resources } from '../../app/definitions'
import { resourcePaths } from '../../app/addresses/names'
import { contracts } from './contracts'
import { frameLabels, labelsOf, ownLabel } from './entity-labels'
import { projectFiles } from './project-files'

/** The audit log stands on the pages of what it is about, until it has a list of its own. */
const withoutDefinition = new Set(['entry'])

interface Route {
  path?: string
  index?: boolean
  file: string
  children?: Route[]
}

/**
 * Without an entry in the menu: the pages of a slot, a payment or an aggregation lead to them, each list to its files.
 */
const ledToByOthers: readonly string[] = [
  'computed-aggregations',
  'error-logs',
  'exports',
  'logs',
  'message-meters',
  'messages',
  'payment-log',
  'payment-merchants',
  'raw-aggregations',
  'slotdata',
]

describe('entities', () => {
  test('each contract has a definition', () => {
    // What waits and what is over are parts of one list: the same rows.
    const defined = new Set<unknown>(Object.values(resources).map(resource => resource.contract.row))
    expect(
      contracts
        .filter(contract => !defined.has(contract.row) && !withoutDefinition.has(contract.one))
        .map(({ many }) => `${many}: no app/<wing>/<section>/${many}.resource.ts defines its pages`),
    ).toEqual([])
  })

  test('each definition has a place in the menu', () => {
    const places = new Set(
      sections.flatMap(section => section.entries.flatMap(entry => [entry.path, ...(entry.also ?? [])])),
    )
    const sectionsOwn = new Set(sections.flatMap(section => (section.also ?? []).map(first => `/${first}`)))
    const outside = Object.values(resources).filter(({ path }) => path !== '' && !places.has(path))
    expect(
      outside.map(({ name }) => name).sort(),
      'a line in app/console/menu.ts, or another page leads there',
    ).toEqual([...ledToByOthers].sort())
    // Its section is known all the same.
    expect(
      outside.filter(({ path }) => !sectionsOwn.has(`/${path.split('/')[1]}`)).map(({ path }) => path),
    ).toEqual([])
  })

  test('each definition has its pages', () => {
    const standing = Object.values(resources).filter(({ path }) => path !== '')
    const pages = standing.flatMap(({ path, form, actions, detail }) => [
      path,
      ...(Object.keys(detail.sections).length > 0 ? [`${path}/0123456789abcdef01234567`] : []),
      `${path}/export.csv`,
      `${path}/columns`,
      `${path}/print`,
      ...(form ? [`${path}/new`, `${path}/0123456789abcdef01234567/edit`] : []),
      ...actions.map(({ name }) => `${path}/do/${name}`),
    ])
    const missing = pages.filter(
      page =>
        !matchRoutes(routes as Route[] as never, page)?.some(
          match => (match.route as { path?: string }).path !== '*',
        ),
    )
    expect(missing).toEqual([])
  })

  test.each(Object.values(resources))('$name has its texts in every language', resource => {
    const missing = ['en', 'ro', 'pt'].flatMap(locale => {
      const known = keysOf(locale, resource.name)
      return labelsOf(resource)
        .filter(label => !known.has(label))
        .map(label => `locales/${locale}/*/${label}`)
    })
    expect(missing).toEqual([])
  })

  test('menu, section pages and breadcrumbs have their texts in every language', () => {
    const paths = [
      ...Object.values(resourcePaths),
      ...sections.flatMap(section => section.entries.map(({ path }) => path)),
    ]
    const missing = ['en', 'ro', 'pt'].flatMap(locale => {
      const known = keysOf(locale, 'console')
      const missing = frameLabels(sections, paths).filter(label => !known.has(label))
      // Without its `about` an entity has no place in the menu at all, and so no name there either.
      return [...new Set(missing.map(label => ownLabel(label, resources)))]
        .filter(label => !keysOf(locale, label.split(':')[0]!).has(label))
        .map(label => `locales/${locale}/*/${label}`)
    })
    expect(missing).toEqual([])
  })

  test('each entity that is deleted names lists that refer to it, by filters that they have', () => {
    const wrong = contracts.flatMap(({ many, usedBy = [] }) =>
      usedBy
        .filter(({ list, filter }) => {
          const user = contracts.find(one => `${one.family}/${one.many}` === list)
          return !user || !(filter in user.filters.shape)
        })
        .map(({ list, filter }) => `${many}: ${list}, ${filter}`),
    )
    expect(wrong).toEqual([])
  })

  test('each locale file belongs to an entity or to a part of the console', () => {
    const named = new Set<string>(Object.keys(resources))
    const parts = new Set([
      'common',
      'search',
      'account',
      'overview',
      'comments',
      'console',
      'engine',
      'errors',
      'auth',
      'islands',
      'audit',
      'profile',
      'version',
      'activity',
      'days',
      'config',
      'fraud',
      'payment-settings',
      'meters',
      'views',
      'control',
      'smib-control',
      'dashboard',
      'slot-games',
      'extended-meters',
      'journal',
      'drop-variance',
      'inspector-view',
      'reconciliation',
      'meter-sheet',
      'clear-form',
      'reaggregate',
      'backdating',
      'outstanding-tickets',
      'questions',
      'reconciliation-records',
      'door',
      'fiscal',
      'verify',
      'seals',
      'shared',
      'exclusion-import',
      'general-settings',
      'subscriptions',
      'columns',
      'display-screen',
      'help',
      'labels',
    ])
    expect(
      projectFiles(/^locales\/en\//)
        .map(file => file.split('/').at(-1)!.replace('.json', ''))
        .filter(name => !named.has(name) && !parts.has(name)),
    ).toEqual([])
  })
})

const texts = import.meta.glob<Record<string, unknown>>('../../locales/*/*/*.json', {
  eager: true,
  import: 'default',
})

const wordsOf = (locale: string) =>
  withOwnWords(
    Object.fromEntries(
      Object.entries(texts)
        .filter(([file]) => file.includes(`/${locale}/`))
        .map(([file, own]) => [file.slice(file.lastIndexOf('/') + 1, -'.json'.length), own]),
    ),
  )

function keysOf(locale: string, namespace: string): Set<string> {
  const keys = new Set<string>()
  const add = (prefix: string, value: unknown) => {
    if (typeof value === 'string') keys.add(prefix.replace(/_(zero|one|two|few|many|other)$/, ''))
    else
      for (const [key, inner] of Object.entries(value ?? {}))
        add(`${prefix}${prefix.includes(':') ? '.' : ':'}${key}`, inner)
  }
  const words = wordsOf(locale)
  add(namespace, words.labels)
  add(namespace, words[namespace])
  return keys
}

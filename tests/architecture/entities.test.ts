import { matchRoutes } from '@remix-run/react'
import { describe, expect, test } from 'vitest'
import routes from '../../app/routes'
import { sections } from '../../app/console/menu'
import { resources } from '../../app/resources'
import { resourcePaths } from '../../app/resources/names'
import type { Contract } from '../../backend/contract/contract'
import { frameLabels, labelsOf } from './entity-labels'
import { projectFiles } from './project-files'

/** Entities whose pages never were the engine's: `app/pages/`. */
const pagesOfTheirOwn = new Set(['notification', 'task', 'bulk_job', 'entry', 'import', 'export'])

interface Route {
  path?: string
  index?: boolean
  file: string
  children?: Route[]
}

const modules = import.meta.glob<Record<string, unknown>>('../../backend/*/*.contract.ts', { eager: true })
const contracts = Object.values(modules)
  .flatMap(module => Object.values(module))
  .filter(isContract)

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'family' in value && 'row' in value && 'many' in value
}

describe('entities', () => {
  test('each contract has a definition', () => {
    const defined = new Set<unknown>(Object.values(resources).map(resource => resource.contract))
    expect(
      contracts
        .filter(contract => !defined.has(contract) && !pagesOfTheirOwn.has(contract.one))
        .map(contract => contract.many),
    ).toEqual([])
  })

  test('each definition has a place in the menu', () => {
    const places = new Set(
      sections.flatMap(section => section.entries.flatMap(entry => [entry.path, ...(entry.also ?? [])])),
    )
    const sectionsOwn = new Set(sections.flatMap(section => (section.also ?? []).map(first => `/${first}`)))
    // A stream may be reached from its subjects alone; its section is known all the same.
    expect(
      Object.values(resources)
        .filter(({ path, stream }) => !places.has(path) && !(stream && sectionsOwn.has(path)))
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('each definition has its pages', () => {
    const pages = Object.values(resources).flatMap(({ path, form, actions }) => [
      path,
      `${path}/0123456789abcdef01234567`,
      `${path}/export.csv`,
      `${path}/columns`,
      `${path}/print`,
      ...(form ? [`${path}/new`, `${path}/0123456789abcdef01234567/edit`] : []),
      ...actions.flatMap(({ name }) => [`${path}/${name}`, `${path}/0123456789abcdef01234567/${name}`]),
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
        .map(label => `locales/${locale}/${label}`)
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
      return frameLabels(sections, paths)
        .filter(label => !known.has(label))
        .map(label => `locales/${locale}/${label}`)
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
    const named = new Set<string>(Object.keys(resourcePaths))
    const parts = new Set([
      'common',
      'search',
      'board',
      'bulk',
      'console',
      'engine',
      'errors',
      'auth',
      'islands',
      'notifications',
      'tasks',
      'audit',
      'profile',
      'version',
      'activity',
      'days',
      'config',
      'fraud',
      'meters',
      'views',
      'exports',
      'imports',
      'control',
      'smib-control',
    ])
    expect(
      projectFiles(/^locales\/en\//)
        .map(file => file.split('/').at(-1)!.replace('.json', ''))
        .filter(name => !named.has(name) && !parts.has(name)),
    ).toEqual([])
  })
})

const texts = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
})

function keysOf(locale: string, namespace: string): Set<string> {
  const keys = new Set<string>()
  const add = (prefix: string, value: unknown) => {
    if (typeof value === 'string') keys.add(prefix.replace(/_(zero|one|two|few|many|other)$/, ''))
    else
      for (const [key, inner] of Object.entries(value ?? {}))
        add(`${prefix}${prefix.includes(':') ? '.' : ':'}${key}`, inner)
  }
  add(namespace, texts[`../../locales/${locale}/${namespace}.json`])
  return keys
}

import { describe, expect, test } from 'vitest'
import { permissionCatalogue } from '../../backend/platform/contract/permissions'
import { resourcePaths } from '../addresses/names'
import { translator } from '../i18n/i18n.server'
import { locales } from '../i18n/locales'
import routes from '../routes'
import { built, menuOf, sections } from './menu'
import { placeOf } from './menu-place'
import { rowOf } from './menu-row'

const everything = Object.fromEntries(permissionCatalogue.map(name => [name, 1]))
const all = new Set(
  sections.flatMap(section => section.entries.flatMap(entry => [entry.path, ...(entry.also ?? [])])),
)
const keysFor = (...names: string[]) =>
  menuOf(Object.fromEntries(names.map(name => [name, 1])), all).map(section => section.key)

describe('menu', () => {
  test('a row holds what fits in the reader’s language, whichever page of “More” names the button', () => {
    for (const section of menuOf(everything, all))
      for (const { path } of section.entries)
        for (const letters of [4, 12, 18, 26]) {
          const words = { nameOf: () => 'x'.repeat(letters), more: 'xxxx' }
          const { row, more, here } = rowOf(section, path, words)
          expect([...row, ...more].map(one => one.path).sort()).toEqual(
            section.entries.map(one => one.path).sort(),
          )
          expect(row.some(one => one.path === path) ? undefined : path).toBe(here?.path)
          const button = more.length > 0 ? (here ? letters : 4) + 6 : 0
          expect(row.length * (letters + 1.5) + button).toBeLessThanOrEqual(136)
        }
  })

  test.each(locales)('says of each page in a sentence what it is for (%s)', locale => {
    const t = translator(locale)
    for (const { key } of menuOf(everything, all).flatMap(section => section.entries))
      expect(t(`console:entries.${key}.about`), key).toMatch(/^\p{Lu}/u)
  })

  test('has the eleven sections of the specification in their order', () => {
    expect(menuOf(everything, all).map(section => section.key)).toEqual([
      'home',
      'monitoring',
      'jackpots',
      'reports',
      'advanced',
      'acl',
      'admin',
      'operations',
      'notifications',
      'player-exclusion',
      'games-registry',
    ])
  })

  test('entries of ours stand after those of the specification, which are in its order', () => {
    const specified: Record<string, string> = {
      monitoring: 'tenants locations slots slots-offline events entity-groups bulk-actions',
      jackpots: 'jackpots jackpot-history jackpot-sources display-channels',
      reports: 'slot-games daily-reports monthly-reports payment-transactions collector-checkpoints',
      advanced: 'smibs checkpoints timelog tasks aggregation-rules',
      acl: 'users user-groups permissions roles entity-groups rules api-tokens',
      admin: 'columns-configurations general-settings',
      operations: 'remote-cashout',
      notifications: 'list subscriptions',
      'player-exclusion': 'players self-exclusions onjn-exclusions player-scans blacklists',
      'games-registry': 'game-profiles game-mixes games machine-types manufacturers protocols game-settings',
    }
    for (const [key, order] of Object.entries(specified)) {
      const names = sections.find(one => one.key === key)?.entries.map(({ path }) => path.split('/').at(-1))
      expect(names?.slice(0, order.split(' ').length), key).toEqual(order.split(' '))
    }
  })

  test('a user without permissions sees only what is open to all', () => {
    expect(keysFor()).toEqual(['notifications'])
  })

  test('one permitted entry shows its section, and only that entry', () => {
    expect(keysFor('smib::list')).toEqual(['advanced', 'notifications'])
    expect(menuOf({ 'smib::list': 1 }, all)[0]?.entries.map(entry => entry.path)).toEqual(['/advanced/smibs'])
  })

  test('an entry that needs two permissions is hidden from who has one', () => {
    const paths = (...names: string[]) =>
      menuOf(Object.fromEntries(names.map(name => [name, 1])), all).flatMap(section =>
        section.entries.map(entry => entry.path),
      )
    expect(paths('slot::list')).not.toContain('/bulk-actions')
    expect(paths('slot::list', 'tenant::lock_unlock_multiple_slots')).toContain('/bulk-actions')
    expect(paths('slot_entity_group::list')).toContain('/entity-groups')
  })

  test('a permission that is not 1 opens nothing', () => {
    expect(menuOf({ 'tenant::list': 0 }, all).map(section => section.key)).toEqual(['notifications'])
  })

  test('links only to pages that stand', () => {
    const standing = new Set([...Object.values(resourcePaths), ...routes.map(route => `/${route.path}`)])
    expect([...built].filter(path => !standing.has(path))).toEqual([])
    // A stream may stand in its section without an entry of its own: it is reached from its subjects.
    expect([...built].filter(path => !all.has(path) && placeOf(path).section === null)).toEqual([])
  })

  test.each([
    ['/slots', 'monitoring', '/slots'],
    ['/slots/65a1b2c3d4e5f60718293a4b', 'monitoring', '/slots'],
    ['/slots/65a1b2c3d4e5f60718293a4b/edit', 'monitoring', '/slots'],
    ['/slots-offline', 'monitoring', '/slots-offline'],
    ['/slots-groups/65a1b2c3d4e5f60718293a4b', 'monitoring', '/entity-groups'],
    ['/advanced/smibs/new', 'advanced', '/advanced/smibs'],
    ['/data-exports', 'advanced', null],
    ['/acl-users/65a1b2c3d4e5f60718293a4b', 'acl', null],
    ['/display-channel/65a1b2c3d4e5f60718293a4b', 'jackpots', null],
    ['/access', 'home', null],
    ['/user-profile/profile-overview', null, null],
    ['/notifications/list/', 'notifications', '/notifications/list'],
  ])('%s stands in %s at %s', (path, section, entry) => {
    expect(placeOf(path)).toEqual({ section, entry })
  })
})

import { describe, expect, test } from 'vitest'
import { i18nFor, translator } from '../i18n/i18n.server'
import { regions, type Locale } from '../i18n/locales'
import { breadcrumbs, titleCase } from './breadcrumbs'

const id = '65a1b2c3d4e5f60718293a4b'
const crumbsOf = (
  address: string,
  {
    title,
    names,
    narrowedTo,
    locale = 'en' as Locale,
    answers = () => true,
  }: {
    title?: string
    narrowedTo?: string
    names?: Record<string, string>
    locale?: Locale
    answers?: (path: string) => boolean
  } = {},
) => {
  const { pathname, search } = new URL(address, 'http://console.test')
  return breadcrumbs({ pathname, search, title, names, narrowedTo, t: translator(locale), answers })
}
const labels = (...args: Parameters<typeof crumbsOf>) => crumbsOf(...args).map(crumb => crumb.label)

describe('breadcrumbs', () => {
  test('are built from the path, with home leading to the dashboard', () => {
    expect(crumbsOf('/advanced/tasks')).toEqual([
      { label: 'Home', href: '/dashboard' },
      { label: 'Advanced', href: '/advanced' },
      { label: 'Tasks' },
    ])
  })

  test('have no crumb for what only separates a command from ids', () => {
    expect(labels('/slots/do/lock', { title: 'Lock 6 slots' })).toEqual(['Home', 'Slots', 'Lock 6 slots'])
  })

  test('the dashboard has none', () => {
    expect(crumbsOf('/dashboard')).toEqual([])
    expect(crumbsOf('/dashboard/edit')).toEqual([])
  })

  test.each([
    ['/reports/slot-games', 'Game Stats'],
    ['/acl', 'Access Control List'],
    ['/advanced/smibs', 'SMIBs'],
    ['/advanced/smib', 'SMIB'],
    ['/acl/rules', 'ACL Rules'],
    ['/acl/api-tokens', 'API Tokens'],
    ['/games-registry/game-mixes', 'Game Mixes'],
  ])('%s ends in %s', (path, label) => {
    expect(labels(path).at(-1)).toBe(label)
  })

  test('titles by rule what the language files do not name', () => {
    expect(
      ['slot-games', 'acl', 'smibs', 'smib', 'rules', 'api-tokens', 'never-heard-of'].map(titleCase),
    ).toEqual([
      'Game Stats',
      'Access Control List',
      'SMIBs',
      'SMIB',
      'ACL Rules',
      'API Tokens',
      'Never Heard Of',
    ])
    expect(labels('/never-heard-of')).toEqual(['Home', 'Never Heard Of'])
  })

  test('are words, whatever the segments are called', () => {
    for (const segment of ['constructor', '__proto__', 'toString'])
      expect(labels(`/slots/${segment}/edit`, { names: {} }).every(label => typeof label === 'string')).toBe(
        true,
      )
  })

  test('numbers and final ids stay as they are', () => {
    expect(labels(`/slots/${id}`)).toEqual(['Home', 'Slots', id])
    expect(labels('/reports/2026')).toEqual(['Home', 'Reports', '2026'])
  })

  test("the page's title stands in place of the last segment, names in place of ids before it", () => {
    expect(labels(`/slots/${id}`, { title: 'EGT-00412' })).toEqual(['Home', 'Slots', 'EGT-00412'])
    expect(labels(`/slots/${id}/edit`, { title: 'Edit EGT-00412', names: { [id]: 'EGT-00412' } })).toEqual([
      'Home',
      'Slots',
      'EGT-00412',
      'Edit EGT-00412',
    ])
  })

  test('a page titled like the one above it goes by its address', () => {
    expect(labels('/slots/print', { title: 'Slots' })).toEqual(['Home', 'Slots', 'Print view'])
  })

  test('an empty filter was not chosen', () => {
    expect(labels('/slots?location=&query=')).toEqual(['Home', 'Slots'])
  })

  test.each(['timelog', 'checkpoints', 'raw-aggregations', 'computed-aggregations'])(
    '%s of a type asks for an id',
    name => {
      expect(labels(`/advanced/${name}/slot`).at(-1)).toBe('Id')
      expect(labels(`/advanced/${name}`)).toHaveLength(3)
      expect(labels(`/advanced/${name}/columns`)).toHaveLength(4)
      expect(labels(`/advanced/${name}/slot/${id}`)).toHaveLength(5)
    },
  )

  test.each(['timelog', 'checkpoints', 'raw-aggregations', 'computed-aggregations'])(
    '%s of a type or of one thing has the crumbs of its specified address',
    name => {
      expect(labels(`/advanced/${name}?type=slot`)).toEqual(labels(`/advanced/${name}/slot`))
      expect(labels(`/advanced/${name}?type=slot`).slice(-2)).toEqual(['Slot', 'Id'])
      const ofOne = crumbsOf(`/advanced/${name}/${id}?type=slot`, { title: 'EGT-00412' })
      expect(ofOne.map(crumb => crumb.label).slice(-2)).toEqual(['Slot', 'EGT-00412'])
      expect(ofOne[3]?.href).toBe(`/advanced/${name}/slot`)
      expect(labels(`/advanced/${name}?type=door`)).toHaveLength(3)
    },
  )

  test('wins of a type say which, and whose they are', () => {
    expect(labels('/jackpot-history?type=level', { title: 'Jackpot History' })).toEqual([
      'Home',
      'Jackpot History',
      'Level',
    ])
    const address = `/jackpot-history?type=slot&slot=${id}`
    expect(labels(address, { title: 'Jackpot History', narrowedTo: 'EGT-00412' }).slice(-2)).toEqual([
      'Slot',
      'EGT-00412',
    ])
  })

  test('a remote cashout is its own page, and asks for no id', () => {
    expect(labels(`/operations/remote-cashout/${id}`)).toHaveLength(4)
  })

  test('a list narrowed to a tenant, location or slot ends in that one’s name, and leads back to all of it', () => {
    expect(crumbsOf(`/slots?location=${id}`, { title: 'Slots', narrowedTo: 'Cluj Central' })).toEqual([
      { label: 'Home', href: '/dashboard' },
      { label: 'Slots', href: '/slots' },
      { label: 'Cluj Central' },
    ])
  })

  test('a search alone, or a filter of another kind, adds none', () => {
    expect(labels('/slots?query=EGT&status=active')).toEqual(['Home', 'Slots'])
    expect(labels('/locations?query=Titan')).toEqual(['Home', 'Locations'])
    expect(labels('/events?severity=alarm')).toEqual(['Home', 'Events'])
  })

  test('turning a page or sorting opens nothing from anywhere', () => {
    expect(labels('/slots?page=2&sortBy=serial&sortDirection=DESC&rowsPerPage=50')).toEqual(['Home', 'Slots'])
    expect(labels('/tenants?query=x')).toEqual(['Home', 'Tenants'])
  })

  test('the way back to the events of a machine says that it is one', () => {
    expect(crumbsOf(`/events/${id}/export?type=slot&severity=alarm`)[2]?.href).toBe(`/events/${id}?type=slot`)
  })

  test('a payment transaction stands under its list', () => {
    expect(labels('/reports/payment-transaction?id=77')).toEqual([
      'Home',
      'Reports',
      'Payment Transactions',
      '77',
    ])
    expect(crumbsOf('/reports/payment-transaction?id=77')[2]?.href).toBe('/reports/payment-transactions')
  })

  test('never link to what does not answer, and home falls back to the start page', () => {
    const crumbs = crumbsOf('/slot/control/1', { answers: () => false })
    expect(crumbs.map(crumb => crumb.href)).toEqual(['/access', undefined, undefined, undefined])
  })

  test('speak the language of the user', () => {
    expect(labels('/acl/api-tokens', { locale: 'ro' })).toEqual(['Acasă', 'Control acces', 'Jetoane API'])
    expect(labels('/acl/api-tokens', { locale: 'pt' })).toEqual([
      'Início',
      'Controlo de acesso',
      'Tokens de API',
    ])
  })

  test('survive broken escapes and keep each segment one step', () => {
    expect(labels('/slots/%E0%A4%A').at(-1)).toBe('%E0%A4%A')
    expect(crumbsOf('/slots/a%2Fb/c')[2]?.href).toBe('/slots/a%2Fb')
  })

  test('every segment of the specification is named in each language', () => {
    const named = (locale: Locale) =>
      Object.keys(
        (i18nFor(locale).getResourceBundle(regions[locale], 'console') as { crumbs: object }).crumbs,
      ).sort()
    expect(named('ro')).toEqual(named('en'))
    expect(named('pt')).toEqual(named('en'))
  })
})

import { describe, expect, test } from 'vitest'
import { createFeed, feed, steady } from './notification-feed'
import { notificationText, type RealTimeNotification } from './notification-text'

const words = { unknownType: 'Unknown resource type', missingContent: 'missing template content' }
const door: RealTimeNotification = {
  id: 'a1',
  resource_type: 'slot',
  timestamp: 2_000,
  resource_details: {
    slot_id: 'c10000000000000000000001',
    slot_name: 'EGT-00412',
    location_name: 'Cluj Central',
  },
  content: {
    en: 'Door of {{slot}} open for {{minutes}} min',
    ro: 'Ușa {{slot}} este deschisă de {{minutes}} min',
  },
  data: { slot: 'EGT-00412', minutes: 5 },
}
const read = (change: Partial<RealTimeNotification>, locale = 'en') =>
  notificationText({ ...door, ...change }, locale, words)

describe('a notification', () => {
  test("names what it is about, leads there, and fills its template in the reader's language", () => {
    expect(read({}, 'ro')).toEqual({
      subject: 'EGT-00412 · Cluj Central',
      href: '/slots/c10000000000000000000001',
      text: 'Ușa EGT-00412 este deschisă de 5 min',
    })
  })

  test('that asks for an answer leads to where it is given', () => {
    const asks = (approval_id: string) =>
      read({ resource_details: { ...door.resource_details, approval_id } })
    expect(asks('f10000000000000000000009')).toMatchObject({
      subject: 'EGT-00412 · Cluj Central',
      href: '/approvals/f10000000000000000000009',
    })
    expect(asks('../logout')?.href).toBe('/slots/c10000000000000000000001')
  })

  test('about many slots that a rule fired for leads to the list of its alarms', () => {
    const rule = { ...door.resource_details, alarm_rule_id: 'f20000000000000000000001' }
    expect(read({ resource_type: 'location', resource_details: rule })?.href).toBe(
      '/alarms?state=open&rule=f20000000000000000000001',
    )
    expect(read({ resource_details: rule })?.href).toBe('/slots/c10000000000000000000001')
  })

  test('falls back to English', () => {
    expect(read({}, 'pt')?.text).toBe('Door of EGT-00412 open for 5 min')
  })

  test.each([
    ['type', { resource_type: null }],
    ['details', { resource_details: null }],
  ])('without its %s shows nothing', (_, change) => {
    expect(read(change)).toBeNull()
  })

  test.each(['spaceship', 'constructor', '__proto__'])(
    'of the type %s says that the type is unknown',
    resource_type => {
      expect(read({ resource_type })).toMatchObject({ subject: 'Unknown resource type', href: null })
    },
  )

  test.each([
    ['no content', { content: null }],
    ['no text for anyone', { content: { ro: '' } }],
  ])('with %s says so', (_, change) => {
    expect(read(change)?.text).toBe('missing template content')
  })

  test('a missing value leaves a dash, an id that is none no link', () => {
    expect(read({ data: { slot: 'X' } })?.text).toBe('Door of X open for – min')
    expect(read({ resource_details: { slot_id: '../logout', slot_name: 'X' } })).toMatchObject({
      subject: 'X',
      href: null,
    })
    expect(read({ content: { en: '{{constructor}}' } })?.text).toBe('–')
  })
})

describe("the bell's feed", () => {
  const older = { ...door, id: 'b2', timestamp: 1_000 }

  test('newest first, each once', () => {
    expect(feed([older], { type: 'received', notification: door }).map(one => one.id)).toEqual(['a1', 'b2'])
    expect(feed([door, older], { type: 'received', notification: door })).toHaveLength(2)
  })

  test("the server's list replaces what was held", () => {
    expect(feed([door], { type: 'listed', notifications: [older] })).toEqual([older])
  })

  test('dismissed ones go, confirmed ones stay flagged', () => {
    expect(feed([door, older], { type: 'dismissed', ids: ['a1'] })).toEqual([older])
    expect(feed([door], { type: 'confirmed', ids: ['a1'] })[0]?.confirmed).toBe(true)
  })

  test('an open sheet keeps its entries where they stood, and counts what arrived since', () => {
    const newer = { ...door, id: 'c3', timestamp: 3_000 }
    const held = [newer, { ...door, timestamp: 4_000, confirmed: true }, older]
    const { shown, waiting } = steady(held, ['a1', 'b2'])
    expect(shown.map(one => [one.id, one.confirmed ?? false])).toEqual([
      ['a1', true],
      ['b2', false],
    ])
    expect(waiting).toBe(1)
    expect(steady([newer], ['a1'])).toEqual({ shown: [], waiting: 1 })
  })

  test('one that comes in while others are cleared stays', () => {
    expect(feed([door, older], { type: 'dismissed', ids: [older.id] })).toEqual([door])
  })

  test('news that were on their way while one was pressed change nothing about it', () => {
    const bell = createFeed()
    bell.dispatch({ type: 'listed', notifications: [door, older] })
    bell.dispatch({ type: 'dismissed', ids: [door.id] })
    bell.dispatch({ type: 'confirmed', ids: [older.id] })
    bell.dispatch({ type: 'received', notification: door })
    bell.dispatch({ type: 'received', notification: older })
    expect(bell.held()).toEqual([{ ...older, confirmed: true }])
    bell.dispatch({ type: 'listed', notifications: [door, older] })
    expect(bell.held()).toEqual([{ ...older, confirmed: true }])
  })
})

/** The handbook: each page of the menu is explained, each topic is written in three languages and led to by a page. */
import { describe, expect, test } from 'vitest'
import { helpOf, isTopic, topicOf, topics } from '../../app/console/help-topics'
import { sections } from '../../app/console/menu'
import { resourcePaths } from '../../app/addresses/names'
import { steps } from '../../app/platform/help/help-search'
import { read } from './project-files'

const entries = sections.flatMap(section => section.entries.map(({ path }) => path))
/** Where somebody stands who has no list before them. */
const others = [
  '/access',
  '/slots-import',
  '/user-profile',
  '/config/tenant/5f0000000000000000000001',
  '/repairs/5f0000000000000000000001/clear-form',
]
const id = '65a1b2c3d4e5f60718293a4b'

describe('the handbook', () => {
  test('every entry of the menu and every list has a topic', () => {
    const paths = [...entries, ...Object.values(resourcePaths), ...others]
    expect(paths.filter(path => topicOf(path) === null)).toEqual([])
  })

  test('every topic is led to by a page', () => {
    const led = new Set([...entries, ...others].map(topicOf))
    expect(topics.filter(topic => !led.has(topic))).toEqual([])
  })

  test.each(['en', 'ro', 'pt'])('every topic is written in %s, and short enough for one sheet', locale => {
    const texts = (
      JSON.parse(read(`locales/${locale}/platform/help.json`)) as {
        topics: Record<
          string,
          { title: string; what: string; steps: Record<string, string>; trouble: string }
        >
      }
    ).topics
    expect(Object.keys(texts).sort()).toEqual([...topics].sort())
    for (const [topic, { title, what, steps: written, trouble }] of Object.entries(texts)) {
      expect(Object.keys(written), topic).toEqual([...steps])
      for (const text of [title, what, trouble, ...Object.values(written)]) {
        expect(text.trim().length, topic).toBeGreaterThan(3)
        expect(text.length, `${topic}: ${text}`).toBeLessThan(220)
      }
    }
  })

  test.each([
    ['/slots', 'network'],
    [`/slots/${id}`, 'network'],
    [`/slots/${id}/lock`, 'locking'],
    ['/slots/views', 'lists'],
    ['/slots-import', 'imports'],
    ['/player-exclusion/self-exclusions-import', 'exclusion'],
    [`/locations/${id}/days`, 'figures'],
    [`/locations/${id}/days/2026-11-20`, 'days'],
    ['/reports/slot-games', 'figures'],
    ['/reports/collector-checkpoints/new', 'cash'],
    ['/reports/monthly-report/abc', 'days'],
    ['/advanced/timelog/slot', 'telemetry'],
    ['/admin/general-settings', 'settings'],
    ['/admin/outbox', 'notices'],
  ])('%s is explained by %s', (path, topic) => {
    expect(topicOf(path)).toBe(topic)
  })

  test('a page that no topic explains leads to all of them, and the help to none', () => {
    expect(helpOf('/error/error-v1')).toBe('/help')
    expect(helpOf('/help/locking')).toBeNull()
    expect(isTopic('constructor')).toBe(false)
  })
})

import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import routes from '../routes'
import { NotificationsBell } from '../islands/notifications-bell'
import { sectionPaths } from './section-pages'
import { initials, shortName } from './user-menu'

describe('the frame', () => {
  test.each([
    ['Ana Maria Popescu', 'A. Popescu', 'AP'],
    ['Ștefan Ene', 'Ș. Ene', 'ȘE'],
    ['admin', 'admin', 'a'],
    ['  Olga  Rusu ', 'O. Rusu', 'OR'],
    ['', '', ''],
  ])('%j is %j in the bar, and %j where it is narrow', (name, short, shorter) => {
    expect(shortName(name)).toBe(short)
    expect(initials(name)).toBe(shorter)
  })

  test('sections with a page of their own have a route, and only those', () => {
    const standing = new Set(routes.map(route => `/${route.path}`))
    expect(sectionPaths).toContain('/advanced')
    expect(sectionPaths).toContain('/notifications')
    expect(sectionPaths).not.toContain('/monitoring')
    expect(sectionPaths.filter(path => !standing.has(path))).toEqual([])
  })

  test('before scripts run, the bell is a link to the list with what the server counted', () => {
    const ring = (unseen: number | null) =>
      renderToStaticMarkup(<NotificationsBell t={key => key} locale="en" clockAhead={0} unseen={unseen} />)
    expect(ring(7)).toContain('aria-label="notifications:title: 7"')
    expect(ring(7)).toContain('<span class="badge bell-count" aria-hidden="true">7</span>')
    expect(ring(1_204)).toContain('aria-label="notifications:title: 99+"')
    expect(ring(0)).not.toContain('bell-count')
    const bell = ring(null)
    expect(bell).toContain(
      '<a class="bar-item bell" href="/notifications/list?seen=0" aria-label="notifications:title">',
    )
    expect(bell).not.toContain('<details')
    expect(bell.replace(/data-props="[^"]*"/, '')).not.toContain('notifications:none')
  })
})

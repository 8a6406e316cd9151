import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Appearance } from '../../backend/accounting/appearance/appearance.contract'
import routes from '../routes'
import { NotificationsBell } from '../islands/notifications-bell'
import { formatter } from '../i18n/format'
import { Accent, HouseMark } from './appearance'
import { ShellContext, type Shell } from './shell-context'
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

  const drawn = (part: ReactNode, more: Partial<Shell>) =>
    renderToStaticMarkup(
      <ShellContext.Provider
        value={{ t: (key: string) => key, format: formatter('en', 'UTC'), user: null, ...more } as never}
      >
        {part}
      </ShellContext.Provider>,
    )
  const logo = { sha256: 'ab'.repeat(32), width: 60, height: 20 }
  const nights: Appearance = { name: 'Carpathia Nights', colour: '#7a0019', logo }

  test('a tenant’s name, logo and colour stand where the product’s do', () => {
    const user = { id: '', name: 'Olga Rusu', username: 'olga', tenantId: '', picture: null }
    const bar = drawn(<HouseMark>product</HouseMark>, { appearance: nights, user })
    expect(bar).toContain(`<img src="/appearance/logo/${logo.sha256}" width="72" height="24" alt=""/>`)
    expect(bar).toContain(`<span class="house-name" title="${nights.name}">`)
    expect(bar).toContain('Carpathia Nights')
    expect(drawn(<HouseMark>product</HouseMark>, { appearance: null })).toBe('product')
    const stranger = drawn(<HouseMark />, { appearance: { ...nights, logo: { ...logo, png: 'AAAA' } } })
    expect(stranger).toContain('src="data:image/png;base64,AAAA"')
    expect(renderToStaticMarkup(<Accent appearance={nights} />)).toContain('href="/appearance/7a0019.css"')
    for (const colour of [null, '#ffd400', '#7a0019"><script>'])
      expect(renderToStaticMarkup(<Accent appearance={{ ...nights, colour }} />), String(colour)).toBe('')
  })
})

import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import type { OverviewLocation } from '../../../backend/operations/overview/overview.contract'
import { ShellProvider } from '../../console/shell-context'
import type { ShellData } from '../../console/shell-data'
import { i18nFor } from '../../i18n/i18n.server'
import { LocationsTable } from './locations-by-trouble'
import { NetworkTakings } from './network-takings'

const place = { _id: 'a'.repeat(24), name: 'Cluj 1' }

function render(page: ReactElement): string {
  const shell: ShellData = {
    user: { id: '1', name: 'Bogdan Nițu', username: 'operator', tenantId: place._id, picture: null },
    permissions: {},
    locale: 'en',
    theme: 'light',
    density: 'compact',
    timeZone: 'Europe/Lisbon',
    flash: null,
    nonce: '',
    path: '/access',
    now: Date.UTC(2026, 10, 20, 10),
    preferences: { rowsPerPage: null },
  }
  return renderToString(
    <I18nextProvider i18n={i18nFor('en')}>
      <ShellProvider data={shell}>{page}</ShellProvider>
    </I18nextProvider>,
  )
}

function drawn(today: (number | null)[]): string {
  const row: OverviewLocation = {
    location: place,
    tenant: place,
    total: 25,
    offline: 0,
    locked: 0,
    doors: 0,
    under_way: 0,
    never: 0,
    takings: [{ currency: 'RON', today: 0, usual: 900_000 }],
    hours: [{ currency: 'RON', today, usual: [100_000, 200_000, 300_000, 300_000] }],
  }
  return render(<LocationsTable rows={[row]} />)
}

test('hours that nobody has reported yet are no loss of everything: the comparison says that they are missing', () => {
  for (const today of [
    [null, null],
    [100_000, null],
  ]) {
    expect(drawn(today)).toContain('hours missing')
    expect(drawn(today)).not.toMatch(/100\s*%/)
  }
})

test('hours that were all reported are compared', () => {
  expect(drawn([100_000, 200_000])).toContain('3,000.00 (0%)')
  expect(drawn([100_000, 50_000])).toContain('1,500.00 (−50%)')
})

test('a share is not written where it means nothing: no win yet, a loss, or a multiple of a few lei', () => {
  for (const [today, won] of [
    [[0, 0], '0.00'],
    [[-200_000, 0], '−2,000.00'],
    [[900_000, 900_000], '18,000.00'],
  ] as const) {
    const shown = drawn([...today])
    expect(shown).toContain(`${won} (usually 3,000.00)`)
    expect(shown).not.toMatch(/\d\s*%\)/)
  }
})

test('the network’s full hours are compared as a share, or as the amount that they are above or below', () => {
  const tiles = (won: number, usual: number, of = 1) =>
    render(
      <NetworkTakings
        takings={[{ currency: 'RON', today: won, yesterday: null, by_now: { won, usual, locations: 1, of } }]}
      />,
    )
  expect(tiles(50_000, 100_000)).toContain('−50%')
  const early = tiles(0, 100_000)
  expect(early).toContain('−1,000.00')
  expect(early).toContain('usually 1,000.00 RON by then')
  expect(early).not.toMatch(/\d\s*%/)
  expect(early).not.toMatch(/\d of \d/)
  // Of all locations is only the day: where full hours are of some, both say so.
  expect(tiles(50_000, 100_000, 3)).toContain('in full hours 500.00, 1 of 3 locations')
  // Next to nothing is no share either: "−100%" would say that there is nothing.
  expect(tiles(300, 100_000)).toContain('−997.00')
})

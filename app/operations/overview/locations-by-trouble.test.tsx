import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import type { OverviewLocation } from '../../../backend/operations/overview/overview.contract'
import { ShellProvider } from '../../console/shell-context'
import type { ShellData } from '../../console/shell-data'
import { i18nFor } from '../../i18n/i18n.server'
import { LocationsTable } from './locations-by-trouble'

const place = { _id: 'a'.repeat(24), name: 'Cluj 1' }

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
  const page: ReactElement = <LocationsTable rows={[row]} />
  return renderToString(
    <I18nextProvider i18n={i18nFor('en')}>
      <ShellProvider data={shell}>{page}</ShellProvider>
    </I18nextProvider>,
  )
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

test('hours that were all reported are compared, also where nothing was won', () => {
  expect(drawn([100_000, 200_000])).toContain('0%')
  expect(drawn([0, 0])).toContain('−100%')
})

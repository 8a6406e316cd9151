/** A page of the engine, drawn as the console does for somebody who is signed in. */
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { ShellProvider } from '../../app/console/shell-context'
import type { ShellData } from '../../app/console/shell-data'
import type { Row } from '../../app/engine/definition/row'
import { i18nFor } from '../../app/i18n/i18n.server'
import { permissionCatalogue } from '../../backend/platform/contract/permissions'

export const now = Date.UTC(2026, 10, 20, 10)
export const everything = Object.fromEntries(permissionCatalogue.map(name => [name, 1]))
export const place = { _id: 'a'.repeat(24), name: 'Cluj 1' }
export const slot = (index: number, more: Partial<Row> = {}): Row => ({
  _id: String(index).padStart(24, '0'),
  version: 1,
  serial: `EGT-${index}`,
  location: place,
  tenant: place,
  denomination: { minor: 10, currency: 'RON' },
  credits: 12_340,
  status: 'active',
  protocol: { _id: 'aaaaaaaaaaaaaaaaaaaaaaaa', name: 'SAS 5.02' },
  lock_state: 'active',
  state: 'online',
  last_seen_at: now - 40_000,
  archived_at: null,
  ...more,
})

export function draw(
  page: ReactElement,
  {
    permissions = everything,
    locale = 'en' as const,
  }: Partial<Pick<ShellData, 'permissions'>> & { locale?: 'en' | 'ro' | 'pt' } = {},
) {
  const shell: ShellData = {
    user: { id: '1', name: 'Bogdan Nițu', username: 'operator', tenantId: place._id, picture: null },
    permissions,
    locale,
    theme: 'light',
    density: 'compact',
    timeZone: 'Europe/Bucharest',
    flash: null,
    nonce: '',
    path: '/slots',
    now,
    preferences: { rowsPerPage: null },
  }
  return renderToString(
    <I18nextProvider i18n={i18nFor(locale)}>
      <ShellProvider data={shell}>{page}</ShellProvider>
    </I18nextProvider>,
  )
}

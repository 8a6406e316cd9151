import { expect, test } from 'vitest'
import '../../definitions'
import { translator } from '../../i18n/i18n.server'
import { shownList } from './shared-list.server'

test('rows behind a link look like their list: numbers grouped and to the right, the currency in the head', () => {
  const slot = (serial: string, minor: number | null) => [
    serial,
    minor === null ? null : [{ minor, currency: 'RON' }],
  ]
  const shown = shownList(
    { locale: 'ro', t: translator('ro') },
    {
      page: 'slots',
      address: '/slots',
      columns: ['serial', 'net_win_today'],
      shown: null,
      units: { net_win_today: ['RON'] },
      time_zone: 'Europe/Bucharest',
      as_of: Date.UTC(2026, 10, 20),
      names: {},
      rows: [slot('00412', -945_500), slot('10077', null), slot('55501', 1_469_000)],
    },
  )
  expect(shown.head).toEqual([
    { label: expect.any(String) as string, numeric: false },
    { label: 'Venit net azi (RON)', numeric: true },
  ])
  expect(shown.rows).toEqual([
    ['00412', '−9.455,00'],
    ['10077', '–'],
    ['55501', '14.690,00'],
  ])
})

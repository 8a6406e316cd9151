import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { ShellProvider } from '../../console/shell-context'
import type { ShellData } from '../../console/shell-data'
import { i18nFor } from '../../i18n/i18n.server'
import type { Locale } from '../../i18n/locales'
import { CameBy } from '../../workflow/second-person/came-by'
import type { Editing } from './part.server'
import { Parts } from './parts'

const id = 'a'.repeat(24)
const request = 'b'.repeat(24)

function draw(page: ReactElement, locale: Locale = 'en') {
  const shell: ShellData = {
    user: { id: '1', name: 'Bogdan Nițu', username: 'manager', tenantId: id, picture: null },
    permissions: {},
    locale,
    theme: 'light',
    density: 'compact',
    timeZone: 'Europe/Lisbon',
    flash: null,
    nonce: '',
    path: '/message-edits/part',
    now: 0,
    preferences: { rowsPerPage: null },
  }
  return renderToString(
    <I18nextProvider i18n={i18nFor(locale)}>
      <ShellProvider data={shell}>{page}</ShellProvider>
    </I18nextProvider>,
  )
}

it('of two events with the same code the number and the time by the place’s clock say which is meant', () => {
  const at = Date.UTC(2026, 10, 26, 17)
  const door = (event_seq_nr: number) => ({
    event: `${event_seq_nr}`.repeat(24),
    at,
    event_seq_nr,
    code: '11',
    edit: null,
  })
  const shown = {
    message: '/message-edits/part?nr=4',
    parts: {
      time_zone: 'Europe/Bucharest',
      events: [door(1), door(3)],
      counters: [],
      slotdata: [],
      edits: [],
    },
  } as unknown as Editing
  const html = draw(<Parts shown={shown} />)
  expect([...html.matchAll(/<td[^>]*>(no\. [^<]*)</g)].map(([, text]) => text)).toEqual([
    'no. 1, 26/11/2026, 19:00:00',
    'no. 3, 26/11/2026, 19:00:00',
  ])
  expect(html).toContain('aria-label="Correct or exclude: 11 Slot door opened, no. 3, 26/11/2026, 19:00:00"')
})

it('an edit leads to the request that it came by, and to the one that takes it back, or is to', () => {
  const drawn = (state: string, back: string | null) =>
    draw(<CameBy row={{ state, approval: id, back_approval: back }} />, 'ro').replace(/<[^>]+>/g, '|')
  expect(drawn('holds', null)).toBe('||Aprobată de o a doua persoană: cererea||')
  expect(drawn('holds', request)).toContain('S-a cerut anularea ei: cererea')
  expect(drawn('restored', request)).toContain('Anulată de două persoane: cererea')
  expect(draw(<CameBy row={{ state: 'holds', approval: null, back_approval: null }} />)).toBe('')
})

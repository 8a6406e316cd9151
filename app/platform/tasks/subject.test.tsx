import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { ShellProvider } from '../../console/shell-context'
import type { ShellData } from '../../console/shell-data'
import { i18nFor } from '../../i18n/i18n.server'
import type { Locale } from '../../i18n/locales'
import type { Task } from './task'
import { Subject } from './subject'

const id = 'a'.repeat(24)

function draw(page: ReactElement, locale: Locale) {
  const shell: ShellData = {
    user: { id: '1', name: 'Bogdan Nițu', username: 'manager', tenantId: id, picture: null },
    permissions: {},
    locale,
    theme: 'light',
    density: 'compact',
    timeZone: 'Europe/Bucharest',
    flash: null,
    nonce: '',
    path: '/advanced/tasks',
    now: 0,
    preferences: { rowsPerPage: null },
  }
  const html = renderToString(
    <I18nextProvider i18n={i18nFor(locale)}>
      <ShellProvider data={shell}>{page}</ShellProvider>
    </I18nextProvider>,
  )
  return { text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '), href: /href="([^"]+)"/.exec(html)?.[1] }
}
const task = (kind: string, result: unknown) => ({ kind, result }) as Task
const subject = { _id: id, name: 'Cluj Central', reason: 'The owners asked' }

it('a task says of what, over which days and why it works sums out anew', () => {
  const days = { ...subject, type: 'location', from: '2026-11-20', through: '2026-11-26' }
  const page = <Subject task={task('reaggregate', { slots: 1, subject: days })} />
  expect(draw(page, 'en')).toEqual({
    text: ' What it is about Location Cluj Central Gaming days 20/11/2026 – 26/11/2026 Reason The owners asked ',
    href: `/locations/${id}`,
  })
  expect(draw(page, 'ro').text).toContain('Zile de joc 20.11.2026 – 26.11.2026')
})

it('a change that is set back leads to what held, since the instant or the day that it holds from', () => {
  const back = (type: string, from: string) => (
    <Subject task={task('set_back', { subject: { ...subject, type, from, through: null } })} />
  )
  const slot = draw(back('slot', '2026-11-26T10:00:00.000Z'), 'pt')
  expect(slot.text).toContain('Válido desde 26/11/2026, 12:00')
  expect(slot.href).toBe(`/held/slot/${id}`)
  expect(draw(back('location', '2026-11-26'), 'en').text).toContain('Holds since 26/11/2026 Reason')
})

it('of a task that says nothing of it there is no such section', () => {
  expect(draw(<Subject task={task('reaggregate', { slots: 1 })} />, 'en').text).toBe('')
  expect(draw(<Subject task={task('import', null)} />, 'en').text).toBe('')
})

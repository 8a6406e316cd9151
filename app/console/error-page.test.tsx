import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, test } from 'vitest'
import { i18nFor, translator } from '../i18n/i18n.server'
import { locales, type Locale } from '../i18n/locales'
import type { ErrorData } from './error-data'
import { ErrorPage, refreshOf, troubleOf } from './error-page'

const thrown = (status: number, data: Partial<ErrorData>) => ({
  status,
  statusText: '',
  internal: false,
  data: { code: data.kind, requestId: 'ref-1', unknown: false, method: 'GET', ...data },
})
const shown = (error: unknown, locale: Locale = 'en') =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18nFor(locale)}>
      <ErrorPage error={error} path="/slots" />
    </I18nextProvider>,
  )

describe('error page', () => {
  test('says what happened, the reference, and asks again by itself while the backend is away', () => {
    const error = thrown(503, { kind: 'unreachable' })
    expect(shown(error)).toContain('ref-1')
    expect(refreshOf(error)).toBe(5)
  })

  test('names the method and the address that led to it', () => {
    expect(shown(thrown(404, { kind: 'not-found' }))).toContain('<code>GET /slots</code>')
    const led = thrown(404, { kind: 'not-found', path: '/no/such/<page>' })
    expect(shown(led)).toContain('<code>GET /no/such/&lt;page&gt;</code>')
  })

  test('says what of the address of a file cannot be used', () => {
    const page = shown(
      thrown(422, { kind: 'bad-request', code: 'file_refused', lines: ['colour: unknown'] }),
      'ro',
    )
    expect(page).toContain('<li>colour: unknown</li>')
    expect(page).not.toContain('file_refused')
  })

  test('never asks again by itself after a write, and keeps what was typed for sending again', () => {
    const error = thrown(503, {
      kind: 'timeout',
      method: 'POST',
      resend: { path: '/slots/new', fields: [['serial', 'EGT-"1"']] },
    })
    expect(refreshOf(error)).toBeNull()
    expect(shown(error)).toContain('action="/slots/new"')
    expect(shown(error)).toContain('value="EGT-&quot;1&quot;"')
  })

  test('a lost answer to a write is told as unknown, never as nothing changed', () => {
    const page = shown(thrown(504, { kind: 'timeout', method: 'POST', unknown: true }))
    expect(page).toContain('role="alert"')
    expect(page).not.toContain('Nothing was')
  })

  test('a session that ended keeps what was sent in the sign-in form', () => {
    const page = shown(
      thrown(401, {
        kind: 'signed-out',
        method: 'POST',
        resend: { path: '/slots/new', fields: [['serial', 'EGT-1']] },
      }),
    )
    expect(page).toContain('action="/auth/login?kept"')
    expect(page).toContain('name="kept" value="{&quot;path&quot;:&quot;/slots/new&quot;')
  })

  test('a file that would be too long says what to do, in every language', () => {
    for (const locale of locales) {
      const page = shown(thrown(413, { kind: 'too-large', code: 'file_too_long', lines: ['CSV!'] }), locale)
      expect(page).toContain(translator(locale)('errors:codes.file_too_long'))
      expect(page).toContain('<li>CSV!</li>')
    }
  })

  test('an error of the program itself shows nothing of its text', () => {
    expect(shown(new Error('secret detail'))).not.toContain('secret')
    expect(troubleOf(new Error('x'))).toMatchObject({ status: 500, kind: 'unexpected' })
  })

  test.each([400, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503, 504])(
    'status %d has words in every language',
    status => {
      for (const locale of locales) {
        const page = shown({ status, statusText: '', internal: false, data: null }, locale)
        expect(page).not.toMatch(/errors:|console:|kinds\./)
        expect(page).toContain(String(status))
      }
    },
  )
})

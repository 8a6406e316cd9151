import { describe, expect, test } from 'vitest'
import { detectLocale, i18nFor, translator } from './i18n.server'

const asked = (headers: Record<string, string>, path = '/slots', user?: string | null) =>
  detectLocale(new Request(`http://console.test${path}`, { headers }), user)

describe('language of a request', () => {
  test('the cookie comes before the setting, the setting before the browser', async () => {
    expect(await asked({ Cookie: 'theme=dark; lng=ro', 'Accept-Language': 'en' }, '/slots', 'pt')).toBe('ro')
    expect(await asked({ 'Accept-Language': 'en' }, '/slots', 'pt')).toBe('pt')
    expect(await asked({ 'Accept-Language': 'ro-RO,ro;q=0.9,en;q=0.5' })).toBe('ro')
  })

  test.each([
    ['de,pt', 'pt'],
    ['pt-BR', 'pt'],
    ['de, fr', 'en'],
    ['en;q=0.1, ro;q=0.9', 'ro'],
    ['*', 'en'],
    ['', 'en'],
    ['not a tag, ro', 'ro'],
    ['ro-MD', 'ro'],
    ['ro;q=0, en', 'en'],
    ['x'.repeat(10_000), 'en'],
    ['de;q=abc,pt', 'pt'],
  ])('Accept-Language "%.30s" gives %s', async (header, locale) => {
    expect(await asked({ 'Accept-Language': header })).toBe(locale)
  })

  test('unknown languages are passed over wherever they come from', async () => {
    expect(await asked({ Cookie: 'lng=xx', 'Accept-Language': 'ro' }, '/slots', 'zz')).toBe('ro')
  })

  test('a report view obeys its address, other pages do not', async () => {
    expect(await asked({ Cookie: 'lng=en' }, '/reports/daily-report/1?lng=ro')).toBe('ro')
    expect(await asked({ Cookie: 'lng=en' }, '/slots?lng=ro')).toBe('en')
  })
})

describe('texts', () => {
  test('one instance per language, made once', () => {
    expect(i18nFor('ro')).toBe(i18nFor('ro'))
    expect(translator('ro')('console:sections.monitoring')).toBe('Monitorizare')
    expect(translator('pt')('console:panel.save')).toBe('Guardar definições')
  })

  test('none are written as several, as in the region whose numbers are written', () => {
    const locked = (count: number) => translator('pt')('bulk:title_of.lock', { count })
    expect([0, 1, 2].map(locked)).toEqual([
      'Bloquear 0 máquinas',
      'Bloquear 1 máquina',
      'Bloquear 2 máquinas',
    ])
    expect(translator('ro')('bulk:title_of.lock', { count: 0 })).toBe('Blochează 0 aparate')
  })

  test('values are not escaped twice', () => {
    expect(translator('en')('console:frame.userMenu', { name: '<b>&' })).toBe('Signed in as <b>&')
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeRedirect, signInPath } from './redirect-to'

describe('where to go after signing in', () => {
  test.each([
    '/slots',
    '/slots?query=EGT&page=2',
    '/reports/daily-report/65f0?lng=ro',
    '/locations?query=%C8%99',
  ])('%s is a page of ours', path => {
    expect(safeRedirect(path)).toBe(path)
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%255Cevil.example',
    '/%252F%252Fevil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
    ' /slots',
    '/\t/evil.example',
    '/\n/evil.example',
    '/%09/evil.example',
    '/%0A/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/slots/..//evil.example',
    '/../%2fevil.example',
    '/slots\u0000',
    '/slots?x=\r\nSet-Cookie: a',
    '/%E0%A4%A',
    `/${'a'.repeat(3_000)}`,
  ])('%j leads nowhere', path => {
    expect(safeRedirect(path)).toBeNull()
  })

  test.each(['/auth/login', '/logout', '/logout?x=1', '/error/error-v1', '/language'])(
    '%s would only lead in a circle',
    path => {
      expect(safeRedirect(path)).toBeNull()
    },
  )

  test('hand-over tokens do not stay in the address', () => {
    expect(safeRedirect('/slots?atoken=a&rtoken=b&page=2')).toBe('/slots?page=2')
    expect(signInPath('/slots?page=2&atoken=a')).toBe('/auth/login?redirectTo=%2Fslots%3Fpage%3D2')
  })

  test('whatever is given, the answer is a page of the same origin or nothing', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '//',
      '%2f',
      '%5c',
      '%255c',
      '%00',
      '\t',
      '\n',
      '@',
      ':',
      '?',
      '#',
      '..',
      '.',
      'evil.example',
      'https:',
      'javascript:',
      'slots',
      ' ',
      '\u2028',
    )
    const hostile = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }).map(parts => parts.join(''))
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          hostile.map(text => `/${text}`),
          fc.webUrl(),
        ),
        text => {
          const path = safeRedirect(text)
          if (path === null) return
          expect(new URL(path, 'https://console.example').origin).toBe('https://console.example')
          expect(path).toMatch(/^\/(?![/\\])/)
          // Twice through is the same: what is kept in a form survives its next check.
          expect(safeRedirect(path)).toBe(path)
        },
      ),
      { numRuns: 3_000 },
    )
  })
})

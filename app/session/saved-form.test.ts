import { describe, expect, test } from 'vitest'
import type { SavedForm } from '../console/error-data'
import { carriedForm, toSavedForm } from './saved-form.server'

const at = (path: string) => new URL(path, 'http://localhost')
const formOf = (...fields: [string, string | Blob][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
const through = (kept: unknown) =>
  carriedForm(formOf(['username', 'olga'], ['kept', typeof kept === 'string' ? kept : JSON.stringify(kept)]))

describe('what was sent after a session had ended', () => {
  test('comes through the sign-in as it was, repeated names in their order', () => {
    const kept = toSavedForm(
      at('/slots/65a1b2c3d4e5f60718293a4b/edit?x=1&atoken=a'),
      formOf(['serial', 'EGT-"1"'], ['ids', 'a'], ['ids', 'b']),
    )
    expect(kept).toEqual({
      path: '/slots/65a1b2c3d4e5f60718293a4b/edit?x=1',
      fields: [
        ['serial', 'EGT-"1"'],
        ['ids', 'a'],
        ['ids', 'b'],
      ],
    })
    expect(through(kept)).toEqual(kept)
  })

  test('a password field that was left empty keeps nothing from being kept', () => {
    expect(
      toSavedForm(at('/config'), formOf(['network.password', ''], ['network.ssid', 'hall']))?.fields,
    ).toHaveLength(2)
  })

  test.each<[string, FormData | null]>([
    ['a password', formOf(['old_password', 'x'])],
    ['a file', formOf(['file', new Blob(['x'])])],
    ['too much', formOf(['note', 'x'.repeat(70_000)])],
    ['nothing', null],
  ])('is not kept when it holds %s', (_, form) => {
    expect(toSavedForm(at('/slots/new'), form)).toBeNull()
  })

  test.each(['//evil.example/x', 'https://evil.example', '/logout', '/auth/login', ''])(
    'a made-up one leads nowhere but to our pages (%s)',
    path => {
      const carried = through({ path, fields: [['a', 'b']] } satisfies SavedForm)
      expect(carried === null || carried.path === '/').toBe(true)
    },
  )

  test.each([
    '',
    '{',
    '[]',
    '{"path":"/slots","fields":[["a"]]}',
    '{"path":"/slots","fields":[["password","x"]]}',
  ])('%j is nothing', text => {
    expect(through(text)).toBeNull()
  })
})

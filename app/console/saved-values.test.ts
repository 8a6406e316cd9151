import { describe, expect, test } from 'vitest'
import { translator } from '../i18n/i18n.server'
import { checkPath, savedValues } from './saved-values'

const shown = (path: string, fields: [string, string][], locale: 'en' | 'ro' = 'en') =>
  savedValues({ path, fields }, translator(locale)).map(({ label, value }) => `${label}: ${value}`)

describe('what somebody had typed', () => {
  test("is listed under the names that the form has, without the form's own business", () => {
    const fields: [string, string][] = [
      ['idempotency_key', 'x'],
      ['version', '3'],
      ['shown.days', '2026-09-26,2026-09-27'],
      ['serial', 'EGT-1'],
      ['status', 'locked'],
      ['position', ''],
      ['reason', 'moved'],
    ]
    expect(shown('/slots/65a1b2c3d4e5f60718293a4b/edit', fields)).toEqual([
      'Serial: EGT-1',
      'Ordered state: locked',
      'Reason: moved',
    ])
    expect(shown('/slots/new?x=1', [['serial', 'EGT-1']], 'ro')).toEqual(['Serie: EGT-1'])
  })

  test('a name that nobody has a word for stays readable, repeated ones are one', () => {
    expect(
      shown('/somewhere', [
        ['odd_name', 'a'],
        ['ids', 'x'],
        ['ids', 'y'],
      ]),
    ).toEqual(['Odd name: a', 'Ids: x, y'])
  })

  test.each([
    ['/slots/65a1b2c3d4e5f60718293a4b/edit', '/slots/65a1b2c3d4e5f60718293a4b'],
    ['/slots/65a1b2c3d4e5f60718293a4b/lock?x=1', '/slots/65a1b2c3d4e5f60718293a4b'],
    ['/slots/new', '/slots'],
    ['/config/tenant/65a1b2c3d4e5f60718293a4b/edit', '/config/tenant/65a1b2c3d4e5f60718293a4b'],
    ['/bulk-actions/new', '/bulk-actions'],
  ])('of %s one looks at %s', (path, expected) => {
    expect(checkPath({ path })).toBe(expected)
  })
})

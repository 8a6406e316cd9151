import { describe, expect, test } from 'vitest'
import { translator } from '../i18n/i18n.server'
import { actOf, checkPath, savedValues } from './saved-values'

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
      ['reason.usual', 'Repair'],
      ['reason', 'moved'],
    ]
    expect(shown('/slots/65a1b2c3d4e5f60718293a4b/edit', fields)).toEqual([
      'Serial: EGT-1',
      'Ordered state: locked',
      'Reason: Repair, moved',
    ])
    expect(shown('/slots/new?x=1', [['serial', 'EGT-1']], 'ro')).toEqual(['Serie: EGT-1'])
  })

  test('what nobody has a word for stands together, without names of fields or ids', () => {
    expect(
      shown('/somewhere', [
        ['odd_name', 'a'],
        ['ids', 'x'],
        ['ids', '65a1b2c3d4e5f60718293a4b'],
      ]),
    ).toEqual(['Other entries: a, x'])
    expect(shown('/slots/new', [['location', '65a1b2c3d4e5f60718293a4b']])).toEqual(['Location: as chosen'])
  })

  test('secrets are not shown', () => {
    expect(shown('/user-profile/second-factor', [['code', '123456']])).toEqual([])
    expect(
      shown('/somewhere', [
        ['current_password', 'x'],
        ['secret_number', 'y'],
      ]),
    ).toEqual([])
  })

  test('what it does and to what comes from the form, or from its address', () => {
    const act = (path: string, fields: [string, string][] = []) => actOf({ path, fields }, translator('en'))
    const slot = '/slots/65a1b2c3d4e5f60718293a4b'
    expect(act(`${slot}/lock`, [['act', 'Lock slot CJ-0107']])).toBe('Lock slot CJ-0107')
    expect(act(`${slot}/lock`)).toBe('Lock')
    expect(act('/slots/new')).toBe('Create slot')
    expect(act(slot)).toBeNull()
    expect(act('/somewhere/else')).toBeNull()
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

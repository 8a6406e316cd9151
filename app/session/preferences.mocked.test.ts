import { beforeEach, describe, expect, test, vi } from 'vitest'
import { preferenceCookies, readChoices, readPreferences } from './preferences.server'

vi.mock('../process/env.server', () => ({ env: () => ({ https: false }) }))

let form: FormData
beforeEach(() => {
  form = new FormData()
})

describe('preferences', () => {
  test('a blank page size takes the cookie away, as "automatic" does', () => {
    form.set('rowsPerPage', '')
    form.set('theme', 'auto')
    expect(readChoices(form)).toEqual({ rowsPerPage: null, theme: 'auto' })
    expect(preferenceCookies(readChoices(form))).toEqual([
      expect.stringMatching(/^theme=; .*Max-Age=0;/),
      expect.stringMatching(/^rows=; .*Max-Age=0;/),
    ])
  })

  test('a size on offer is kept, another one and what was not asked stay as they are', () => {
    form.set('rowsPerPage', '50')
    expect(preferenceCookies(readChoices(form))).toEqual([expect.stringMatching(/^rows=50; /)])
    form.set('rowsPerPage', '51')
    expect(readChoices(form)).toEqual({})
    expect(preferenceCookies({})).toEqual([])
  })

  test('cookies that mean nothing are no choice', () => {
    expect(readPreferences('rows=7; theme=pink; lng=xx')).toEqual({
      locale: null,
      theme: 'auto',
      density: 'auto',
      rowsPerPage: null,
    })
    expect(readPreferences('rows=25; theme=dark; lng=ro')).toMatchObject({
      locale: 'ro',
      theme: 'dark',
      rowsPerPage: 25,
    })
  })
})

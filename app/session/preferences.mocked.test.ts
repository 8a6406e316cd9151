import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  preferenceCookies,
  readChoices,
  readPreferences,
  rowsFor,
  windowCookie,
  windowOf,
} from './preferences.server'

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

  test('a large window has more rows, unless its reader chose how many', () => {
    expect(rowsFor('theme=dark')).toBeNull()
    expect(rowsFor('window=large')).toBe(25)
    expect(rowsFor('window=large; rows=10')).toBe(10)
    expect(rowsFor('window=9999')).toBeNull()
    expect(windowOf('window=9999')).toBe('usual')
    expect(windowCookie('large')).toMatch(/^window=large; .*Max-Age=31536000;/)
    expect(windowCookie('usual')).toMatch(/^window=; .*Max-Age=0;/)
    // Nobody chose it: the settings say that each list is as it is.
    expect(readPreferences('window=large').rowsPerPage).toBeNull()
  })

  test('the search key is switched off, and on again by the absence of its cookie', () => {
    form.set('searchKey', 'off')
    expect(preferenceCookies(readChoices(form))).toEqual([expect.stringMatching(/^search_key=off; /)])
    expect(readPreferences('search_key=off').searchKey).toBe('off')
    form.set('searchKey', 'auto')
    expect(preferenceCookies(readChoices(form))).toEqual([
      expect.stringMatching(/^search_key=; .*Max-Age=0;/),
    ])
  })

  test('cookies that mean nothing are no choice', () => {
    expect(readPreferences('rows=7; theme=pink; lng=xx')).toEqual({
      locale: null,
      theme: 'auto',
      density: 'auto',
      searchKey: 'auto',
      rowsPerPage: null,
    })
    expect(readPreferences('rows=25; theme=dark; lng=ro')).toMatchObject({
      locale: 'ro',
      theme: 'dark',
      rowsPerPage: 25,
    })
  })
})

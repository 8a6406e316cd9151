import { describe, expect, it } from 'vitest'
import { anyText, noticeOf, readWords, unusedOf } from './notice'

const search = (text: string) => new URLSearchParams(text)

describe('what an address says and a page does not use', () => {
  it('is told in signs that a page can show', () => {
    expect(noticeOf('sta\u0001te', 'a\u0000b\u007f', 'unusable')).toEqual({
      parameter: 'sta␁te',
      value: 'a␀b␡',
      reason: 'unusable',
    })
    expect(noticeOf('x'.repeat(200), 'y'.repeat(200), 'unknown')).toMatchObject({
      parameter: 'x'.repeat(80),
      value: 'y'.repeat(80),
    })
  })

  it('is what the page does not know, what it is told twice, and what means nothing there', () => {
    const known = { page: anyText, month: (text: string) => text < '2026-12' }
    expect(unusedOf(search('page=2&page=3&colour=red&empty=&month=2026-13&toString=1'), known)).toEqual([
      { parameter: 'page', value: '3', reason: 'repeated' },
      { parameter: 'colour', value: 'red', reason: 'unknown' },
      { parameter: 'month', value: '2026-13', reason: 'unusable' },
      { parameter: 'toString', value: '1', reason: 'unknown' },
    ])
    expect(unusedOf(search('page=2&page=2&month='), known)).toEqual([])
    // The console's own, on the page of a form that was refused.
    expect(unusedOf(search('answer=hd11QZbnP23o&kept=1'), known)).toEqual([])
  })

  it('is the end of a search that is too long, and a search that no text can be', () => {
    expect(readWords(search('query=++EGT%09slot+'), 20)).toEqual({ query: 'EGT slot', notices: [] })
    expect(readWords(search(`query=${'x'.repeat(21)}`), 20)).toEqual({
      query: 'x'.repeat(20),
      notices: [{ parameter: 'query', value: '20', reason: 'too_long' }],
    })
    const many = Array.from({ length: 17 }, (_, nr) => `w${nr}`)
    expect(readWords(search(`query=${many.join('+')}`), 200)).toEqual({
      query: '',
      notices: [{ parameter: 'query', value: many.join(' '), reason: 'unusable' }],
    })
    expect(readWords(search(`query=${many.slice(1).join('+')}`), 200).notices).toEqual([])
    expect(readWords(search('query=%00'), 20)).toEqual({
      query: '',
      notices: [{ parameter: 'query', value: '␀', reason: 'unusable' }],
    })
    expect(readWords(search('query=a&query=b&page=2'), 20).notices).toMatchObject([
      { parameter: 'query', reason: 'repeated' },
      { parameter: 'page', reason: 'unknown' },
    ])
  })
})

import { MAX_WORDS } from '../../../backend/platform/contract/list'
import { ANSWER, SAVED_FORM } from '../../addresses/own-parameters'
import type { Notice } from './list-spec'

/** As much of an address as a sentence about it can hold. */
const MOST = 80

/** What of an address was not used, in signs that a page can show. */
export const noticeOf = (parameter: string, value: string, reason: Notice['reason']): Notice => ({
  parameter: shown(parameter),
  value: shown(value),
  reason,
})

/** What a page can use of its address: by parameter, which texts. */
export type Known = Readonly<Record<string, (text: string) => boolean>>
export const anyText = () => true

/** What the console itself puts on the address of a page whose form was refused or saved. */
const ours: readonly string[] = [ANSWER, SAVED_FORM]

/**
 * Of a page whose address says little: what else it says, what it says twice, and what means nothing where it stands.
 * What a form left empty says nothing.
 */
export const unusedOf = (search: URLSearchParams, known: Known): Notice[] =>
  [...new Set(search.keys())].flatMap(parameter => {
    if (ours.includes(parameter) && !Object.hasOwn(known, parameter)) return []
    const texts = search.getAll(parameter)
    const [first = '', ...more] = texts
    const isUsable = Object.hasOwn(known, parameter) ? known[parameter] : undefined
    if (!isUsable) return texts.some(text => text !== '') ? [noticeOf(parameter, first, 'unknown')] : []
    return [
      ...(more.some(other => other !== first) ? [noticeOf(parameter, more.join(', '), 'repeated')] : []),
      ...(first !== '' && !isUsable(first) ? [noticeOf(parameter, first, 'unusable')] : []),
    ]
  })

/** Of a page that is a search and nothing else: its words, and what of the address was not used. */
export function readWords(search: URLSearchParams, most: number): { query: string; notices: Notice[] } {
  const words = (search.get('query') ?? '').replace(WHITE, ' ').trim()
  const notices = unusedOf(search, { query: anyText })
  if (CONTROL.test(words) || new Set(words.split(/\s+/)).size > MAX_WORDS)
    return { query: '', notices: [...notices, noticeOf('query', words, 'unusable')] }
  if (words.length > most) notices.push(noticeOf('query', String(most), 'too_long'))
  return { query: words.slice(0, most).trim(), notices }
}

/** What is pasted with a text is a space; no text has the other control signs. */
export const WHITE = /[\t\n\r]/g
export const CONTROL = /[\u0000-\u001f\u007f]/

/** Unicode has a picture for each control sign: ␀. */
const shown = (text: string): string =>
  text
    .slice(0, MOST)
    .replace(/[\u0000-\u001f\u007f]/g, sign =>
      sign === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + sign.charCodeAt(0)),
    )

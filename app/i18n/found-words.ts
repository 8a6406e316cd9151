/** A search through texts of the product: words may be of any of its languages, whatever the page's is. */
import { fold } from '../../backend/platform/contract/fold'
import type { Translate } from './locales'

export interface Named {
  /** What it is called. */
  name: (t: Translate) => string
  /** What else it is found by. */
  about?: (t: Translate) => readonly string[]
}

export interface Match<One> {
  one: One
  /** It is called exactly so, in one of the languages. */
  exact: boolean
}

/** Folded, with one space before each word: whoever looks for "ana" is not shown "analysis of manuals". */
const words = (text: string): string =>
  ` ${fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()}`

/**
 * Those whose texts have a word that begins with each typed one: what is called so first, then what has it in its name.
 * A query without letters and digits finds nothing.
 */
export function foundByWords<One>(
  all: readonly One[],
  query: string,
  languages: readonly Translate[],
  textsOf: (one: One) => Named,
): Match<One>[] {
  const typed = query
    .split(/\s+/)
    .map(words)
    .filter(word => word !== ' ')
  if (typed.length === 0) return []
  const whole = words(query)
  const ranked = all.flatMap(one => {
    const { name, about } = textsOf(one)
    const names = languages.map(t => words(name(t)))
    const has = (texts: readonly string[]) => typed.every(word => texts.some(text => text.includes(word)))
    if (names.includes(whole)) return [{ one, exact: true, rank: 0 }]
    if (has(names)) return [{ one, exact: false, rank: 1 }]
    const rest = about ? languages.flatMap(t => about(t).map(words)) : []
    return has([...names, ...rest]) ? [{ one, exact: false, rank: 2 }] : []
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one, exact }) => ({ one, exact }))
}

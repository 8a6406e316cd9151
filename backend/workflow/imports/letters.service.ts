/**
 * Windows-1250 and Windows-1252 give the same bytes other letters: "Salão" of a Portuguese spreadsheet is "Salăo" in
 * a Romanian one. A file's words decide which of them it means.
 */
export type OneByte = 'windows-1250' | 'windows-1252'

/** Some versions of Node read Windows-1252 as Latin-1, so its first 32 signs are listed here. */
const western =
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ' +
  Array.from({ length: 96 }, (_, at) => String.fromCharCode(0xa0 + at)).join('')
const central = new TextDecoder('windows-1250').decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at))
const pairs = [...central].map((letter, at) => [letter, western[at] ?? letter] as const)
const other: Readonly<Record<OneByte, ReadonlyMap<string, string>>> = {
  'windows-1252': new Map(pairs),
  'windows-1250': new Map(pairs.map(([one, two]) => [two, one] as const)),
}

/** A text that was read in the other of the two, in this one. */
export const readAs = (text: string, encoding: OneByte): string =>
  text.replace(/[\u0080-\uffff]/g, letter => other[encoding].get(letter) ?? letter)

export const otherOf = (encoding: OneByte): OneByte =>
  encoding === 'windows-1250' ? 'windows-1252' : 'windows-1250'

/**
 * Which reading the words of a text rule out the other of. `typical`: letters of Portuguese that Romanian and Hungarian
 * lack.
 */
export interface Evidence {
  central: boolean
  western: boolean
  typical: boolean
}

/** Letters that the two read differently. */
const differing = new RegExp(`[${pairs.flatMap(([one, two]) => (one === two ? [] : one)).join('')}]`, 'u')
/** Longer is no word: looking at each letter's neighbours would take its square. */
const LONGEST_WORD = 60

/** Adds what a text that was read as Windows-1250 says. */
export function addEvidence(text: string, evidence: Evidence): void {
  for (const [word] of text.matchAll(/[^\s;,|"]+/gu))
    if (word.length <= LONGEST_WORD && differing.test(word)) weighWord(word, evidence)
}

const isLetter = (sign: string) => /^\p{L}$/u.test(sign)
const isControl = (sign: string) => /^[\u0080-\u009f]$/.test(sign)

function weighWord(word: string, evidence: Evidence): void {
  for (const [at, one] of [...word].entries()) {
    const two = other['windows-1252'].get(one) ?? one
    if (one === two) continue
    const before = word.slice(0, at)
    const after = word.slice(at + 1)
    const means = meant(one, two, before, after)
    if (means === 'typical') evidence.typical = true
    else if (means) evidence[means] = true
  }
}

/** The reading that one letter leaves, by its neighbours; none where both fit. */
function meant(one: string, two: string, before: string, after: string): keyof Evidence | undefined {
  if (isControl(two)) return 'central'
  if (isControl(one)) return 'western'
  const isInside = isLetter(before.slice(-1)) && isLetter(after.slice(0, 1))
  switch (one.toLowerCase()) {
    // Only Icelandic has þ.
    case 'ţ':
      return 'central'
    case 'ş':
      return ordinal(one, before, after)
    // Portuguese ends in ão, ãe, ãs: São, mães, irmãs, Joãozinho, and has a few more: cãibra, Tupãssi. Romanian has ă
    // before e and o within a word: Băetu, Băoiu.
    case 'ă':
      if (/^[oe](?:s?(?!\p{L})|z)/iu.test(after)) return 'western'
      return /^(?:[oe]|im?b|ss|z|s?(?!\p{L}))/iu.test(after) ? undefined : 'central'
    // Simões, põem and leõezinhos are Portuguese, Kőrösi is Hungarian; so is Erdőelve, where both could be meant.
    case 'ő':
      if (/^e(?:[sm]?(?!\p{L})|z)/iu.test(after)) return 'western'
      return /^e/i.test(after) ? undefined : 'central'
    case 'ę':
    case 'ŕ':
      return 'typical'
    default:
      return isInside && !isLetter(two) ? 'central' : isInside && !isLetter(one) ? 'western' : undefined
  }
}

/**
 * ş or º, Ş or ª: Iaşi, Ştefan, IAŞI, Mureş, Str.Ştefan; 1º, n.ºs, Srªs, Profª. Where an abbreviation could stand as
 * well (Profº, MªJosé, nºantigo), it says nothing.
 */
function ordinal(one: string, before: string, after: string): keyof Evidence | undefined {
  const [next = ''] = after
  if (/\d$/.test(before) || (/\.$/.test(before) && !isLetter(next))) return 'western'
  // Its plural: no other word has an s after it.
  if (/^s(?!\p{L})/iu.test(after) && before !== '') return 'western'
  if (one === 'Ş') {
    if (/\p{Ll}$/u.test(before)) return 'western'
    if (isLetter(next)) return isCapital(before, after) ? 'central' : undefined
    return /\p{L}{5}$/u.test(before) ? 'central' : undefined
  }
  if (isLetter(next)) return /(?:^[bcdfghjklmnpqrstvwxyz]|\.)$/iu.test(before) ? undefined : 'central'
  return /\p{L}{3}[aeiouăâî]$/iu.test(before) ? 'central' : undefined
}

/** A word's first letter, also after a point or dash, or one of a word in capitals. */
const isCapital = (before: string, after: string): boolean =>
  isLetter(before.slice(-1))
    ? !/\p{Ll}/u.test(before + after)
    : /^\p{Ll}/u.test(after) || !/\p{Ll}/u.test(after)

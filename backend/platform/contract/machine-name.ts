/** Serials, asset numbers and codes, which nobody may mistake for one another. */
import { fold } from './fold'
import { line, optionalLine } from './primitives'

/** Letters that several scripts share are none of Latin: Japanese writes a long vowel as "ー", which reads as a dash. */
const isLatin = (name: string) =>
  /^(?:\p{Script=Latin}|(?!\p{L})[\p{Script=Common}\p{Script=Inherited}])*$/u.test(name)
/** Several blanks are shown as one. */
const plain = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ')

/**
 * Stored in Unicode's compatibility form; a Cyrillic "А" in a Latin serial would be another serial that looks the same.
 */
export const machineName = (least: number, most: number) =>
  line(least, most)
    .transform(plain)
    .refine(name => name.length <= most, 'too_long')
    .refine(isLatin, 'latin_letters')
export const optionalMachineName = (most: number) =>
  optionalLine(most)
    .transform(name => (name === null ? null : plain(name)))
    .refine(name => name === null || name.length <= most, 'too_long')
    .refine(name => name === null || isLatin(name), 'latin_letters')

/** Lower-case letters whose capitals are those of others: "STRASSE" is "straße" and "strasse", "I" is "ı" and "i". */
const sameCapitals = { ß: 'ss', ı: 'i' } as const

/** Equal for names that a reader takes for one: without case, diacritics and the kinds of dashes. */
export const nameKey = (name: string): string =>
  fold(plain(name))
    .replace(/[ßı]/g, letter => sameCapitals[letter as keyof typeof sameCapitals])
    .replace(/[\p{Pd}\u2212\u2043\u02d7\u2796\u2500\u2501]/gu, '-')

/** Slots know their asset number as a number: 00412 is 412. */
export const assetKey = (assetNo: string): string => nameKey(assetNo).replace(/^0+(?=\d+$)/, '')

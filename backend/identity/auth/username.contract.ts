/** User names that nobody can mistake for one another. */
import { FEWEST, MOST } from './account-lengths.contract'
import { fold } from '../../platform/contract/fold'
import { line } from '../../platform/contract/primitives'

/**
 * Stored in small letters and in Unicode's compatibility form, so that full-width letters and ligatures are the plain
 * ones. Latin letters only: a
 * Cyrillic "а" in an otherwise Latin name is another name that looks the same.
 */
export const username = line(FEWEST, MOST)
  .transform(name => name.normalize('NFKC').toLowerCase())
  .refine(name => name.length <= MOST, 'too_long')
  .refine(name => /^[\p{Script=Latin}\p{M}\d._@+-]+$/u.test(name), 'username_letters')

const alike: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** Equal for names that a reader takes for one: without case, diacritics, and the letters above. */
export const lookalikeKey = (name: string): string =>
  fold(name.trim().normalize('NFKC')).replace(/[01ıłøđðħßæœ]/g, letter => alike[letter] ?? letter)

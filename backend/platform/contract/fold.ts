const marks = /\p{M}/gu

/**
 * Lower case without diacritics, for search: "Brăila" and "BRAILA" fold to "braila". ß, ł and the like stay as they
 * are.
 */
export const fold = (text: string): string => text.normalize('NFD').replace(marks, '').toLowerCase()

/** What a record is found by, as its `search` column keeps it. */
export const foldWords = (words: readonly unknown[]): string => fold(words.filter(Boolean).join(' '))

/** "Nr. inventar" and "NR_INVENTAR" are the same: `nr_inventar`. Ordinal signs count as punctuation. */
export const headerKey = (text: string): string =>
  fold(text)
    .replace(/[ºª°]/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')

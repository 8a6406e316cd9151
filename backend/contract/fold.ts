const marks = /\p{M}/gu

/** Lower case without diacritics, for search: "Brăila" and "BRAILA" fold to "braila". ß, ł and the like stay as they are. */
export const fold = (text: string): string => text.normalize('NFD').replace(marks, '').toLowerCase()

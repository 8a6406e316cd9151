/**
 * How numbers of documents are read before they are compared, the same wherever one is typed, scanned, sent or stored:
 * without case, accents, spaces and dashes, in compatibility forms' plain letters, and with the digits of any script.
 */
import { fold } from '../../platform/contract/fold'

/** Spaces, dots, slashes and dashes of all kinds, and signs without width that a copied text brings along. */
const SEPARATORS = /[\s./\p{Pd}\u2212\u00ad\u200b-\u200f\u2060\ufeff]/gu
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu

/** Null where anything but Latin letters and digits is left: a Cyrillic А left out would be another person's number. */
export function plainDocument(number: string): string | null {
  const plain = fold(number.normalize('NFKC')).replace(SEPARATORS, '').replace(OTHER_DIGIT, digitOf)
  return /^[a-z0-9]*$/.test(plain) ? plain.toUpperCase() : null
}

/**
 * Numbers of 13 digits among what was typed or scanned: `CNP 3850214400018`, `RO3850214400018`, or behind the number of
 * a card. Digits that run on are one number.
 */
export function thirteenDigits(text: string): string[] {
  const digits = text.normalize('NFKC').replace(OTHER_DIGIT, digitOf)
  const found = [digits, ...digits.split(/\s+/)].flatMap(
    part => part.replace(SEPARATORS, '').match(/(?<![0-9])[0-9]{13}(?![0-9])/g) ?? [],
  )
  return [...new Set(found)]
}

/**
 * The letters and the digits of a text apart from each other, in order. Null stands for a word with anything but Latin
 * letters and digits: nothing on its two sides is one number.
 */
function piecesOf(text: string): (string | null)[] {
  const plain = fold(text.normalize('NFKC')).replace(OTHER_DIGIT, digitOf)
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(word =>
    /^[a-z0-9]+$/.test(word) ? (word.toUpperCase().match(/[A-Z]+|[0-9]+/g) ?? []) : [null],
  )
}

/** Every number that a document may have and that the text contains, whatever stands before, in and behind it. */
export function numbersWithin(text: string): Set<string> {
  const pieces = piecesOf(text)
  const numbers = new Set<string>()
  for (let start = 0; start < pieces.length; start++)
    // Of letters any of their ends may be the series: "CI" is often written right before it.
    for (const first of endsOf(pieces[start] ?? null)) {
      let number = ''
      for (const [at, piece] of pieces.slice(start).entries()) {
        const next = at === 0 ? first : piece
        if (next === null) break
        for (const begin of at === 0 ? [next] : beginningsOf(next))
          if (isLikeNumber(number + begin)) numbers.add(number + begin)
        number += next
        if (number.length > LONGEST) break
      }
    }
  return numbers
}

const isLikeNumber = ({ length }: string) => length >= SHORTEST && length <= LONGEST

/** A piece; of letters also what is left of it without its first ones. */
const endsOf = (piece: string | null): string[] =>
  piece === null ? [] : /^[A-Z]/.test(piece) ? [...piece].map((_, at) => piece.slice(at)) : [piece]

/** A piece; of letters also what is left of it without its last ones. */
const beginningsOf = (piece: string): string[] =>
  /^[A-Z]/.test(piece) ? [...piece].map((_, at) => piece.slice(0, at + 1)) : [piece]

/** Of these digits some may be a CNP with a digit lost. Telephone numbers and dates have fewer. */
const NEARLY_13 = 12

/** Whether what is left of the text without these 13 digits could be another CNP, or cannot be read. */
export function holdsAnother(text: string, thirteen: string): boolean {
  const pieces = piecesOf(text)
  let digits = 0
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] ?? null
    if (piece === null) return true
    let [joined, end] = ['', at]
    while (joined.length < thirteen.length && /^[0-9]/.test(pieces[end] ?? '')) joined += pieces[end++]
    if (joined === thirteen) [digits, at] = [0, end - 1]
    else digits = /^[0-9]/.test(piece) ? digits + piece.length : 0
    if (digits >= NEARLY_13) return true
  }
  return false
}

let values: Map<string, string> | undefined

/** Unicode keeps the ten digits of a script together and in order, so the place among all digits says the value. */
function digitOf(digit: string): string {
  if (!values) {
    values = new Map()
    for (let code = 0; code <= 0x1ffff; code++) {
      const character = String.fromCodePoint(code)
      if (/^\p{Nd}$/u.test(character)) values.set(character, String(values.size % 10))
    }
  }
  return values.get(digit) ?? digit
}

/** Numbers of documents other than the CNP. Within these bounds a number may be stored under any kind. */
export const SHORTEST = 4
export const LONGEST = 20

/**
 * Numbers that each kind can have. ICAO 9303 gives a passport's nine places; cards may carry their state's personal
 * number.
 */
const shapes = {
  passport: /^(?=.*\d)[A-Z0-9]{5,9}$/,
  id_card: /^(?=.*\d)[A-Z0-9]{4,20}$/,
  residence: /^(?=.*\d)[A-Z0-9]{6,20}$/,
} as const

export type OtherDocument = keyof typeof shapes
export const otherDocuments = Object.keys(shapes) as OtherDocument[]

export const canHave = (kind: OtherDocument, plain: string): boolean => shapes[kind].test(plain)

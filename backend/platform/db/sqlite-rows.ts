/**
 * Rows for the embedded database's thread: all of a statement's values as one array of numbers, row after row, each
 * text by its place among the texts. As JSON they were written here and read there, at three times the cost.
 */
import type { Scalar, StoredAs } from './stored-as'

/** What `sqlite-packed.mjs` reads: a column is of whole numbers, or of places among the texts. Null is NaN. */
interface GivenRows {
  kinds: readonly StoredAs[]
  numbers: Float64Array
  /** And what else is no whole number where one belongs: its column is then one of places. */
  texts: Scalar[]
}

export function rowsForThread(rows: readonly (readonly Scalar[])[], kinds: readonly StoredAs[]): GivenRows {
  const width = kinds.length
  const isNumber = kinds.map(kind => kind === 'bigint')
  const numbers = new Float64Array(rows.length * width)
  const texts: Scalar[] = []
  // Rows that follow each other are mostly of one slot, place and day.
  const before: Scalar[] = isNumber.map(() => null)
  const places = isNumber.map(() => 0)
  let at = 0
  for (const row of rows)
    for (let nr = 0; nr < width; nr++) {
      const value = row[nr] ?? null
      if (value === null) numbers[at++] = NaN
      else if (isNumber[nr]) {
        if (!Number.isSafeInteger(value)) return rowsForThread(rows, kinds.with(nr, 'text'))
        numbers[at++] = value as number
      } else {
        if (value !== before[nr]) {
          before[nr] = value
          places[nr] = texts.push(value) - 1
        }
        numbers[at++] = places[nr] ?? 0
      }
    }
  return { kinds, numbers, texts }
}

/**
 * Rows for PostgreSQL: their whole numbers as one array, row after row, in PostgreSQL's binary form, and their texts as
 * one array for each column. An array for each column of numbers would be taken apart, stored and put together again,
 * which costs several times as much as looking its values up by their places. Identifiers travel once each, and rows
 * have their places in that list (`short-ids.ts`).
 */
import type { Scalar, StoredAs } from './stored-as'

/** The kinds of columns by their names. */
export type Kinds = Readonly<Record<string, StoredAs>>

/** Rows that a statement is given as parameters. */
export interface GivenRows {
  /** For `from`: a table named `r`. */
  table: string
  /** The place of a row among the others, from 0 on. */
  place: string
  /** How many parameters there are. */
  size: number
  /** All texts of a column, as an array. */
  list(name: string): string
  /** What is stored of a column: `numbersOfIds` comes before it where there are identifiers. */
  value(name: string): string
  /** Rows are positional; `places` says where each column stands in them, where that is not their order. */
  parameters(rows: readonly (readonly Scalar[])[], ids: Ids, places?: readonly number[]): (string | Buffer)[]
}

/** Stands for null: with nulls in it PostgreSQL would go through an array to find a value. No number of ours is it. */
const NONE = `'${-(2n ** 63n)}'::bigint`

/** `first` is the number of the first parameter. */
export function givenRows(columns: Kinds, first: number): GivenRows {
  const names = Object.keys(columns)
  const texts = names.filter(name => columns[name] === 'text')
  const numbers = names.filter(name => columns[name] !== 'text')
  // A row without a number has one that nobody reads: the array says how many rows there are.
  const width = Math.max(1, numbers.length)
  const all = `$${first}::bigint[]`
  // PostgreSQL plans a statement anew each time where that promises fewer rows than its plan for any, and then makes
  // a copy of the array for each place that names it. So how many rows there are is nothing that it could know before.
  const listOf = (name: string) => `$${first + 1 + texts.indexOf(name)}::text[]`
  const lists = [
    `generate_series(0, (select cardinality(${all})) - 1, ${width})`,
    ...texts.map(name => `unnest(${listOf(name)})`),
  ]
  return {
    table: `rows from (${lists.join(', ')}) as r(${['at', ...texts.map(name => `"${name}"`)].join(', ')})`,
    place: `r.at / ${width}`,
    size: 1 + texts.length,
    list: listOf,
    value: name => {
      if (columns[name] === 'text') return `r."${name}"`
      const number = `nullif((${all})[r.at + ${numbers.indexOf(name) + 1}], ${NONE})`
      return columns[name] === 'id' ? `numbers.nr[${number}]` : number
    },
    parameters: (rows, ids, places) => {
      const placeOf = (name: string) => {
        const place = names.indexOf(name)
        return places?.[place] ?? place
      }
      const ofNumbers = numbers.map(name => ({ place: placeOf(name), isId: columns[name] === 'id' }))
      return [numbersIn(rows, width, ofNumbers, ids), ...texts.map(name => textsIn(rows, placeOf(name)))]
    },
  }
}

/**
 * The numbers of a statement's identifiers, looked up once for all rows: looked up for each, PostgreSQL goes through
 * the whole table again and again while it knows nothing of its size.
 */
export const numbersOfIds = (parameter: string): string =>
  `with numbers as materialized (select array_agg(s.nr order by i.place) as nr
    from unnest(${parameter}::text[]) with ordinality i(id, place) left join short_ids s on s.id = i.id)`

/** Identifiers of a statement, each once. */
export class Ids {
  private readonly places = new Map<string | number, number>()

  placeOf(id: string | number): number {
    let place = this.places.get(id)
    if (place === undefined) this.places.set(id, (place = this.places.size + 1))
    return place
  }

  toArray(): string {
    return textsIn(
      [...this.places.keys()].map(id => [id]),
      0,
    )
  }
}

const [HEAD_BYTES, NUMBER_BYTES, INT8] = [20, 12, 20]
const TWO_32 = 2 ** 32

/** As PostgreSQL's `array_recv` reads it: dimensions, nulls, type, length and lower bound, then size and value each. */
function numbersIn(
  rows: readonly (readonly Scalar[])[],
  width: number,
  columns: readonly { place: number; isId: boolean }[],
  ids: Ids,
): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + rows.length * width * NUMBER_BYTES)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (const [place, value] of [1, 0, INT8, rows.length * width, 1].entries()) view.setInt32(place * 4, value)
  let at = HEAD_BYTES
  for (const row of rows) {
    for (let nr = 0; nr < width; nr++) {
      const column = columns[nr]
      const value = (column && row[column.place]) ?? null
      view.setInt32(at, 8)
      if (value === null) {
        view.setInt32(at + 4, column ? -(2 ** 31) : 0)
        view.setInt32(at + 8, 0)
      } else {
        const number = column?.isId ? ids.placeOf(value) : Number(value)
        if (!Number.isSafeInteger(number)) throw new RangeError(`${value} is no whole number`)
        view.setInt32(at + 4, Math.floor(number / TWO_32))
        view.setInt32(at + 8, number)
      }
      at += NUMBER_BYTES
    }
  }
  return bytes
}

/** A column of nothing but nulls is no list at all: `rows from` makes shorter ones longer with nulls. */
function textsIn(rows: readonly (readonly Scalar[])[], place: number): string {
  const texts = new Array<string>(rows.length)
  let before: Scalar = null
  let text = 'NULL'
  let isEmpty = true
  for (let nr = 0; nr < rows.length; nr++) {
    const value = rows[nr]?.[place] ?? null
    // Rows that follow each other are mostly of one slot, place and day.
    if (value !== before) {
      before = value
      text = value === null ? 'NULL' : quoted(value)
      isEmpty = false
    }
    texts[nr] = text
  }
  return isEmpty ? '{}' : `{${texts.join(',')}}`
}

const SPECIAL = /["\\]/g

const quoted = (value: Scalar): string => `"${String(value).replace(SPECIAL, '\\$&')}"`

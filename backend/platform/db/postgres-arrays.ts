/**
 * Rows for PostgreSQL as arrays, one for each column: as JSON each number would become a decimal and a text before it
 * is a number again. Identifiers travel once each, and rows have their places in that list (`short-ids.ts`).
 */
import type { ColumnType, Scalar, StoredAs } from './bulk'

/** The kinds of columns by their names. */
export type Kinds = Readonly<Record<string, StoredAs>>

const typeOf = (kind: StoredAs): ColumnType => (kind === 'id' ? 'bigint' : kind)

/** A table named `r`, of parameters from `first` on. With `place` a further column, which counts from 1. */
export const arraysAsTable = (columns: Kinds, first: number, place?: string): string => {
  const names = [...Object.keys(columns), ...(place === undefined ? [] : [place])]
  const lists = Object.values(columns).map((kind, index) => `$${first + index}::${typeOf(kind)}[]`)
  return `unnest(${lists.join(', ')}) ${place === undefined ? '' : 'with ordinality '}as r(${names.map(name => `"${name}"`).join(', ')})`
}

/** What is stored of a column of `r`: `numbersOfIds` comes before it. */
export const arrayValue = (columns: Kinds, name: string): string =>
  columns[name] === 'id' ? `numbers.nr[r."${name}"]` : `r."${name}"`

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
    return arrayOf(
      [...this.places.keys()].map(id => [id]),
      0,
      quoted,
    )
  }
}

/** The parameters of `arraysAsTable`; rows are positional, from the place `from` on. */
export function arraysOf(columns: Kinds, rows: readonly (readonly Scalar[])[], ids: Ids, from = 0): string[] {
  return Object.values(columns).map((kind, index) => {
    const place = from + index
    if (kind === 'bigint') return arrayOf(rows, place, String)
    return arrayOf(rows, place, kind === 'text' ? quoted : id => String(ids.placeOf(id)))
  })
}

function arrayOf(
  rows: readonly (readonly Scalar[])[],
  place: number,
  write: (value: string | number) => string,
): string {
  const texts: string[] = []
  let before: Scalar = null
  let text = 'NULL'
  for (const row of rows) {
    const value = row[place] ?? null
    // Rows that follow each other are mostly of one slot, place and day.
    if (value !== before) {
      before = value
      text = value === null ? 'NULL' : write(value)
    }
    texts.push(text)
  }
  return `{${texts.join(',')}}`
}

const SPECIAL = /["\\]/g

const quoted = (value: Scalar): string => `"${String(value).replace(SPECIAL, '\\$&')}"`

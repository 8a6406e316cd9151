/**
 * Rows of a large table that have most of what they say in common with others: the common part travels once, and the
 * row that is stored carries
 * a number for a part of it. The numbers stand in a table of their own (`terms`), one for each combination under the
 * first column of the head.
 */
import { CompiledQuery } from 'kysely'
import { isPostgres } from './bulk'
import type { Db } from './database'
import { givenRows, Ids, numbersOfIds } from './postgres-arrays'
import { rowsForThread } from './sqlite-rows'
import type { Scalar, StoredAs } from './stored-as'

interface Headed {
  table: string
  /** Stands in each row; the first column begins the key of `terms`. */
  head: Readonly<Record<string, StoredAs>>
  /**
   * `tenant` says whose they are; on PostgreSQL it stands in each row as well, since all keys have it there
   * (`tenant-keys.test.ts`).
   */
  terms: { table: string; column: string; tenant: string; columns: Readonly<Record<string, StoredAs>> }
  columns: Readonly<Record<string, StoredAs>>
}

/** What rows have in common: values of `head`, then those of the terms. No text in it has a line break. */
export type Head = readonly (string | number)[]

export interface HeadedRows {
  heads: readonly Head[]
  /**
   * Each begins with the place of its head, and leaves one more place for each further column of the head and for the
   * terms.
   */
  rows: readonly (readonly Scalar[])[]
}

/** For `pipelined` in a transaction. */
export function headedInsertion({
  table,
  head,
  terms,
  columns,
}: Headed): (db: Db, rows: HeadedRows) => CompiledQuery[] {
  const [own, common] = [Object.keys(head), Object.keys(terms.columns)]
  const [first = ''] = own
  const kinds = { ...head, ...terms.columns }
  const names = [...own, terms.column, ...Object.keys(columns)]
  const list = (all: readonly string[]) => all.map(name => `"${name}"`).join(', ')
  const into = (all: readonly string[]) => `insert into "${table}" (${list(all)})`
  const key = [first, ...common]

  const ids = [...own, ...common].flatMap((name, place) => (kinds[name] === 'id' ? [place] : []))

  // PostgreSQL: heads are looked up once each, and joined to their rows. In order: two transactions never wait for each
  // other's.
  const givenHeads = givenRows(kinds, 2)
  const same = `t.${key.map(name => `"${name}" = n."${name}"`).join(' and t.')}`
  const columnsOf = (alias: string, all: readonly string[]) =>
    all.map(name => `${alias}."${name}"`).join(', ')
  const values = [...own, ...common].map(name => `${givenHeads.value(name)} as "${name}"`).join(', ')
  const numbered = `${numbersOfIds('$1')}, n as materialized (
    select ${givenHeads.place} as head, ${values} from numbers, ${givenHeads.table})`
  const inOrder = key.map((_, index) => index + 1).join(', ')
  const givenInPostgres = `${numbered}
    insert into ${terms.table} (${list(key)}) select distinct ${columnsOf('n', key)} from n
    where not exists (select 1 from ${terms.table} t where ${same}) order by ${inOrder} on conflict do nothing`
  const givenRest = givenRows({ head: 'bigint', ...columns }, 2 + givenHeads.size)
  const places = [0, ...Object.keys(columns).map((_, index) => own.length + 1 + index)]
  const insertedInPostgres = `${numbered}, heads as materialized (
      select n.*, (select t.nr from ${terms.table} t where ${same}) as terms_nr from n)
    ${into([terms.tenant, ...names])}
    select ${columnsOf('h', [terms.tenant, ...own])}, h.terms_nr, ${Object.keys(columns).map(givenRest.value).join(', ')}
    from ${givenRest.table} join heads h on h.head = ${givenRest.value('head')}`

  // The embedded database's thread (`sqlite-worker.mjs`) looks them up and remembers them.
  const embedded = `${into(names)} values (${names.map(() => '?').join(', ')})`
  const lookUp = {
    own: own.length,
    ids,
    find: `select nr from ${terms.table} where ${key.map(name => `"${name}" = ?`).join(' and ')}`,
    give: `insert into ${terms.table} (nr, ${list(key)}) values (
      (select coalesce(max(nr) + 1, 0) from ${terms.table} where "${first}" = ?), ${key.map(() => '?').join(', ')})`,
  }
  // The place of the head, and of what is put there of it.
  const inThread = [...own, terms.column].map((): StoredAs => 'bigint').concat(Object.values(columns))
  return (db, { heads, rows }) => {
    if (rows.length === 0) return []
    if (!isPostgres(db)) {
      const texts = heads.map(one => one.join('\n'))
      const given = rowsForThread(rows, inThread)
      return [CompiledQuery.raw(embedded, [{ given, heads: { ...lookUp, texts } }])]
    }
    const known = new Ids()
    const ofHeads = givenHeads.parameters(heads, known)
    const given = [known.toArray(), ...ofHeads]
    return [
      CompiledQuery.raw(givenInPostgres, given),
      CompiledQuery.raw(insertedInPostgres, [...given, ...givenRest.parameters(rows, known, places)]),
    ]
  }
}

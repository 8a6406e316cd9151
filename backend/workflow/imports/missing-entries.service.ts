/**
 * Entries of other lists that the rows of a file name and that do not exist. Whoever may create some creates them all
 * at once, by the lists' own stores, and the rows that were wrong are checked again.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import { fold } from '../../platform/contract/fold'
import type { NamedEntries } from '../../platform/contract/import-kind'
import { listRequest } from '../../platform/contract/list'
import { accessOf, allows, missingFor } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import { bare } from '../../platform/contract/typed-text'
import type { Db } from '../../platform/db/database'
import { scopeOf, type Actor } from '../../platform/request/actor'
import type { Store } from '../../platform/store/store-spec'
import { MAX_ENTRIES, type MissingList, type NamedEntry } from './entries.contract'
import { moveToParts } from './import-parts'
import { importerOf } from './importers'
import type { ImportProblem } from './imports.contract'
import type { Import } from './imports.queries'
import { record, startStep } from './imports.service'
import { hasProblem } from './problem-kinds'
import { comparable, similarNames, type Comparable } from './similar-names'
import { recount } from './staging'

/** By `family/many`. */
type Stores = ReadonlyMap<string, Store>

const CODE = 'not_in_registry'
/** Names of a list that are read: more than any list of names has. */
const MAX_NAMES = 10_000

interface Missing {
  column: string
  name: string
  rows: number
}

const namesOf = ({ entity }: Pick<Import, 'entity'>) => Object.entries(importerOf(entity).kind.names ?? {})

/** Throws where a list has no store: `tests/architecture/importers.test.ts` names it. */
function storeOf(stores: Stores, list: string): Store {
  const store = stores.get(list)
  if (!store) throw new Error(`no list ${list}`)
  return store
}

/** Which permissions somebody lacks who creates entries of this list. */
function lacking(actor: Actor, { contract: { permissions } }: Store): string[] {
  return permissions.create ? missingFor(actor.permissions, permissions.create) : []
}

export async function missingLists(
  db: Db,
  stores: Stores,
  actor: Actor,
  found: Import,
  now: number,
): Promise<MissingList[]> {
  const all = await missingNames(db, found)
  const shown = new Set(all.slice(0, MAX_ENTRIES))
  const lists: MissingList[] = []
  for (const [column, { list, alsoCalled, byHand = false }] of namesOf(found)) {
    const own = all.filter(one => one.column === column)
    if (own.length === 0) continue
    const store = storeOf(stores, list)
    const known = (await existing(db, store, actor, now, alsoCalled)).flatMap(comparableNames)
    const lacks = lacking(actor, store)
    const entries: MissingList['entries'] = []
    for (const one of own.filter(missing => shown.has(missing))) {
      // Two spellings of one maker in the same file: the rarer one is no new maker, either.
      const others = own.filter(({ rows }) => rows > one.rows).map(({ name }) => comparable(name))
      entries.push({ name: one.name, rows: one.rows, similar: similarNames(one.name, [...known, ...others]) })
      await breathe()
    }
    lists.push({
      column,
      list,
      by_hand: byHand,
      lacks,
      system_only: lacks.some(name => accessOf(name)?.systemOnly),
      entries,
      more: own.length - entries.length,
    })
  }
  return lists
}

/**
 * In a transaction. Throws 403 without the permission of one of the lists, 422 for a column whose entries are not
 * created from a file.
 */
export async function createMissing(
  db: Db,
  stores: Stores,
  actor: Actor,
  found: Import,
  wanted: readonly NamedEntry[],
  now: number,
): Promise<{ created: NamedEntry[]; refused: (NamedEntry & { code: string })[] }> {
  const names = namesOf(found)
  for (const { column } of wanted) demandCreatable(stores, actor, names, column)
  const missing = new Map((await missingNames(db, found)).map(one => [keyOf(one), one]))
  const created: NamedEntry[] = []
  const refused: (NamedEntry & { code: string })[] = []
  for (const [column, { list, also = {} }] of names) {
    const own = new Map(wanted.filter(one => one.column === column).map(one => [keyOf(one), one]))
    if (own.size === 0) continue
    const said = await saidOf(db, stores, actor, found, { column, also }, now)
    for (const [key, { name: typed }] of own) {
      const name = missing.get(key)?.name
      const code =
        name === undefined
          ? 'not_missing'
          : await refusal(() => storeOf(stores, list).create(db, actor, { name, ...said(name) }, now))
      if (code === undefined) created.push({ column, name: name ?? typed })
      else refused.push({ column, name: name ?? typed, code })
    }
  }
  await moveToParts(db, found._id, 'error')
  await recount(db, found._id, now)
  await startStep(db, actor, found._id, 'check', now)
  await record(db, actor, found, 'entries', now)
  return { created, refused }
}

function demandCreatable(
  stores: Stores,
  actor: Actor,
  names: readonly (readonly [string, NamedEntries])[],
  column: string,
): void {
  const kind = names.find(([name]) => name === column)?.[1]
  if (!kind || kind.byHand)
    throw new Problem(422, 'invalid', {
      fields: {
        entries: [
          {
            code: 'not_one_of',
            params: {
              values: names
                .filter(([, { byHand }]) => !byHand)
                .map(([name]) => name)
                .join(', '),
            },
          },
        ],
      },
    })
  const [permission] = lacking(actor, storeOf(stores, kind.list))
  if (permission) throw new Problem(403, 'forbidden', { message: 'Not permitted', details: { permission } })
}

/** What the list says against it; what goes wrong otherwise brings down the transaction. */
async function refusal(create: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await create()
    return undefined
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    const code = Object.values(error.extra.fields ?? {})[0]?.[0]?.code ?? error.code
    // Somebody has created it since the check.
    return code === 'taken' ? 'not_missing' : code
  }
}

/** One for all spellings that differ in case and diacritics, which the lists take for the same name. */
const keyOf = ({ column, name }: NamedEntry) => `${column} ${fold(name)}`

/** Those of the most rows first. Rows with the very same mistakes are read as one. */
async function missingNames(db: Db, { _id }: Import): Promise<Missing[]> {
  const { rows } = await sql<{ problems: string; total: number }>`select problems, count(*) as total
    from import_rows where import_id = ${_id} and state = 'error' and ${hasProblem(sql.ref('problems'), [CODE], undefined)}
    group by problems`.execute(db)
  const spellings = new Map<string, Map<string, Missing>>()
  for (const { problems, total } of rows)
    for (const { column, code, params } of JSON.parse(problems) as ImportProblem[]) {
      if (code !== CODE || column === null) continue
      const one = { column, name: String(params?.name) }
      const same = spellings.get(keyOf(one)) ?? new Map<string, Missing>()
      const before = same.get(one.name)?.rows ?? 0
      spellings.set(keyOf(one), same.set(one.name, { ...one, rows: before + Number(total) }))
    }
  return [...spellings.values()]
    .map(same => {
      const [most, ...others] = [...same.values()].sort(byRows)
      return {
        ...(most as Missing),
        rows: others.reduce((sum, { rows: more }) => sum + more, most?.rows ?? 0),
      }
    })
    .sort(byRows)
}

const byRows = (a: Missing, b: Missing) => b.rows - a.rows || (a.name < b.name ? -1 : 1)

interface Existing {
  _id: string
  name: string
  also: string
}

/** Nothing for who may not read the list. */
async function existing(
  db: Db,
  store: Store,
  actor: Actor,
  now: number,
  alsoCalled?: string,
): Promise<Existing[]> {
  if (!allows(actor.permissions, store.contract.permissions.list)) return []
  const request = listRequest.parse({
    rowsPerPage: MAX_NAMES,
    fields: ['name', ...(alsoCalled ? [alsoCalled] : [])],
  })
  const { rows } = await store.list(db, scopeOf(actor), request, now)
  return rows.map(row => ({
    _id: String(row._id),
    name: String(row.name),
    also: String((alsoCalled && row[alsoCalled]) || ''),
  }))
}

/** "Cirsa, Unidesa" are two names of one. */
const comparableNames = ({ name, also }: Existing): Comparable[] => [
  comparable(name),
  ...also
    .split(/[,:;]/)
    .filter(text => text.trim() !== '')
    .map(text => comparable(text, name)),
]

/**
 * What rows with a new name say about it, by field: the id of the one entry that all of them name in another column. By
 * then that one may be new, too.
 */
async function saidOf(
  db: Db,
  stores: Stores,
  actor: Actor,
  found: Import,
  { column, also }: { column: string; also: Readonly<Record<string, string>> },
  now: number,
): Promise<(name: string) => Record<string, string>> {
  const fields: [string, ReadonlyMap<string, string>][] = []
  for (const [field, other] of Object.entries(also)) {
    const list = importerOf(found.entity).kind.names?.[other]?.list ?? ''
    const ids = new Map(
      (await existing(db, storeOf(stores, list), actor, now)).map(({ _id, name }) => [fold(name), _id]),
    )
    const said = new Map<string, string>()
    for (const [key, all] of await pairs(db, found, column, other)) {
      const [only, ...others] = all
      const id = others.length === 0 && only !== undefined ? ids.get(only) : undefined
      if (id !== undefined) said.set(key, id)
    }
    fields.push([field, said])
  }
  return name =>
    Object.fromEntries(
      fields.flatMap(([field, said]) => (said.has(fold(name)) ? [[field, said.get(fold(name)) ?? '']] : [])),
    )
}

/** Folded, of the text that the check made of a cell, so that both mean the same name; '' where it can read none. */
function nameIn({ entity }: Import, column: string, text = ''): string {
  const reading = text === '' ? undefined : importerOf(entity).columns[column]?.cell.read(text)
  return reading && 'value' in reading ? fold(bare(String(reading.value))) : ''
}

/** Folded name in one column → all that its wrong rows say in another, folded. */
async function pairs(
  db: Db,
  found: Import,
  column: string,
  other: string,
): Promise<Map<string, Set<string>>> {
  const at = (name: string) => found.columns.findIndex(one => one.name === name)
  const [nameAt, otherAt] = [at(column), at(other)]
  const said = new Map<string, Set<string>>()
  if (nameAt < 0 || otherAt < 0) return said
  const rows = await db
    .selectFrom('import_rows')
    .select('cells')
    .where('import_id', '=', found._id)
    .where('state', '=', 'error')
    .execute()
  for (const { cells } of rows) {
    const texts = JSON.parse(cells) as string[]
    const [key, value] = [nameIn(found, column, texts[nameAt]), nameIn(found, other, texts[otherAt])]
    said.set(key, (said.get(key) ?? new Set()).add(value))
  }
  return said
}

/** Every kind that the search knows, on a backend in which every list has rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tenants } from '../../../tests/people'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { listRequest } from '../../platform/contract/list'
import { permissionCatalogue } from '../../platform/contract/permissions'
import type { Store } from '../../platform/store/store-spec'
import { systemActor } from '../../platform/request/actor'
import { foundInStore, resultOf } from './found-in-store'
import { SEARCH_PATH, SHOWN, searchKind, type SearchAnswer } from './search.contract'
import { sources, type Source } from './sources'

let lists: FullLists
beforeAll(async () => {
  lists = await fullLists()
}, 120_000)
afterAll(() => lists.backend.close())

type Person = 'ana' | 'paulo'

const find = async (query: string, as: Person) => {
  const { body } = await lists.backend.json(`${SEARCH_PATH}?query=${encodeURIComponent(query)}`, { as })
  return (body.data as never as SearchAnswer).groups
}
const storeOf = ({ store }: Source) => lists.backend.app.api.stores.get(store) as Store
/** A row that Lusitania does not have, or one of all tenants. */
const someRow = async (source: Source) => {
  const store = storeOf(source)
  const { db, clock } = lists.backend
  const of = async (tenantId: string | null) =>
    (await store.list(db, { tenantId }, listRequest.parse({ rowsPerPage: 100 }), clock())).rows as {
      _id: string
    }[]
  const theirs = store.spec.ownedBy === null ? [] : await of(tenants.lusitania.id)
  const row = (await of(null)).find(({ _id }) => theirs.every(other => other._id !== _id))
  if (!row) throw new Error(`${source.kind}: no row`)
  return resultOf(row, source)
}

describe.each(sources.map(source => [source.kind, source] as const))('%s', (kind, source) => {
  it('is found by its name, by whoever may list it', async () => {
    const row = await someRow(source)
    const group = (await find(row.name, 'ana')).find(one => one.kind === kind)
    expect(group?.total).toBeGreaterThanOrEqual(1)
    expect(group?.rows.length).toBe(Math.min(group?.total ?? 0, SHOWN))
    expect(group?.rows.map(({ name }) => name)).toContain(row.name)
  })

  it('is not found by another tenant, nor by somebody without its permission', async () => {
    const row = await someRow(source)
    if (storeOf(source).spec.ownedBy !== null)
      expect((await find(row.name, 'paulo')).flatMap(({ rows }) => rows.map(({ _id }) => _id))).not.toContain(
        row._id,
      )
    const { list } = storeOf(source).contract.permissions
    const permissions = Object.fromEntries(
      permissionCatalogue.filter(name => !JSON.stringify(list).includes(`"${name}"`)).map(name => [name, 1]),
    )
    const { db, clock } = lists.backend
    const search = { db, scope: { tenantId: null }, now: clock(), query: row.name }
    const actor = { ...systemActor, permissions }
    expect(await foundInStore({ ...search, actor }, storeOf(source), source)).toBeNull()
  })
})

it('covers every kind of the contract but those that are found by more than a name', () => {
  const others = searchKind.options.filter(kind => sources.every(one => one.kind !== kind))
  expect(others).toEqual(['payment', 'daily_report', 'monthly_report', 'task', 'bulk_job'])
})

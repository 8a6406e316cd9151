/** Every kind that the search knows, on a backend in which every list has rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tenants } from '../../../tests/people'
import { fullLists, type FullLists } from '../../../tests/support/full-lists'
import { listRequest } from '../../platform/contract/list'
import { allows, permissionCatalogue } from '../../platform/contract/permissions'
import type { Store } from '../../platform/store/store-spec'
import { systemActor } from '../../platform/request/actor'
import { foundInStore, resultOf } from './found-in-store'
import { SEARCH_PATH, SHOWN, searchKind, searchRule, type SearchAnswer } from './search.contract'
import { sources, type Source } from './sources'

let lists: FullLists
beforeAll(async () => {
  lists = await fullLists()
}, 120_000)
afterAll(() => lists.backend.close())

type Person = 'ana' | 'mihai' | 'olga' | 'paulo'

const find = async (query: string, as: Person) => {
  const { body } = await lists.backend.json(`${SEARCH_PATH}?query=${encodeURIComponent(query)}`, { as })
  return (body.data as never as SearchAnswer).groups
}
const storeOf = ({ store }: Source) =>
  typeof store === 'string' ? (lists.backend.app.api.stores.get(store) as Store) : store
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
  /** Work is named by a word of the console's: it is found by who began it, or why. */
  const wordsOf = ({ name, where }: Awaited<ReturnType<typeof someRow>>) =>
    kind === 'task' || kind === 'bulk_job' ? (where?.split(' · ')[0] ?? '') : name

  it('is found by its name, by whoever may list it', async () => {
    const row = await someRow(source)
    const group = (await find(wordsOf(row), 'ana')).find(one => one.kind === kind)
    expect(group?.total).toBeGreaterThanOrEqual(1)
    expect(group?.rows.length).toBe(Math.min(group?.total ?? 0, SHOWN))
    expect(group?.rows.map(({ name }) => name)).toContain(row.name)
    expect(row.name).not.toBe('')
  })

  it('is not found by another tenant, nor by somebody without its permission', async () => {
    const row = await someRow(source)
    if (storeOf(source).spec.ownedBy !== null)
      expect(
        (await find(wordsOf(row), 'paulo')).flatMap(({ rows }) => rows.map(({ _id }) => _id)),
      ).not.toContain(row._id)
    const list = source.permission ?? storeOf(source).contract.permissions.list
    const permissions = Object.fromEntries(
      permissionCatalogue.filter(name => !JSON.stringify(list).includes(`"${name}"`)).map(name => [name, 1]),
    )
    const { db, clock } = lists.backend
    const search = { db, scope: { tenantId: null }, now: clock(), query: row.name }
    const actor = { ...systemActor, permissions }
    expect(await foundInStore({ ...search, actor }, storeOf(source), source)).toBeNull()
  })
})

it('is open to whoever may list any one of its kinds', () => {
  for (const source of sources) {
    const list = JSON.stringify(source.permission ?? storeOf(source).contract.permissions.list)
    const own = Object.fromEntries(
      permissionCatalogue.filter(name => list.includes(`"${name}"`)).map(name => [name, 1]),
    )
    expect(allows(own, searchRule), source.kind).toBe(true)
  }
})

it('finds no task by the signs of a name that is for programs', async () => {
  for (const words of ['_', '%', 'import_check'])
    expect(
      (await find(words, 'ana')).map(one => one.kind),
      words,
    ).not.toContain('task')
})

it('covers every kind of the contract but those that are found by more than a name', () => {
  const others = searchKind.options.filter(kind => sources.every(one => one.kind !== kind))
  expect(others).toEqual(['payment', 'daily_report', 'monthly_report'])
})

it('finds a payment by its whole reference in whatever case, for those who may see payments', async () => {
  const { db } = lists.backend
  const payment = await db
    .selectFrom('payment_transactions')
    .select(['id', 'provider_ref', 'tenant_id'])
    .where('tenant_id', '=', tenants.carpathia.id)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('payment_transactions')
    .set({ provider_ref: 'CAR-10241' })
    .where('id', '=', payment.id)
    .execute()
  for (const person of ['ana', 'mihai'] as const)
    expect(
      (await find('car-10241', person)).find(one => one.kind === 'payment'),
      person,
    ).toMatchObject({
      total: 1,
      rows: [{ _id: payment.id, name: 'CAR-10241', amount: { currency: 'RON' } }],
    })
  for (const person of ['paulo', 'olga'] as const)
    expect(
      (await find('CAR-10241', person)).map(one => one.kind),
      person,
    ).not.toContain('payment')
})

it('finds a task by what it is called in any of the languages, as its list does', async () => {
  const { db } = lists.backend
  const task = await db
    .selectFrom('tasks')
    .select('id')
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  await db.updateTable('tasks').set({ title: 'tasks:kinds.data_export' }).where('id', '=', task.id).execute()
  for (const words of ['export of a list', 'Exportul unei liste', 'Exportação de uma lista'])
    expect(
      (await find(words, 'ana')).find(one => one.kind === 'task')?.rows.map(({ _id }) => _id),
      words,
    ).toContain(task.id)
})

it('shows no more of a player than their list does, and finds nobody by a number', async () => {
  const store = lists.backend.app.api.stores.get('player-exclusion-processor/players') as Store
  const { rows } = await store.list(
    lists.backend.db,
    { tenantId: null },
    listRequest.parse({}),
    lists.backend.clock(),
  )
  const [player] = rows as unknown as { name: string; document: string }[]
  const group = (await find(player?.name ?? '', 'ana')).find(one => one.kind === 'player')
  expect(group?.rows.map(({ name, where }) => [name, where])).toContainEqual([player?.name, player?.document])
  expect(player?.document).toMatch(/[*•…]/)
  expect((await find('3991231400010', 'ana')).map(one => one.kind)).not.toContain('player')
  expect((await find(player?.name ?? '', 'olga')).map(one => one.kind)).not.toContain('player')
})

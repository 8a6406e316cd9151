import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

interface Reference {
  /** What is referred to. */
  table: string
  on_delete: string
}

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

/** Both engines have the same tables; one of them is asked how they refer to each other. */
const embedded = !process.env.TEST_DATABASE_URL
/** Written and deleted with another table's rows by its store, without a reference to them. */
const writtenWith: Partial<Record<string, string>> = { game_mix_games: 'game_mixes' }

it.runIf(embedded)(
  'what refers to an entity that can be deleted stands in one of the lists that say where it is used',
  async () => {
    const referring = await references()
    const stores = [...backend.app.api.stores.values()]
    const silent = stores.flatMap(({ contract, spec }) => {
      if (!contract.permissions.delete) return []
      const named = (contract.usedBy ?? []).map(({ list }) => backend.app.api.stores.get(list)?.spec.table)
      return [...referring].flatMap(([from, to]) => {
        const refuses = to.some(({ table, on_delete }) => table === spec.table && on_delete === 'NO ACTION')
        // A row that goes with another one belongs to it: a mix's games, a person's roles.
        const owners = to.filter(({ on_delete }) => on_delete === 'CASCADE').map(({ table }) => table)
        return refuses && ![from, writtenWith[from], ...owners].some(table => named.includes(table as never))
          ? [`${contract.many}: ${from} refers to it, and no list of its usedBy has that`]
          : []
      })
    })
    expect(silent).toEqual([])
  },
)

/** By table, what its rows refer to. */
async function references(): Promise<Map<string, Reference[]>> {
  const { rows } = await sql<Reference & { from: string }>`
    select m.name as "from", f."table", f.on_delete from sqlite_master m join pragma_foreign_key_list(m.name) f
    where m.type = 'table'`.execute(backend.db)
  const found = new Map<string, Reference[]>()
  for (const { from, ...to } of rows) found.set(from, [...(found.get(from) ?? []), to])
  return found
}

/** The list of jackpots says what its levels are worth as the list of levels does. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/jackpot-manager/v1'
type Level = { _id: string; name: string; value: { minor: number } }
const ask = async <Data>(path: string, body: object) =>
  (await backend.json<{ data: Data }>(`${base}/${path}`, { as: 'mihai', method: 'POST', body })).body.data
const make = async (path: string, body: object) =>
  (await ask<Record<string, { _id: string }>>(path, body))[path]?._id ?? ''
const lei = (minor: number) => ({ minor, currency: 'RON' })
const listed = async (body: object = {}) =>
  (await ask<{ rows: { name: string; levels?: Level[] }[] }>('jackpots', { sortBy: ['name'], ...body })).rows

it('shows each level’s value in the order of positions, held at what was won', async () => {
  const terms = { location: locations.cluj.id, kind: 'mystery', currency: 'RON' }
  const jackpot = await make('jackpot', { name: 'Noroc', ...terms })
  await make('jackpot', { name: 'Zero', ...terms })
  const level = (name: string, position: number, seed: number) =>
    make('jackpot-level', {
      jackpot,
      name,
      position,
      seed: lei(seed),
      hit_from: lei(seed + 10_000),
      hit_to: lei(seed + 50_000),
      visible: 50,
      hidden: 0,
    })
  const major = await level('Major', 2, 100_000)
  const mini = await level('Mini', 1, 20_000)
  const { tenant_id } = await backend.db
    .selectFrom('jackpots')
    .select('tenant_id')
    .where('id', '=', jackpot)
    .executeTakeFirstOrThrow()
  await backend.db
    .insertInto('jackpot_shares')
    .values({
      level_id: mini,
      tenant_id,
      slot_id: slots.bellLink.id,
      visible: 1_239_999,
      hidden: 0,
      seen: 0,
      last_at: 1,
    })
    .execute()
  await backend.db
    .updateTable('jackpot_levels')
    .set({ state: 'hit', won_minor: 99_000 })
    .where('id', '=', major)
    .execute()

  const [noroc, zero] = await listed()
  expect(noroc?.levels).toEqual([
    { _id: mini, name: 'Mini', value: lei(20_123) },
    { _id: major, name: 'Major', value: lei(99_000) },
  ])
  expect(zero?.levels).toEqual([])
  const { rows } = await ask<{ rows: Level[] }>('jackpot-levels', { sortBy: ['position'] })
  expect(rows.map(({ _id, name, value }) => ({ _id, name, value }))).toEqual(noroc?.levels)
  expect(await listed({ fields: ['name'] })).toEqual([
    { _id: jackpot, name: 'Noroc' },
    expect.objectContaining({ name: 'Zero' }),
  ])
})

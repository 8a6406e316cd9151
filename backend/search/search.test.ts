import { afterAll, beforeAll, expect, test } from 'vitest'
import { locations, slots, smibs, tenants } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import type { SearchAnswer } from './search.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const find = async (query: string, as: 'ana' | 'mihai' | 'paulo' = 'mihai') => {
  const { body } = await backend.json(`/api/search/v1/find?query=${encodeURIComponent(query)}`, { as })
  const { groups } = body.data as never as SearchAnswer
  return Object.fromEntries(groups.filter(one => one.total > 0).map(one => [one.kind, one.rows]))
}

test('a serial, a MAC, a name: whatever somebody has in hand', async () => {
  expect(await find('egt-004')).toEqual({
    slot: [
      { _id: slots.bellLink.id, name: slots.bellLink.serial, where: locations.cluj.name, archived: false },
    ],
  })
  expect(Object.keys(await find(smibs.novoline.mac))).toEqual(['smib'])
  expect((await find('braila')).location?.map(row => row.name)).toEqual([locations.braila.name])
  expect((await find('carpathia', 'ana')).tenant?.map(row => row.name)).toEqual([tenants.carpathia.name])
})

test('another tenant finds nothing of it', async () => {
  expect(await find('EGT-00412', 'paulo')).toEqual({})
  expect(await find(tenants.lusitania.name)).toEqual({})
})

test('nothing asked finds nothing, and not everything', async () => {
  expect(await find(' ')).toEqual({})
  expect((await backend.request('/api/search/v1/find?query=x', { as: 'nora' })).status).toBe(403)
})

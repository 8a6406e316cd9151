import { afterAll, beforeAll, expect, test } from 'vitest'
import { locations, people, slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { daily, sealing } from '../../../tests/support/seals'
import { shownCode } from '../../accounting/seals/seal-format'
import { renameInSlots } from '../../estate/slots/slot-names.service'
import { up } from '../../schema/migrations/270-slot-positions-searched'
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
      {
        _id: slots.bellLink.id,
        ref: slots.bellLink.id,
        name: slots.bellLink.serial,
        where: locations.cluj.name,
        amount: null,
        archived: false,
      },
    ],
  })
  const pairs = smibs.novoline.mac.match(/../g) ?? []
  for (const address of [smibs.novoline.mac, pairs.join(':').toUpperCase(), pairs.join('-')])
    expect(Object.keys(await find(address))).toEqual(['smib'])
  expect((await find('braila')).location?.map(row => row.name)).toEqual([locations.braila.name])
  expect((await find('carpathia', 'ana')).tenant?.map(row => row.name)).toEqual([tenants.carpathia.name])
})

test('a position is what a hall calls a slot: one that is moved is found where it stands now', async () => {
  const standing = async (position: string) => {
    const path = `/api/configuration/v1/slot/${slots.bellLink.id}`
    const { body } = await backend.json(path, { as: 'mihai' })
    const { slot } = body.data as never as { slot: Record<string, unknown> }
    const sent = await backend.json(path, { as: 'mihai', method: 'PUT', body: { ...slot, position } })
    expect(sent.status).toBe(200)
  }
  await standing('B-07')
  expect((await find('b-07')).slot).toMatchObject([
    { name: slots.bellLink.serial, where: `${locations.cluj.name} · B-07` },
  ])
  expect(await find('B-07', 'paulo')).toEqual({})
  for (const words of [`B-07 ${locations.cluj.name}`, `${locations.cluj.name} b-07`])
    expect((await find(words)).slot).toMatchObject([{ name: slots.bellLink.serial }])
  expect(await find(`B-07 ${locations.cluj.name}`, 'paulo')).toEqual({})
  expect((await find(`B-07 ${locations.braila.name}`)).slot).toBeUndefined()
  // Its slots are not meant by whoever types a location.
  expect((await find(`${locations.cluj.name} ${locations.cluj.name.slice(0, 3)}x`)).slot).toBeUndefined()
  await standing('Ș-1')
  expect(await find('B-07')).toEqual({})
  expect((await find('s-1')).slot).toMatchObject([{ name: slots.bellLink.serial }])
  const { id } = slots.bellLink
  const { manufacturer_id: maker, manufacturer: from } = await backend.db
    .selectFrom('slots')
    .select(['manufacturer_id', 'manufacturer'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await renameInSlots(backend.db, 'manufacturers', String(maker), { from, to: 'New Name' })
  expect((await find('new name s-1')).slot).toMatchObject([{ name: slots.bellLink.serial }])
})

test('slots of an older version are found by their position after the upgrade', async () => {
  const { id } = slots.novoline
  await backend.db
    .updateTable('slots')
    .set({ position: 'Ț-44', search: 'nov-10077 novomatic' })
    .where('id', '=', id)
    .execute()
  await up(backend.db as never)
  expect((await find('t-44')).slot).toMatchObject([{ _id: id }])
})

test('another tenant finds nothing of it', async () => {
  expect(await find('EGT-00412', 'paulo')).toEqual({})
  expect(await find(tenants.lusitania.name)).toEqual({})
})

test('nothing asked finds nothing, and not everything', async () => {
  expect(await find(' ')).toEqual({})
  expect((await backend.request('/api/search/v1/find?query=x', { as: 'nora' })).status).toBe(403)
})

test('finds people for those who may see them, and a sealed report by the code on its paper', async () => {
  expect((await find('Mihai', 'ana')).user?.map(row => row.name)).toEqual([people.mihai.fullName])
  const { seal } = sealing(() => backend)
  const sealed = await seal(daily('2026-11-01'))
  const of = {
    tenant_id: tenants.carpathia.id,
    location_id: locations.cluj.id,
    seal_id: sealed.id,
    currency: 'RON',
  }
  const common = {
    ...of,
    state: 'sealed' as const,
    sealed_by: 'Ana',
    hours_known: 24,
    hours_expected: 24,
    held: 0,
    collected_minor: 0,
    paid_minor: 0,
    takings_minor: 0,
    difference_minor: 0,
    starts_at: 0,
    ends_at: 1,
    version: 1,
    search: '',
    archived_at: null,
    created_at: 0,
    updated_at: 0,
  }
  const day = {
    ...common,
    day: '2026-11-01',
    revision: 1,
    is_latest: 1,
    slots: 1,
    silent: 0,
    changed_minor: 0,
  }
  await backend.db
    .insertInto('daily_reports')
    .values({ ...day, id: 'ab'.repeat(12), document: '{}', accepted: '[]' })
    .execute()
  const typed = shownCode(sealed.code).toLowerCase()
  expect(await find(typed)).toEqual({
    daily_report: [
      {
        _id: 'ab'.repeat(12),
        ref: 'ab'.repeat(12),
        name: '2026-11-01',
        where: locations.cluj.name,
        amount: null,
        archived: false,
      },
    ],
  })
  expect(await find(typed, 'paulo')).toEqual({})
  await backend.db.deleteFrom('daily_reports').execute()
  await backend.db
    .insertInto('monthly_reports')
    .values({ ...common, id: 'cd'.repeat(12), month: '2026-11', days_closed: 1, days: 30, document: null })
    .execute()
  expect((await find(typed)).monthly_report).toMatchObject([
    { ref: `${locations.cluj.id}-2026-11`, name: '2026-11' },
  ])
})

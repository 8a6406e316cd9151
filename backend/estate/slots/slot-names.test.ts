/** Slots and locations that nobody may mistake for one another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetKey, nameKey } from '../../platform/contract/machine-name'
import { up } from '../../schema/migrations/251-name-keys'
import { up as sameCapitals } from '../../schema/migrations/296-same-capitals'
import { up as oneBlank } from '../../schema/migrations/337-one-blank'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
afterAll(async () => {
  await desk.end()
  await backend.close()
})

interface Answer {
  data: { slot: { _id: string; version: number; serial: string } }
  error?: { fields?: Record<string, { code: string }[]> }
}
const slot = (serial: string, asset_no: string | null = null) => ({
  serial,
  asset_no,
  location: locations.cluj.id,
  manufacturer: 'EGT',
  denomination: { minor: 1, currency: 'RON' },
})
const make = async (serial: string, asset_no?: string, as: 'mihai' | 'ana' = 'mihai') => {
  const { status, body } = await backend.json<Answer>('/api/configuration/v1/slot', {
    as,
    method: 'POST',
    body: slot(serial, asset_no),
  })
  return { status, slot: body.data?.slot, fields: body.error?.fields }
}

describe('a serial', () => {
  it('that reads like another is taken, in whatever case, dash or width; one of another script is refused', async () => {
    expect((await make('Neu-77')).status).toBe(200)
    for (const alike of ['NEU-77', 'neu–77', 'Neu−77', 'Neu‑77', 'Ｎｅｕ-77', 'Neu➖77', 'Neu─77'])
      expect((await make(alike)).fields, alike).toMatchObject({ serial: [{ code: 'taken' }] })
    for (const other of ['Nеu-78', 'Neu\u30fc77', 'Neu\u02bc78'])
      expect((await make(other)).fields, other).toMatchObject({ serial: [{ code: 'latin_letters' }] })
    expect((await make('ＮＥＵ-79')).slot?.serial).toBe('NEU-79')
    // A page shows several blanks as one.
    expect((await make('TA  79')).slot?.serial).toBe('TA 79')
    for (const alike of ['TA 79', 'ta\u00a0 79'])
      expect((await make(alike)).fields, alike).toMatchObject({ serial: [{ code: 'taken' }] })
  })

  it('is one whatever its case, also where two letters share a capital', async () => {
    expect((await make('Groß-ı1')).status).toBe(200)
    for (const alike of ['GROSS-I1', 'gross-i1', 'GROẞ-I1'])
      expect((await make(alike)).fields, alike).toMatchObject({ serial: [{ code: 'taken' }] })
  })

  it('that reads like another means that one in a file, which keeps its spelling', async () => {
    const head = 'serial;location_code;manufacturer;accounting_denom;position'
    const checked = await desk.check(
      'mihai',
      'slots',
      'upsert',
      `${head}\nNEU–77;cluj CENTRAL;EGT;0,01;P-9\n`,
    )
    const [row] = await desk.rows('mihai', checked._id)
    expect(row).toMatchObject({ action: 'update', problems: [], changes: [{ column: 'position' }] })
    const twice = await desk.check(
      'mihai',
      'slots',
      'create',
      `${head};asset_no\nTW-1;CJ-01;EGT;0,01;;801\ntw-1;CJ-01;EGT;0,01;;802\nTW-2;CJ-01;EGT;0,01;;0801\n`,
    )
    expect(await desk.problems('mihai', twice._id)).toEqual([
      '2 serial twin',
      '2 asset_no twin',
      '3 serial twin',
      '4 asset_no twin',
    ])
  })
})

it('an asset number is one slot’s within its tenant, in form and file, with zeros before it or without', async () => {
  const first = await make('AS-1', '00412')
  expect(first.status).toBe(200)
  expect((await make('AS-2', '412')).fields).toMatchObject({ asset_no: [{ code: 'taken' }] })
  const checked = await desk.check(
    'mihai',
    'slots',
    'create',
    'serial;location_code;manufacturer;accounting_denom;asset_no\nAS-3;CJ-01;EGT;0,01;412\n',
  )
  expect(await desk.problems('mihai', checked._id)).toEqual(['2 asset_no taken'])
  expect((await make('AS-4')).status).toBe(200)
  expect((await make('AS-5')).status).toBe(200)
})

it('numbers of an import that was undone are free again: the mended file brings them', async () => {
  const file = (place: string) =>
    `serial;location_code;manufacturer;accounting_denom;asset_no;position\nUN-1;CJ-01;EGT;0,01;0905;${place}\n`
  const first = await desk.check('mihai', 'slots', 'create', file('P-1'))
  await desk.done('mihai', first._id, 'commit')
  await desk.done('mihai', first._id, 'undo')
  const second = await desk.check('mihai', 'slots', 'create', file('P-2'))
  expect(await desk.problems('mihai', second._id)).toEqual([])
  expect((await desk.done('mihai', second._id, 'commit')).state).toBe('committed')
  const having = await backend.db
    .selectFrom('slots')
    .select('serial')
    .where('asset_no', '=', '0905')
    .execute()
  expect(having).toEqual([{ serial: 'UN-1' }])
})

it('a location code that reads like another is taken', async () => {
  const answer = await backend.json<Answer>('/api/configuration/v1/location', {
    as: 'mihai',
    method: 'POST',
    body: {
      code: 'cj–01',
      name: 'Other',
      city: 'Cluj',
      tenant: (
        await backend.db
          .selectFrom('locations')
          .select('tenant_id')
          .where('id', '=', locations.cluj.id)
          .executeTakeFirstOrThrow()
      ).tenant_id,
    },
  })
  expect(answer.body.error?.fields).toMatchObject({ code: [{ code: 'taken' }] })
})

it('an installation with doubles starts: the first in use has the name, the other stays as it is', async () => {
  for (const [table, column] of [
    ['slots', 'serial_key'],
    ['slots', 'asset_key'],
    ['locations', 'code_key'],
  ] as const) {
    await backend.db.schema.dropIndex(`${table}_unique_tenant_id_${column}`).execute()
    await backend.db.schema.dropIndex(`${table}_by_${column}`).execute()
    await backend.db.schema.alterTable(table).dropColumn(column).execute()
  }
  const ids = await backend.db
    .selectFrom('slots')
    .select('id')
    .where('serial', 'in', ['AS-4', 'AS-5'])
    .orderBy('id')
    .execute()
  await backend.db
    .updateTable('slots')
    .set({ asset_no: '00412' })
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .execute()
  await up(backend.db as never)
  const keys = await backend.db
    .selectFrom('slots')
    .select(['serial', 'asset_key', 'serial_key'])
    .where('asset_no', '=', '00412')
    .orderBy('id')
    .execute()
  expect(keys.map(({ asset_key }) => asset_key).toSorted()).toEqual(['412', null, null])
  expect(keys.map(({ serial_key }) => serial_key).toSorted()).toEqual(['as-1', 'as-4', 'as-5'])
})

it('keys of before that have such letters follow; of two that are then alike the one that had it stays', async () => {
  for (const serial of ['MASSE-1', 'SASS-2', 'KI-3']) expect((await make(serial)).status, serial).toBe(200)
  const of = async (serial: string) =>
    await backend.db
      .selectFrom('slots')
      .select(['id', 'serial_key', 'tenant_id'])
      .where('serial', '=', serial)
      .executeTakeFirstOrThrow()
  const set = async (was: string, serial: string, serial_key: string) =>
    backend.db
      .updateTable('slots')
      .set({ serial, serial_key })
      .where('id', '=', (await of(was)).id)
      .execute()
  await set('SASS-2', 'Maße-1', 'maße-1')
  await set('KI-3', 'Kı-3', 'kı-3')
  await sameCapitals(backend.db as never)
  expect((await of('MASSE-1')).serial_key).toBe('masse-1')
  expect((await of('Maße-1')).serial_key).toBeNull()
  expect((await of('Kı-3')).serial_key).toBe('ki-3')
})

it('of earlier versions with several blanks are found by one', async () => {
  const made = await make('Blank 1')
  const old = { serial: 'Blank  1', serial_key: 'blank  1' }
  await backend.db.updateTable('slots').set(old).where('id', '=', made.slot._id).execute()
  await oneBlank(backend.db as never)
  expect((await make('blank 1')).fields).toMatchObject({ serial: [{ code: 'taken' }] })
})

it('keys', () => {
  expect([nameKey('Ｅ—1'), assetKey('0'), assetKey('007'), assetKey('A-007')]).toEqual([
    'e-1',
    '0',
    '7',
    'a-007',
  ])
})

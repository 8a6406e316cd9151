/** Fields of a tenant's own: what may stand in them, who sees them, which records a filter finds. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  for (const field of [
    { name: 'Garanție până la', kind: 'date' },
    { name: 'Price', kind: 'number', decimals: 2 },
    { name: 'Owner', kind: 'choice', choices: ['Leased', 'Bought'] },
    { name: 'Shelf', key: 'shelf' },
    { name: 'Labels', kind: 'tags' },
  ])
    expect((await define(field)).status).toBe(200)
})
afterAll(() => backend.close())

const conf = '/api/configuration/v1'
interface Field {
  _id: string
  key: string
  version: number
}
interface Answer {
  data: { 'custom-field': Field; slot: Record<string, unknown>; rows: { serial: string }[]; total: number }
  error: {
    code: string
    fields: Record<string, { code: string; params?: object }[]>
    details: { current: object }
  }
}
const ask = (path: string, body?: unknown, as: Person = 'mihai', method?: string) =>
  backend.json<Answer>(`${conf}/${path}`, {
    as,
    ...(body !== undefined && { body }),
    ...(method && { method }),
  })
const define = (field: object, as: Person = 'mihai') => ask('custom-field', field, as)
const slotOf = async (id: string, as: Person = 'mihai') =>
  (await ask(`slot/${id}`, undefined, as)).body.data.slot
/** As a form sends it: the whole slot, with what it changes. */
const change = async (id: string, custom: object, more: object = {}) =>
  ask(`slot/${id}`, { ...(await slotOf(id)), custom, ...more }, 'mihai', 'PUT')
const serials = async (custom: string[], as: Person = 'mihai') => {
  const { status, body } = await ask('slots', { exactFields: ['custom'], exactValues: [custom] }, as)
  return status === 200 ? body.data.rows.map(({ serial }) => serial).sort() : body.error.fields
}

it('takes what fits its kind, exactly, and says of each value that does not', async () => {
  const wrong = await change(slots.bellLink.id, {
    garantie_pana_la: '2027-02-30',
    price: '10.555',
    owner: 'Stolen',
    labels: ['vip', 'a;b'],
    colour: 'red',
    // Half a letter.
    shelf: 'A \ud83d',
  })
  expect(wrong.status).toBe(422)
  expect(wrong.body.error.fields).toEqual({
    'custom.garantie_pana_la': [{ code: 'not_a_date' }],
    'custom.price': [{ code: 'too_precise', params: { digits: 2 } }],
    'custom.owner': [{ code: 'not_one_of', params: { values: 'Leased, Bought' } }],
    'custom.labels': [{ code: 'invalid' }],
    'custom.colour': [{ code: 'unknown_field' }],
    'custom.shelf': [{ code: 'invalid' }],
  })
  // A program's point is the decimal mark; what is typed with a comma may be grouped, or is refused.
  const prices = { '10.000': '10.00', '1.250': '1.25', '1.234,5': '1234.50', '1.234.567': '1234567.00' }
  for (const [price, is] of Object.entries(prices))
    expect((await change(slots.bellLink.id, { price })).body.data.slot.custom).toEqual({ price: is })
  const ambiguous = { 'custom.price': [{ code: 'ambiguous_number' }] }
  expect((await change(slots.bellLink.id, { price: '1,250' })).body.error.fields).toEqual(ambiguous)
  const right = await change(slots.bellLink.id, {
    garantie_pana_la: '2027-03-31',
    price: '9007199254740993.1',
    owner: 'leased',
    labels: ['VIP', 'vip', 'new'],
  })
  expect(right.body.error.fields).toEqual({ 'custom.price': [{ code: 'not_a_number' }] })
  const stored = await change(slots.bellLink.id, {
    garantie_pana_la: '2027-03-31',
    price: '900719925474099,1',
    owner: 'leased',
    labels: ['VIP', 'vip', 'new'],
  })
  const custom = {
    garantie_pana_la: '2027-03-31',
    labels: ['VIP', 'new'],
    owner: 'Leased',
    price: '900719925474099.10',
  }
  expect(stored.body.data.slot.custom).toEqual(custom)
  // A value is a record's own: no field is called as what every object inherits.
  expect((await change(slots.bellLink.id, { constructor: null })).status).toBe(200)
  const odd = await define({ name: 'Other', key: 'constructor' })
  expect(odd.body.error.fields).toEqual({ key: [{ code: 'taken' }] })
  // What a form leaves out stays; what changes nothing is no new version.
  const { custom: _left, ...rest } = await slotOf(slots.bellLink.id)
  const same = await ask(`slot/${slots.bellLink.id}`, rest, 'mihai', 'PUT')
  expect(same.body.data.slot).toMatchObject({ custom, version: rest.version })
})

it('finds records by their values, and refuses a filter whose field is gone', async () => {
  await change(slots.novoline.id, { owner: 'Bought', labels: ['new'], garantie_pana_la: '2028-01-05' })
  const { bellLink, novoline } = slots
  expect(await serials(['labels=new'])).toEqual([bellLink.serial, novoline.serial])
  expect(await serials(['owner=Leased', 'owner=Bought'])).toEqual([bellLink.serial, novoline.serial])
  expect(await serials(['labels=new', 'owner=Bought'])).toEqual([novoline.serial])
  expect(await serials(['garantie_pana_la=2027'])).toEqual([bellLink.serial])
  expect(await serials(['garantie_pana_la=2028-01'])).toEqual([novoline.serial])
  expect(await serials(['price=900719925474099.1'])).toEqual([bellLink.serial])
  expect(await serials(['owner=Leased'], 'ana')).toEqual([bellLink.serial])
  expect(await serials(['labels=NÉW', 'owner=leased'])).toEqual([bellLink.serial])
  expect(await serials(['price=cheap'])).toEqual({ custom: [{ code: 'invalid' }] })
  expect(await serials(['price=1,250'])).toEqual({ custom: [{ code: 'ambiguous_number' }] })
  expect(await serials(['colour=red'])).toEqual({
    custom: [{ code: 'field_gone', params: { name: 'colour' } }],
  })
})

it('is nobody else’s: another tenant has neither names nor values, and a floor defines none', async () => {
  const names = async (as: Person) =>
    (
      (await ask('slot-fields', undefined, as)).body.data as unknown as { fields: { key: string }[] }
    ).fields.map(({ key }) => key)
  expect(await names('olga')).toEqual(['garantie_pana_la', 'labels', 'owner', 'price', 'shelf'])
  expect(await names('paulo')).toEqual([])
  expect((await ask('custom-fields', {}, 'paulo')).body.data.total).toBe(0)
  expect(await serials(['owner=Leased'], 'paulo')).toEqual({
    custom: [{ code: 'field_gone', params: { name: 'owner' } }],
  })
  expect((await define({ name: 'Sneaked' }, 'olga')).status).toBe(403)
  const sneaked = await define({ name: 'Sneaked', tenant: tenants.carpathia.id }, 'paulo')
  expect(sneaked.body.error.fields).toEqual({ tenant: [{ code: 'unknown' }] })
})

it('keeps its kind while it has values, and a choice that is in use', async () => {
  const all = (await ask('custom-fields', { rowsPerPage: 50 })).body.data.rows as unknown as (Field &
    object)[]
  const of = (key: string) => all.find(one => one.key === key) as Field
  const put = (key: string, body: object) =>
    ask(`custom-field/${of(key)._id}`, { ...of(key), ...body }, 'mihai', 'PUT')
  expect((await put('price', { kind: 'text' })).body.error.fields).toEqual({
    kind: [{ code: 'has_values', params: { count: 1 } }],
  })
  expect((await put('price', { decimals: 3 })).body.error.fields).toEqual({
    decimals: [{ code: 'has_values', params: { count: 1 } }],
  })
  expect((await put('owner', { choices: ['Leased', 'Lent'] })).body.error.fields).toEqual({
    choices: [{ code: 'choice_in_use', params: { choice: 'Bought', count: 1 } }],
  })
  expect((await put('owner', { choices: ['Leased', 'Bought', 'Lent'] })).status).toBe(200)
  const moved = await put('shelf', { kind: 'number', key: 'other' })
  expect(moved.body.error.fields).toEqual({ key: [{ code: 'fixed' }] })
  for (const name of ['labels', '“Labels”'])
    expect((await define({ name })).body.error.fields).toEqual({ name: [{ code: 'taken' }] })
})

it('is part of the record: its version, its history and the way back', async () => {
  const before = await slotOf(slots.harbour.id)
  await change(slots.harbour.id, { shelf: 'A 1' })
  const other = { ...before, custom: { shelf: 'B 2' } }
  const conflict = await ask(`slot/${slots.harbour.id}`, other, 'mihai', 'PUT')
  expect([conflict.status, conflict.body.error.details.current]).toMatchObject([
    409,
    { custom: { shelf: 'A 1' } },
  ])
  const { rows } = (
    await backend.json<{ data: { rows: { _id: string; before: object; after: object }[] } }>(
      '/api/audit/v1/entries',
      {
        as: 'mihai',
        body: { exactFields: ['entity', 'entity_id'], exactValues: ['slot', slots.harbour.id] },
      },
    )
  ).body.data
  expect(rows[0]).toMatchObject({ before: { custom: {} }, after: { custom: { shelf: 'A 1' } } })
  await change(slots.harbour.id, { owner: 'Bought' })
  const { version } = await slotOf(slots.harbour.id)
  const back = await ask(`revert/slot/${slots.harbour.id}`, { entry: rows[0]?._id, version })
  expect(back.body.data.slot.custom).toEqual({ owner: 'Bought' })
})

it('archived, it keeps its values and takes no others', async () => {
  const all = (await ask('custom-fields', { rowsPerPage: 50 })).body.data.rows as unknown as Field[]
  const owner = all.find(one => one.key === 'owner') as Field
  expect((await ask(`archive/custom-field/${owner._id}`, {})).status).toBe(200)
  expect((await slotOf(slots.novoline.id)).custom).toMatchObject({ owner: 'Bought' })
  expect((await change(slots.novoline.id, { owner: 'Leased' })).body.error.fields).toEqual({
    'custom.owner': [{ code: 'unknown_field' }],
  })
  // What it has goes back as it was read.
  const { custom } = await slotOf(slots.novoline.id)
  expect((await change(slots.novoline.id, custom as object, { position: 'C-3' })).status).toBe(200)
  expect(await serials(['owner=Bought'])).toEqual({
    custom: [{ code: 'field_gone', params: { name: 'owner' } }],
  })
  expect((await ask(`unarchive/custom-field/${owner._id}`, {})).status).toBe(200)
  expect(await serials(['owner=Bought'])).toEqual([slots.harbour.serial, slots.novoline.serial].sort())
})

it('comes by file, by its name or its key, and can be undone', async () => {
  const desk = importDesk(backend)
  const file = [
    'serial;Shelf;custom-owner;Garanție până la;Labels;Price',
    `${slots.bellLink.serial};C 7;bought;31.12.2029;spare, checked;1.250,5`,
    `${slots.novoline.serial};;Stolen;;;12.3456`,
    `${slots.harbour.serial};;;;;1.250`,
  ].join('\n')
  const before = (await slotOf(slots.bellLink.id)).custom
  const checked = await desk.check('mihai', 'slots', 'update', file)
  expect(checked.warnings).toEqual([])
  const rows = (await desk.rows('mihai', checked._id)) as unknown as {
    changes: object[]
    problems: object[]
  }[]
  expect(rows[0]?.changes).toEqual(
    expect.arrayContaining([
      { column: 'custom-shelf', before: '', after: 'C 7' },
      { column: 'custom-owner', before: 'Leased', after: 'Bought' },
      { column: 'custom-garantie_pana_la', before: '2027-03-31', after: '2029-12-31' },
      { column: 'custom-labels', before: 'VIP, new', after: 'spare, checked' },
      { column: 'custom-price', before: '900719925474099.10', after: '1250.50' },
    ]),
  )
  expect(rows[1]?.problems).toEqual([
    { column: 'custom-owner', code: 'not_one_of', params: { values: 'Leased, Bought, Lent' } },
    { column: 'custom-price', code: 'too_precise', params: { digits: 2 } },
  ])
  expect(rows[2]?.problems).toMatchObject([{ column: 'custom-price', code: 'ambiguous_number' }])
  await desk.done('mihai', checked._id, 'commit')
  expect((await slotOf(slots.bellLink.id)).custom).toMatchObject({ shelf: 'C 7', price: '1250.50' })
  expect(await serials(['labels=spare'])).toEqual([slots.bellLink.serial])
  await desk.done('mihai', checked._id, 'undo')
  expect((await slotOf(slots.bellLink.id)).custom).toEqual(before)
  expect(await serials(['labels=spare'])).toEqual([])
  const template = await backend.request('/api/imports/v1/template/slots?lng=en', { as: 'mihai' })
  expect((await template.text()).split('\r\n')[0]).toMatch(/,Garanție până la,Labels,Owner,Price,Shelf$/)
  await desk.end()
})

it('is of locations and SMIBs as of slots', async () => {
  for (const [entity, id] of [
    ['location', locations.cluj.id],
    ['smib', smibs.bellLink.id],
  ] as const) {
    expect((await define({ name: 'Cabinet', entity })).status).toBe(200)
    const row = ((await ask(`${entity}/${id}`)).body.data as unknown as Record<string, object>)[entity]
    const saved = await ask(`${entity}/${id}`, { ...row, custom: { cabinet: 'R 1' } }, 'mihai', 'PUT')
    expect(saved.body).toMatchObject({ data: { [entity]: { custom: { cabinet: 'R 1' } } } })
    const found = await ask(`${entity}s`, { exactFields: ['custom'], exactValues: ['cabinet=R 1'] })
    expect(found.body.data.rows).toMatchObject([{ _id: id }])
  }
})

it('is a column that people choose, and one of a file that is ordered', async () => {
  const columns = ['serial', 'custom-shelf']
  const chosen = await backend.json('/api/settings/v1/page-columns/slots', {
    as: 'mihai',
    method: 'PUT',
    body: { columns },
  })
  expect([chosen.status, chosen.body.data.columns]).toEqual([200, columns])
  const body = {
    list: 'configuration/slots',
    page: 'slots',
    address: 'custom-shelf=A+1',
    request: { exactFields: ['custom'], exactValues: [['shelf=A 1']] },
    columns: ['serial', 'custom'],
    shown: columns,
    language: 'en',
    time_zone: 'Europe/Bucharest',
  }
  const ordered = await backend.json('/api/dataexport/v1/export', { as: 'mihai', body })
  expect([ordered.status, ordered.body.error]).toEqual([200, undefined])
})

it('is known to whoever opens the records, and of several tenants’ fields of a key or a name each takes its own', async () => {
  const read = backend.app.api.endpoints.find(({ path }) => path === `${conf}/slot-fields`)
  expect(read?.permission).toEqual({ any: ['slot::list', 'slot::get', 'slot::update'] })

  expect((await define({ name: 'Preço', key: 'price' }, 'paulo')).status).toBe(200)
  expect((await define({ name: 'Shelf', key: 'rack' }, 'paulo')).status).toBe(200)
  const slot = { ...(await slotOf(slots.ribeira.id, 'paulo')), custom: { price: 'Cheap' } }
  const saved = await ask(`slot/${slots.ribeira.id}`, slot, 'paulo', 'PUT')
  expect(saved.status).toBe(200)
  expect(await serials(['price=cheap'], 'ana')).toEqual([slots.ribeira.serial])
  expect(await serials(['price=cheap'])).toEqual({ custom: [{ code: 'invalid' }] })
  const template = await backend.request('/api/imports/v1/template/slots?lng=en', { as: 'ana' })
  expect((await template.text()).split('\r\n')[0]).toMatch(/,custom-shelf/)
  const desk = importDesk(backend)
  const { warnings } = await desk.check('ana', 'slots', 'update', `serial;Shelf\n${slots.ribeira.serial};C`)
  expect(warnings).toMatchObject([{ code: 'unknown_column', params: { header: 'Shelf' } }])
  await desk.end()
})

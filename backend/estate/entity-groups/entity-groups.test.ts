import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const api = '/api/configuration/v1'
type Group = {
  _id: string
  version: number
  name: string
  size: number
  members: { _id: string; name: string }[]
}

async function add(type: string, body: object, as: 'mihai' | 'ana' | 'paulo' = 'mihai'): Promise<Group> {
  const { status, body: answer } = await backend.json(`${api}/${type}/add-entity-group`, { as, body })
  expect({ status, error: answer.error }).toEqual({ status: 200, error: undefined })
  return answer.data[`${type}_entity_group`] as Group
}
const serialsIn = async (
  group: string,
  as: 'mihai' | 'ana' | 'paulo' | 'olga' = 'mihai',
  more: object = {},
) => {
  const { body } = await backend.json(`${api}/slots`, {
    as,
    body: { exactFields: ['group'], exactValues: [group], sortBy: ['serial'], ...more },
  })
  return { serials: body.data.rows.map(row => row.serial), total: body.data.total }
}
const fieldsOf = async (type: string, body: object, as: 'mihai' | 'ana' = 'mihai') => {
  const answer = await backend.json(`${api}/${type}/add-entity-group`, { as, body })
  return { status: answer.status, fields: answer.body.error?.fields }
}

describe('entity groups', () => {
  test('Mihai groups machines by name; the slot list narrowed to the group shows them, and its total agrees', async () => {
    const group = await add('slot', {
      name: 'By the entrance',
      members: [slots.bellLink.id, slots.harbour.id],
    })
    expect(group.members.map(one => one.name)).toEqual(['AMA-55501', 'EGT-00412'])
    expect(await serialsIn(group._id)).toEqual({ serials: ['AMA-55501', 'EGT-00412'], total: 2 })
    const { body } = await backend.json(`${api}/slot/list-entity-groups`, {
      as: 'mihai',
      body: { query: 'entrance' },
    })
    expect(body.data.rows).toMatchObject([
      { name: 'By the entrance', size: 2, chosen: 2, left_out: 0, tenant: { name: 'Carpathia Gaming' } },
    ])
    expect(body.data.rows[0]).not.toHaveProperty('members')
  })

  test('a rule follows the machines: one that moves to Cluj is a member from then on', async () => {
    const group = await add('slot', { name: 'Cluj', rule_location: locations.cluj.id })
    expect((await serialsIn(group._id)).serials).toEqual(['EGT-00412', 'NOV-10077'])
    await backend.db
      .updateTable('slots')
      .set({ location_id: locations.cluj.id })
      .where('id', '=', slots.harbour.id)
      .execute()
    expect((await serialsIn(group._id)).serials).toEqual(['AMA-55501', 'EGT-00412', 'NOV-10077'])
    await backend.db
      .updateTable('slots')
      .set({ location_id: locations.braila.id })
      .where('id', '=', slots.harbour.id)
      .execute()
  })

  test('rule and choice are united, and what is left out by name is out', async () => {
    const group = await add('slot', {
      name: 'Novomatic and the harbour',
      rule_query: 'novomatic',
      members: [slots.harbour.id, slots.bellLink.id],
      excluded: [slots.novoline.id],
    })
    expect((await serialsIn(group._id)).serials).toEqual(['AMA-55501', 'EGT-00412'])
    expect((await serialsIn(group._id, 'mihai', { query: 'egt' })).serials).toEqual(['EGT-00412'])
  })

  test('a rule asks everything that it names: Cluj and Novomatic', async () => {
    const group = await add('slot', {
      name: 'Novomatic of Cluj',
      rule_location: locations.cluj.id,
      rule_manufacturer: 'Novomatic',
      rule_status: 'active',
      rule_state: 'never',
    })
    expect((await serialsIn(group._id)).serials).toEqual(['NOV-10077'])
  })

  test('a group without members or rule holds nothing, not everything', async () => {
    expect((await serialsIn((await add('slot', { name: 'Nothing yet' }))._id)).total).toBe(0)
  })

  test('locations and tenants have groups too', async () => {
    const locations = await add('location', { name: 'On the Danube', rule_city: 'Brăila' })
    const { body } = await backend.json(`${api}/locations`, {
      as: 'mihai',
      body: { exactFields: ['group'], exactValues: [locations._id] },
    })
    expect(body.data.rows.map(row => row.name)).toEqual(['Brăila Port'])
    const operators = await add('tenant', { name: 'In lei', rule_currency: 'RON' }, 'ana')
    const found = await backend.json(`${api}/tenants`, {
      as: 'ana',
      body: { exactFields: ['group'], exactValues: [operators._id] },
    })
    expect(found.body.data.rows.map(row => row.name)).toEqual(['Carpathia Gaming'])
  })

  test('a lock over "all that match" a group reaches its members and no others', async () => {
    const group = await add('slot', { name: 'To be locked', members: [slots.novoline.id] })
    const { body } = await backend.json('/api/slotcontrol/v1/lock', {
      as: 'olga',
      body: {
        matching: { query: '', exactFields: ['group'], exactValues: [group._id] },
        reason: 'night rest',
      },
    })
    expect(body.data.results).toMatchObject([{ id: slots.novoline.id, outcome: 'done' }])
    await backend.json('/api/slotcontrol/v1/unlock', {
      as: 'olga',
      body: { ids: [slots.novoline.id], reason: 'morning' },
    })
  })

  test('an archived machine leaves the group; an archived group leaves its list, and addresses that name it go on meaning the same', async () => {
    const group = await add('slot', { name: 'Old ones', members: [slots.bellLink.id, slots.novoline.id] })
    await backend.db
      .updateTable('slots')
      .set({ archived_at: 1 })
      .where('id', '=', slots.novoline.id)
      .execute()
    expect((await serialsIn(group._id)).serials).toEqual(['EGT-00412'])
    await backend.db
      .updateTable('slots')
      .set({ archived_at: null })
      .where('id', '=', slots.novoline.id)
      .execute()
    expect(
      (await backend.json(`${api}/slot/delete-entity-group/${group._id}`, { as: 'mihai', body: {} })).status,
    ).toBe(200)
    expect(
      (await backend.json(`${api}/slot/list-entity-groups`, { as: 'mihai', body: { query: 'old ones' } }))
        .body.data.total,
    ).toBe(0)
    expect((await serialsIn(group._id)).total).toBe(2)
  })
})

describe('who may', () => {
  test('Paulo neither sees nor uses a group of Carpathia; a list narrowed to it is empty for him', async () => {
    const group = await add('slot', { name: 'Not for Paulo', rule_manufacturer: 'Novomatic' })
    expect((await backend.json(`${api}/slot/get-entity-group/${group._id}`, { as: 'paulo' })).status).toBe(
      404,
    )
    expect((await backend.json(`${api}/get-entity-group/${group._id}`, { as: 'paulo' })).status).toBe(404)
    expect((await serialsIn(group._id, 'paulo')).total).toBe(0)
    expect((await backend.json(`${api}/get-entity-group/${group._id}`, { as: 'mihai' })).body.data).toEqual({
      entity_group: { _id: group._id, entityType: 'slot', name: 'Not for Paulo' },
    })
  })

  test('a slot group is none of the location groups, whatever the path says', async () => {
    const group = await add('slot', { name: 'Of slots only' })
    expect(
      (await backend.json(`${api}/location/get-entity-group/${group._id}`, { as: 'mihai' })).status,
    ).toBe(404)
    expect(
      (
        await backend.json(`${api}/location/update-entity-group/${group._id}`, {
          as: 'mihai',
          method: 'PUT',
          body: { version: 1, name: 'Taken over' },
        })
      ).status,
    ).toBe(404)
  })

  test('Ana of the system makes a group for Carpathia, which holds nothing of Lusitânia, and one across tenants, which Carpathia does not see', async () => {
    const theirs = await add(
      'slot',
      { name: 'For Carpathia', tenant: tenants.carpathia.id, rule_manufacturer: 'Novomatic' },
      'ana',
    )
    expect((await serialsIn(theirs._id, 'ana')).serials).toEqual(['NOV-10077'])
    expect((await serialsIn(theirs._id, 'mihai')).serials).toEqual(['NOV-10077'])
    const across = await add('slot', { name: 'All Novomatic', rule_manufacturer: 'Novomatic' }, 'ana')
    expect((await serialsIn(across._id, 'ana')).serials).toEqual(['NOV-10077', 'NOV-20990'])
    expect((await serialsIn(across._id, 'mihai')).total).toBe(0)
    expect(
      (
        await fieldsOf(
          'slot',
          { name: 'Mixed', tenant: tenants.carpathia.id, members: [slots.ribeira.id] },
          'ana',
        )
      ).fields,
    ).toEqual({ members: [{ code: 'other_tenant' }] })
  })

  test('Olga the operator reads groups and may not change them; Andrei the auditor neither', async () => {
    for (const as of ['olga', 'andrei'] as const) {
      expect((await backend.json(`${api}/slot/list-entity-groups`, { as, body: {} })).status).toBe(200)
      expect(
        (await backend.json(`${api}/slot/add-entity-group`, { as, body: { name: 'Mine' } })).status,
      ).toBe(403)
    }
  })
})

describe('what is refused', () => {
  test('a machine of Lusitânia, a place of Lusitânia, and what does not exist look the same to Mihai', async () => {
    for (const members of [[slots.ribeira.id], ['f'.repeat(24)]]) {
      expect(await fieldsOf('slot', { name: 'Foreign', members })).toEqual({
        status: 422,
        fields: { members: [{ code: 'unknown' }] },
      })
    }
    expect(await fieldsOf('slot', { name: 'Foreign', rule_location: locations.porto.id })).toEqual({
      status: 422,
      fields: { rule_location: [{ code: 'unknown' }] },
    })
    expect(await fieldsOf('slot', { name: 'Foreign', tenant: tenants.lusitania.id })).toEqual({
      status: 422,
      fields: { tenant: [{ code: 'unknown' }] },
    })
  })

  test('a name twice, chosen and left out at once, a rule that no list knows, too many by name', async () => {
    await add('slot', { name: 'Twice' })
    expect((await fieldsOf('slot', { name: 'Twice' })).fields).toEqual({ name: [{ code: 'taken' }] })
    expect(
      (await fieldsOf('slot', { name: 'Both', members: [slots.bellLink.id], excluded: [slots.bellLink.id] }))
        .fields,
    ).toEqual({ excluded: [{ code: 'also_chosen' }] })
    expect((await fieldsOf('slot', { name: 'Odd', rule_status: 'asleep' })).status).toBe(422)
    expect((await fieldsOf('slot', { name: 'Odd', rule_county: 'Cluj' })).fields).toHaveProperty(
      'rule_county',
    )
    expect(
      (
        await fieldsOf('slot', {
          name: 'Many',
          members: Array.from({ length: 1_001 }, (_, at) => at.toString(16).padStart(24, '0')),
        })
      ).status,
    ).toBe(422)
  })

  test('of two who save the same version, the second is told, and a change can be set back with its members', async () => {
    const { _id, version } = await add('slot', { name: 'Shared', members: [slots.bellLink.id] })
    const put = (body: object) =>
      backend.json(`${api}/slot/update-entity-group/${_id}`, {
        as: 'mihai',
        method: 'PUT',
        body: { version, ...body },
      })
    expect((await put({ name: 'Shared', members: [slots.novoline.id] })).status).toBe(200)
    const late = await put({ name: 'Shared too', members: [] })
    expect({ status: late.status, code: late.body.error.code }).toEqual({
      status: 409,
      code: 'version_conflict',
    })
    const { body } = await backend.json('/api/audit/v1/entries', {
      as: 'mihai',
      body: { exactFields: ['entity_id'], exactValues: [_id], sortBy: ['at'], sortDirection: ['DESC'] },
    })
    const [entry] = body.data.rows
    expect(entry).toMatchObject({
      before: { members: [{ name: 'EGT-00412' }] },
      after: { members: [{ name: 'NOV-10077' }] },
    })
    const back = await backend.json(`${api}/revert/slot_entity_group/${_id}`, {
      as: 'mihai',
      body: { entry: entry?._id, version: version + 1 },
    })
    expect(back.body.data.slot_entity_group).toMatchObject({ members: [{ name: 'EGT-00412' }] })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

type Answer = { error?: { code: string; fields?: Record<string, { code: string }[]> } }
const send = (
  path: string,
  body: string,
  { method = 'POST', type = 'application/json', as = 'ana' as const } = {},
) => backend.request(path, { as, method, body, headers: { 'content-type': type } })

/** Of a list, its item's place is named behind a dot. */
const told = ({ error }: Answer) => [
  ...new Set(Object.keys(error?.fields ?? {}).map(name => name.split('.')[0])),
]

const bodies: [string, string, number[]][] = [
  ['no JSON', 'archive it', [400]],
  ['half a JSON', '{"reason":', [400]],
  ['a list', '[]', [422]],
  ['a text', '"now"', [422]],
  ['a number', '7', [422]],
  ['null', 'null', [422]],
]

/**
 * Signing out must not fail over what else was sent. Of the lists of raw data and notifications, their own tests say
 * what they take.
 */
const takesMore = (path: string) =>
  path.endsWith('/logout') || path.startsWith('/api/rawdata/') || path === '/api/notifications/v1/list'

// A body is judged before any database is asked.
describe.skipIf(process.env.TEST_DATABASE_URL)('every endpoint that is sent something', () => {
  it('refuses a body that is no object of its own, and does nothing', async () => {
    const nobody = 'f'.repeat(24)
    const wrong: object[] = []
    for (const { method, path, bytes, permission, body: shape } of backend.app.api.endpoints) {
      if (method === 'GET' || bytes || permission === 'ingest-token') continue
      const at = path.replace(/:[a-zA-Z]+/g, nobody)
      const unknown: typeof bodies = takesMore(path)
        ? []
        : [['a member nobody knows', '{"no_such_member":1}', [422]]]
      // Those that describe a body all parse it in one place: two kinds of garbage will do.
      for (const [name, body, expected] of [
        ...(shape ? bodies.filter((_, nr) => nr % 3 === 0) : bodies),
        ...unknown,
      ]) {
        const answer = await send(at, body, { method })
        const { error } = (await answer.json()) as Answer
        if (
          !([...expected, 404] as number[]).includes(answer.status) ||
          (answer.status === 422 && Object.keys(error?.fields ?? {}).length === 0)
        )
          wrong.push({ method, path, name, status: answer.status, error })
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('archiving', () => {
  it.each([
    ...bodies,
    ['a member nobody knows', '{"reason":"closing"}', [422]] as [string, string, number[]],
  ])('refuses %s and leaves the record as it is', async (_name, body, expected) => {
    const at = `/api/configuration/v1/archive/slot/${slots.harbour.id}`
    expect(expected).toContain((await send(at, body)).status)
    expect((await send(at, 'a=1', { type: 'application/x-www-form-urlencoded' })).status).toBe(415)
    expect(
      (
        await backend.db
          .selectFrom('slots')
          .select('archived_at')
          .where('id', '=', slots.harbour.id)
          .executeTakeFirstOrThrow()
      ).archived_at,
    ).toBeNull()
  })

  it('takes no body, an empty object or its own id, and nobody else’s', async () => {
    const at = (verb: string) => `/api/configuration/v1/${verb}/slot/${slots.harbour.id}`
    expect([(await send(at('archive'), '')).status, (await send(at('unarchive'), '{}')).status]).toEqual([
      200, 200,
    ])
    expect((await send(at('archive'), JSON.stringify({ id: slots.bellLink.id }))).status).toBe(422)
    expect((await send(at('archive'), JSON.stringify({ id: slots.harbour.id }))).status).toBe(200)
    expect((await send(at('unarchive'), JSON.stringify({ id: slots.harbour.id }))).status).toBe(200)
  })
})

describe('an entity group', () => {
  const group = async (type: string, body: object) =>
    await backend.json<Answer>(`/api/configuration/v1/${type}/add-entity-group`, { as: 'ana', body })
  it.each([
    ['members that are no list', { members: slots.harbour.id }, 'members'],
    ['members that are no ids', { members: ['one', 'two'] }, 'members'],
    ['a member that is a number', { members: [7] }, 'members'],
    ['a member that is null', { members: [null] }, 'members'],
    ['members by object without id', { members: [{ name: 'EGT' }] }, 'members'],
    ['one left out that is nobody', { excluded: ['f'.repeat(24)] }, 'excluded'],
    ['a name that is a list', { name: ['a'] }, 'name'],
    ['no name', { name: undefined }, 'name'],
    ['a rule by a number', { rule_location: 7 }, 'rule_location'],
    ['a tenant that is a text', { tenant: 'Carpathia' }, 'tenant'],
    ['a member nobody knows', { colour: 'red' }, 'colour'],
  ])('is refused with %s, by field', async (_name, body, field) => {
    for (const type of ['slot', 'location'] as const) {
      if (field === 'rule_location' && type === 'location') continue
      const answer = await group(type, { name: 'Odd', tenant: tenants.carpathia.id, ...body })
      expect({ status: answer.status, fields: told(answer.body) }).toEqual({ status: 422, fields: [field] })
    }
  })

  it('is refused when changed or archived with a malformed body', async () => {
    const { body } = await backend.json<{ data: { location_entity_group: { _id: string } } }>(
      '/api/configuration/v1/location/add-entity-group',
      { as: 'ana', body: { name: 'Sound', tenant: tenants.carpathia.id, members: [locations.cluj.id] } },
    )
    const { _id } = body.data.location_entity_group
    for (const members of ['x', [1], [[]], {}, [{ _id: 5 }]]) {
      const answer = await backend.json<Answer>(`/api/configuration/v1/location/update-entity-group/${_id}`, {
        as: 'ana',
        method: 'PUT',
        body: { version: 1, name: 'Sound', members },
      })
      expect({ members, status: answer.status, fields: told(answer.body) }).toEqual({
        members,
        status: 422,
        fields: ['members'],
      })
    }
    for (const [, malformed, expected] of bodies)
      expect(expected).toContain(
        (await send(`/api/configuration/v1/location/delete-entity-group/${_id}`, malformed)).status,
      )
    expect(
      await backend.db
        .selectFrom('entity_groups')
        .select(['version', 'archived_at'])
        .where('id', '=', _id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ version: 1, archived_at: null })
  })
})

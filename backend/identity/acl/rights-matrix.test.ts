/** Many users' rights side by side are what each of them is told of their own, by as many queries as of one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, people, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { roleId } from '../auth/roles'
import { MATRIX_USERS, type RightsMatrix } from './rights-matrix.contract'
import type { UserRights } from './rights.contract'

let backend: TestBackend
const base = '/api/users/v1'
beforeAll(async () => {
  backend = await testBackend()
  const group = await backend.json<{ data: { user_group: { _id: string } } }>(`${base}/user-group`, {
    as: 'ana',
    body: {
      name: 'Night shift',
      tenant: tenants.carpathia.id,
      members: [people.nora.id],
      roles: [roleId('administrator')],
    },
  })
  const rule = await backend.json(`${base}/acl-rule`, {
    as: 'ana',
    body: {
      name: 'Night shift: the coast',
      tenant: tenants.carpathia.id,
      model: 'location',
      group: group.body.data.user_group._id,
      conditions: [`city: ${locations.braila.city}`],
    },
  })
  expect(rule.status).toBe(200)
})
afterAll(() => backend.close())

const ask = async (users: readonly string[], as: Person) =>
  backend.json<{ data: RightsMatrix }>(`${base}/users-rights`, { as, body: { users } })
const cellsOf = ({ permissions, users }: RightsMatrix, id: string) => {
  const cells = users.find(user => user._id === id)?.cells ?? ''
  return Object.fromEntries(permissions.map((name, index) => [name, cells[index]]))
}

it('grants what each user’s own page grants, and says what a rule of their group narrows', async () => {
  const ids = [people.nora.id, people.olga.id, people.mihai.id, people.irina.id]
  const { status, body } = await ask(ids, 'ana')
  expect(status).toBe(200)
  expect(body.data.users.map(user => user._id)).toEqual(ids)
  for (const id of ids) {
    const rights = await backend.json<{ data: UserRights }>(`${base}/user/${id}/rights`, { as: 'ana' })
    const held = rights.body.data.permissions.filter(one => !one.withheld).map(one => one.name)
    const granted = Object.entries(cellsOf(body.data, id)).filter(([, cell]) => cell !== '-')
    expect(granted.map(([name]) => name).sort()).toEqual(held.sort())
  }
  const nora = cellsOf(body.data, people.nora.id)
  expect(nora['slot::lock']).toBe('n')
  expect(nora['gr_game::list_games']).toBe('g')
  expect(nora['seal_key::replace']).toBe('-')
  // Rules refuse to decide what others see; to see who there is they do not.
  expect([nora['acl_user::update'], nora['api_token::create'], nora['webhook::update']]).toEqual([
    '-',
    '-',
    '-',
  ])
  const rights = await backend.json<{ data: UserRights }>(`${base}/my-rights`, { as: 'nora' })
  const of = (name: string) => rights.body.data.permissions.find(one => one.name === name)
  expect(of('acl_user::update')).toMatchObject({ withheld: true, why: 'rules', narrowed: false })
  expect(of('acl_user::list')).toMatchObject({ withheld: false, why: null, narrowed: false })
  expect(of('slot::lock')).toMatchObject({ withheld: false, why: null, narrowed: true })
  const refused = await backend.json(`${base}/user`, {
    as: 'nora',
    body: { username: 'some.body', full_name: 'Some Body' },
  })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'narrowed'])
  expect(Object.values(cellsOf(body.data, people.olga.id))).not.toContain('n')
})

it('leaves out users of another tenant and of nowhere, and is for those who may see users and roles', async () => {
  const { body } = await ask([people.paulo.id, people.mihai.id, 'f'.repeat(24), people.mihai.id], 'paulo')
  expect(body.data.users.map(user => user._id)).toEqual([people.paulo.id])
  expect((await ask([people.olga.id], 'olga')).status).toBe(403)
  expect((await ask([], 'ana')).status).toBe(422)
  expect((await ask(['nobody'], 'ana')).status).toBe(422)
  expect(
    (
      await ask(
        Array.from({ length: MATRIX_USERS + 1 }, () => people.ana.id),
        'ana',
      )
    ).status,
  ).toBe(422)
})

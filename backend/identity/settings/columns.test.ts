import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { people, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { roleId } from '../auth/roles'
import type { ColumnsConfig } from '../../platform/contract/settings.contract'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())
beforeEach(async () => {
  await b.db.deleteFrom('columns_configurations').execute()
  await b.db.deleteFrom('user_settings').execute()
})

const path = '/api/settings/v1'
const dataOf = <Data>({ body }: { body: Envelope }) => body.data as unknown as Data
const set = (role: string | null, columns: string[] | null, as: Person = 'ana') =>
  b.json(`${path}/columns-configuration/slots`, { as, body: { role, columns } })
const own = async (as: Person) =>
  dataOf<{ columns: string[] | null; inherited: string[] | null }>(
    await b.json(`${path}/page-columns/slots`, { as }),
  )
const configs = async (as: Person, name = 'columns-configurations') =>
  dataOf<{ columns_configs: ColumnsConfig[] }>(await b.json(`${path}/${name}`, { as })).columns_configs

describe('a list’s columns', () => {
  it('are a person’s own, else their role’s, else everybody’s, else the list’s', async () => {
    expect(await own('olga')).toEqual({ columns: null, inherited: null })
    await set(null, ['serial', 'status'])
    expect((await own('olga')).inherited).toEqual(['serial', 'status'])
    await set(roleId('operator'), ['serial', 'position'])
    expect([(await own('olga')).inherited, (await own('mihai')).inherited]).toEqual([
      ['serial', 'position'],
      ['serial', 'status'],
    ])
    await b.json(`${path}/page-columns/slots`, { as: 'olga', method: 'PUT', body: { columns: ['serial'] } })
    expect(await own('olga')).toEqual({ columns: ['serial'], inherited: ['serial', 'position'] })
    await set(roleId('operator'), null)
    expect((await own('olga')).inherited).toEqual(['serial', 'status'])
  })

  it('of a role come with a group that has it, too', async () => {
    await set(roleId('inspector'), ['serial', 'asset_no'])
    await b.db
      .insertInto('user_roles')
      .values({ user_id: people.nora.id, role_id: roleId('inspector') })
      .execute()
    expect((await own('nora')).inherited).toEqual(['serial', 'asset_no'])
  })

  it('are told with who set them, and the audit log has it', async () => {
    await set(null, ['serial'])
    expect(await configs('andrei')).toMatchObject([
      { page_name: 'slots', role: null, columns: ['serial'], updated_by: people.ana.fullName },
    ])
    expect(await configs('andrei', 'columns-configuration/locations')).toEqual([])
    const entry = await b.db
      .selectFrom('audit_log')
      .select(['entity', 'action'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ entity: 'columns_configuration', action: 'update' })
  })

  it('are set by the system’s people alone, for roles that there are', async () => {
    expect((await set(null, ['serial'], 'mihai')).status).toBe(403)
    expect((await set('f'.repeat(24), ['serial'])).body.error.fields).toEqual({
      role: [{ code: 'unknown_reference' }],
    })
    expect((await set(null, ['Serial; drop'])).status).toBe(422)
    expect(
      (
        await set(
          null,
          Array.from({ length: 65 }, (_, nr) => `c${nr}`),
        )
      ).status,
    ).toBe(422)
  })

  it('of another tenant’s role are not told of', async () => {
    const role = await b.db
      .insertInto('roles')
      .values({
        id: 'f1'.padEnd(24, '0'),
        tenant_id: people.paulo.tenantId,
        name: 'Porto night shift',
        built_in: 0,
        version: 1,
        search: 'porto',
        note: null,
        archived_at: null,
        created_at: b.clock(),
        updated_at: b.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await set(role.id, ['serial'])
    expect(await configs('andrei')).toEqual([])
    expect((await configs('ana')).map(({ role: of }) => of?.name)).toEqual(['Porto night shift'])
  })
})

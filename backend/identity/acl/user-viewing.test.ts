/** An administrator looks at pages as another user: sees what they see, changes nothing, and it is known. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { people, wednesday, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { endViewings, VIEWING_MS } from '../auth/viewing.service'
import { roleId } from '../auth/roles'
import { recordChange } from '../../platform/audit/audit.service'
import { systemActor } from '../../platform/request/actor'
import { readOnly } from '../../platform/db/read-only'
import { endViewingPath, viewAsPath, viewingsPath } from './viewings.contract'

let b: TestBackend
const support = 'f1'.padEnd(24, '0')
beforeAll(async () => {
  b = await testBackend()
  // A tenant's own administrator, and one whose role has little more than this right.
  const held = [
    { user_id: people.nora.id, role_id: roleId('administrator') },
    { user_id: people.andrei.id, role_id: support },
  ]
  const role = { id: support, tenant_id: people.nora.tenantId, name: 'support', built_in: 0, version: 1 }
  const record = {
    search: 'support',
    note: null,
    archived_at: null,
    created_at: wednesday,
    updated_at: wednesday,
  }
  await b.db
    .insertInto('roles')
    .values({ ...role, ...record })
    .execute()
  await b.db
    .insertInto('role_permissions')
    .values(['acl_user::view_as', 'acl_user::list'].map(permission => ({ role_id: support, permission })))
    .execute()
  await b.db.insertInto('user_roles').values(held).execute()
})
beforeEach(() => b.clock.set(wednesday))
afterAll(() => b.close())

const begin = async (token: string, whom: Person) => {
  const { status, body } = await b.json(viewAsPath(people[whom].id), {
    token,
    body: { reason: 'A call for help' },
  })
  return [status, body.error?.code]
}
const end = (token: string) => b.json(endViewingPath, { token, body: {} })
const check = async (token: string) =>
  (await b.json('/api/authorization/v1/check?decoded_permissions=1', { token })).body
const nameOf = async (token: string) =>
  ((await check(token)).data.user as { username: string } | undefined)?.username
const entries = () =>
  b.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'entity_id'])
    .where('action', 'in', ['view_as', 'view_as_end'])
    .orderBy('seq')
    .execute()

it('sees what the user sees, and every endpoint that changes anything refuses', async () => {
  const token = await b.login('nora')
  expect(await begin(token, 'olga')).toEqual([200, undefined])
  const { data } = await check(token)
  expect(data.user).toMatchObject({
    username: 'olga',
    viewing: { by: people.nora.fullName, until: wednesday + VIEWING_MS },
  })
  const olgas = (await check(await b.login('olga'))).data.permissions
  expect(data.permissions).toEqual(olgas)
  expect((await b.json('/api/configuration/v1/slots', { token, body: {} })).status).toBe(200)
  expect(
    (await b.json('/api/users/v1/users', { token, body: {} })).status,
    'not the viewer’s own rights',
  ).toBe(403)

  const changing = b.app.api.endpoints.filter(
    ({ method, permission, reads, list, write, endsViewing }) =>
      permission !== 'public' &&
      permission !== 'ingest-token' &&
      !endsViewing &&
      (write || (method !== 'GET' && !reads && !list)),
  )
  expect(changing.length).toBeGreaterThan(150)
  const got: unknown[] = []
  for (const { method, path } of changing) {
    const url = path.replaceAll(/:(\w+)/g, '0'.repeat(24))
    const { status, body } = await b.json(url, { token, method, ...(method !== 'GET' && { body: {} }) })
    if (status !== 403 || body.error.code !== 'viewing_reads_only')
      got.push([method, path, status, body.error?.code])
  }
  expect(got).toEqual([])
  expect((await end(token)).status).toBe(200)
  expect(await nameOf(token)).toBe('nora')
  expect(await entries()).toEqual([
    { action: 'view_as', actor_id: people.nora.id, entity_id: people.olga.id },
    { action: 'view_as_end', actor_id: people.nora.id, entity_id: people.olga.id },
  ])
  const shown = await b.json(viewingsPath, { as: 'olga' })
  expect(shown.body.data.viewings).toMatchObject([
    { viewer: people.nora.fullName, reason: 'A call for help' },
  ])
  expect((await b.json(viewingsPath, { as: 'mihai' })).body.data.viewings).toEqual([])
})

it('nobody views who may do more, another tenant’s people, the system’s, or themselves', async () => {
  const [nora, andrei] = [await b.login('nora'), await b.login('andrei')]
  expect(await begin(await b.login('mihai'), 'olga')).toEqual([403, 'forbidden'])
  expect(await begin(andrei, 'mihai')).toEqual([403, 'user_above_you'])
  expect(await begin(nora, 'paulo')).toEqual([404, 'not_found'])
  expect(await begin(nora, 'ana')).toEqual([404, 'not_found'])
  expect(await begin(nora, 'nora')).toEqual([409, 'yourself'])
  await b.db.updateTable('users').set({ enabled: 0 }).where('id', '=', people.olga.id).execute()
  expect(await begin(nora, 'olga')).toEqual([409, 'not_active'])
  await b.db.updateTable('users').set({ enabled: 1 }).where('id', '=', people.olga.id).execute()
  expect(await nameOf(nora)).toBe('nora')
})

it('is over after a quarter of an hour, and then nothing is done until it is ended', async () => {
  const token = await b.login('nora')
  await begin(token, 'olga')
  b.clock.advance(VIEWING_MS - 1)
  expect(await nameOf(token)).toBe('olga')
  const other = await b.login('nora')
  expect(await nameOf(other), 'another session of the viewer is their own').toBe('nora')
  b.clock.set(wednesday + VIEWING_MS - 60_000)
  const late = await b.db
    .transaction()
    .execute(tx => endViewings(tx, wednesday + VIEWING_MS + 5_000, { viewerId: people.nora.id }))
  expect(late).toBe(1)
  const stopped = await b.json('/api/configuration/v1/slots', { token, body: {} })
  expect([stopped.status, stopped.body.error.code]).toEqual([403, 'viewing_over'])
  const ended = await b.db
    .selectFrom('user_viewings')
    .select('ended_at')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(ended?.ended_at).toBe(wednesday + VIEWING_MS)
  expect((await end(token)).status).toBe(200)
  expect(await nameOf(token)).toBe('nora')
})

it('is over once the viewer lacks the right or the user has more, and when the session ends', async () => {
  const token = await b.login('nora')
  await begin(token, 'olga')
  const system = { user_id: people.olga.id, role_id: roleId('administrator') }
  await b.db.insertInto('user_roles').values(system).execute()
  expect(await nameOf(token), 'no more than the viewer').toBe('olga')
  await b.db.deleteFrom('user_roles').where('user_id', '=', people.nora.id).execute()
  expect((await check(token)).error.code).toBe('viewing_over')
  await b.db
    .insertInto('user_roles')
    .values({ user_id: people.nora.id, role_id: roleId('administrator') })
    .execute()
  await b.db
    .deleteFrom('user_roles')
    .where('user_id', '=', people.olga.id)
    .where('role_id', '=', system.role_id)
    .execute()
  const before = (await entries()).length
  await b.request('/api/authorization/v1/logout', { token, body: {} })
  expect((await entries()).length - before).toBe(1)
  expect((await check(token)).error.code).toBe('token_invalid')
  const signedOut = await b.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'sign_out')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(signedOut?.actor_id).toBe(people.nora.id)
})

it('what says that it only reads gets a database that takes no change', async () => {
  const db = readOnly(b.db)
  expect(await db.selectFrom('users').select('id').limit(1).execute()).toHaveLength(1)
  const refused = { code: 'viewing_reads_only' }
  await expect(db.deleteFrom('users').execute()).rejects.toMatchObject(refused)
  await expect(sql`update users set enabled = 0`.execute(db)).rejects.toMatchObject(refused)
  await expect(
    db.transaction().execute(tx => tx.updateTable('users').set({ enabled: 0 }).execute()),
  ).rejects.toMatchObject(refused)
  const look = {
    entity: 'mail',
    id: support,
    tenantId: people.nora.tenantId,
    action: 'show',
    before: null,
    after: null,
  }
  await expect(
    db.transaction().execute(tx => recordChange(tx, systemActor, look, wednesday)),
    'a look that is logged',
  ).rejects.toMatchObject(refused)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

it('somebody new is written to in the language of who sends the link, until they have one of their own', async () => {
  await b.json('/api/settings/v1/preferences', { as: 'ana', method: 'PUT', body: { language: 'ro' } })
  const { body } = await b.json('/api/users/v1/user', {
    as: 'ana',
    body: {
      username: 'radu.pop',
      full_name: 'Radu Pop',
      email: 'radu@example.com',
      tenant: tenants.carpathia.id,
    },
  })
  const { _id: id } = body.data.user as { _id: string }
  const send = async () => {
    await b.db.deleteFrom('mails').execute()
    await b.json('/api/users/v1/user-send-password-link', { as: 'ana', body: { ids: [id] } })
    return (await b.db.selectFrom('mails').select('language').executeTakeFirst())?.language
  }
  expect(await send()).toBe('ro')
  await b.db.updateTable('users').set({ language: 'pt' }).where('id', '=', id).execute()
  expect(await send()).toBe('pt')
})

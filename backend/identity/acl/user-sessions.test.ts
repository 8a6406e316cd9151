/** A lost kiosk, a person who left: where somebody is signed in is seen, and ended from elsewhere. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

const base = '/api/users/v1'
const sessionsOf = async (as: 'ana' | 'paulo' | 'olga', id: string) => {
  const { status, body } = await b.json(`${base}/user/${id}/sessions`, { as })
  return { status, sessions: (body.data as unknown as { sessions: { _id: string }[] } | undefined)?.sessions }
}
const end = (as: 'ana' | 'paulo', id: string) =>
  b.json(`${base}/user-end-sessions`, { as, body: { ids: [id], reason: 'Kiosk was stolen' } })

describe('sessions of users', () => {
  it('are seen by who looks after users, of their own people alone', async () => {
    await b.login('olga')
    expect((await sessionsOf('ana', people.olga.id)).sessions?.length).toBeGreaterThan(0)
    expect((await sessionsOf('paulo', people.olga.id)).status).toBe(404)
    expect((await sessionsOf('olga', people.olga.id)).status).toBe(403)
  })

  it('end at once, everywhere, with their reason in the audit log', async () => {
    const token = await b.login('olga')
    const check = async () => (await b.request('/api/authorization/v1/check', { token })).status
    expect(await check()).toBe(200)
    expect((await end('paulo', people.olga.id)).status).toBe(403)
    expect((await end('ana', people.olga.id)).body.data).toEqual({
      results: [{ id: people.olga.id, outcome: 'done' }],
    })
    expect(await check()).toBe(401)
    expect((await sessionsOf('ana', people.olga.id)).sessions).toEqual([])
    expect((await end('ana', people.olga.id)).body.data).toEqual({
      results: [{ id: people.olga.id, outcome: 'skipped', reason: 'not_signed_in' }],
    })
    const entry = await b.db
      .selectFrom('audit_log')
      .select(['actor_name', 'after_json'])
      .where('action', '=', 'end_sessions')
      .where('entity_id', '=', people.olga.id)
      .execute()
    expect(entry).toHaveLength(1)
    expect(entry[0]?.after_json).toContain('Kiosk was stolen')
    // The account is as it was.
    expect(await b.login('olga')).toBeTruthy()
  })

  it('are not ended by their owner this way, who would be asked to sign in again', async () => {
    expect((await end('ana', people.ana.id)).body.data).toEqual({
      results: [{ id: people.ana.id, outcome: 'skipped', reason: 'own_sessions' }],
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { locations, slots, tenants } from '../../../tests/people'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const check = async (person: 'ana' | 'mihai' | 'olga', many: string, ids: string[]) => {
  const answer = await backend.request(`/api/configuration/v1/archive-check/${many}`, {
    method: 'POST',
    token: await backend.login(person),
    body: JSON.stringify({ ids }),
  })
  return { status: answer.status, body: await answer.json() }
}

describe('what is known before archiving', () => {
  it('is what stands in a tenant or a location, and the rule that keeps it', async () => {
    expect((await check('ana', 'tenants', [tenants.carpathia.id])).body.data).toEqual({
      holds: [
        { list: 'configuration/locations', filter: 'tenant', count: 2 },
        { list: 'configuration/slots', filter: 'tenant', count: 3 },
        { list: 'configuration/smibs', filter: 'tenant', count: 3 },
      ],
      blocked: [{ _id: tenants.carpathia.id, code: 'has_locations' }],
    })
    expect(
      (await check('ana', 'locations', [locations.cluj.id, locations.braila.id])).body.data,
    ).toMatchObject({
      holds: [
        { list: 'configuration/slots', count: 3 },
        { list: 'configuration/smibs', count: 3 },
      ],
      blocked: [{ code: 'has_slots' }, { code: 'has_slots' }],
    })
    expect((await check('ana', 'slots', [slots.bellLink.id])).body.data).toEqual({ holds: [], blocked: [] })
  })

  it('is told of one’s own only', async () => {
    expect(await check('mihai', 'locations', [locations.porto.id])).toMatchObject({ status: 404 })
  })
})

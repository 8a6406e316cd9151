/** A board that nobody has registered is seen at the token that sends for it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { ingest } from './ingest.service'
import { unknownSmibsPath } from './unknown-smibs.contract'
import { UNKNOWN_KEPT } from './unknown-smibs.service'

let backend: TestBackend
let token: string
beforeAll(async () => {
  backend = await testBackend()
  const made = await backend.json<{ data: { api_token: { _id: string } } }>(
    '/api/authorization/v1/api-token',
    { as: 'ana', body: { name: 'Boards', rights: ['send_data'], tenant: tenants.carpathia.id } },
  )
  token = made.body.data.api_token._id
})
afterAll(() => backend.close())
beforeEach(async () => {
  await backend.db.deleteFrom('unknown_smibs').execute()
  backend.clock.set(sunday)
})

const send = (...messages: unknown[]) =>
  ingest(backend.deps, { tenantId: tenants.carpathia.id }, messages, { token })
const ask = (as: Person = 'ana', id = token) =>
  backend.json<{
    data: { smibs: { mac: string; first_at: number; last_at: number; times: number }[] }
  }>(unknownSmibsPath(id), { as, method: 'GET' })
const from = (smib_id: string, seq = 1) => reading(seq, sunday, { '0000': 5 }, { smib_id })

describe('a SMIB that is not registered', () => {
  it('is told with its first and last message until it is registered', async () => {
    expect(await send(from('00deadbeef01'), from(smibs.bellLink.mac, 77))).toMatchObject({
      accepted: 1,
      refused: 1,
    })
    backend.clock.set(sunday + HOUR)
    // Another operator's SMIB is none of this token's.
    await send(from('00deadbeef01', 2), from('00deadbeef01', 3), from(smibs.ribeira.mac))
    expect((await ask()).body.data.smibs).toEqual([
      { mac: '00deadbeef01', first_at: sunday, last_at: sunday + HOUR, times: 3 },
      { mac: smibs.ribeira.mac, first_at: sunday + HOUR, last_at: sunday + HOUR, times: 1 },
    ])
    const { mac } = await backend.db
      .selectFrom('smibs')
      .select('mac')
      .where('id', '=', smibs.bellLink.id)
      .executeTakeFirstOrThrow()
    const become = (own: string) =>
      backend.db.updateTable('smibs').set({ mac: own }).where('id', '=', smibs.bellLink.id).execute()
    await become('00deadbeef01')
    expect((await ask()).body.data.smibs.map(one => one.mac)).toEqual([smibs.ribeira.mac])
    await become(mac)
  })

  it('makes room for newer ones', async () => {
    for (let batch = 0; batch < 3; batch++) {
      backend.clock.advance(1_000)
      await send(...Array.from({ length: 30 }, (_, nr) => from(`00beef00${batch}0${10 + nr}`)))
    }
    const kept = (await ask()).body.data.smibs
    expect(kept).toHaveLength(UNKNOWN_KEPT)
    expect(kept.slice(0, 30).every(({ mac }) => mac.startsWith('00beef002'))).toBe(true)
  })

  it('is nobody else’s to read', async () => {
    expect((await ask('paulo')).status).toBe(404)
    expect((await ask('ana', 'nonsense')).status).toBe(404)
    expect((await ask('nora')).status).toBe(403)
  })
})

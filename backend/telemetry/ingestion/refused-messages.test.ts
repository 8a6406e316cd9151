/** What ingestion refuses can be looked at beside the SMIB that sent it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { ingest } from './ingest.service'
import { REFUSED_BODY, REFUSED_KEPT } from './refused-messages.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await backend.db.deleteFrom('refused_messages').execute()
  backend.clock.set(sunday)
})

const send = (...messages: unknown[]) => ingest(backend.deps, { tenantId: null }, messages)
const path = (id: string) => `/api/rawdata/v1/smib/${id}/refused`
interface Answer {
  data: {
    refused: { code: string; message_seq_nr: number | null; times: number; body: string; last_at: number }[]
  }
}
const refused = async (id: string = smibs.bellLink.id, as: Person = 'mihai') =>
  (await backend.json<Answer>(path(id), { as, method: 'GET' })).body.data.refused

describe('a message that is refused', () => {
  it('is kept with its verdict as it came, and counted when it comes again', async () => {
    const odd = reading(7, sunday, { '0000': -5 })
    expect(await send(odd, reading(8, sunday, { '0000': 5 }))).toMatchObject({ accepted: 1, refused: 1 })
    backend.clock.set(sunday + HOUR)
    await send(odd, odd)
    const [one, ...others] = await refused()
    expect(others).toEqual([])
    expect(one).toMatchObject({
      code: 'value_out_of_range',
      message_seq_nr: 7,
      times: 3,
      last_at: sunday + HOUR,
    })
    expect(JSON.parse(one?.body ?? '')).toEqual(odd)
  })

  it('is kept whatever it is made of, as far as it names a SMIB of the sender', async () => {
    const mac = smibs.bellLink.mac
    await send(
      null,
      'text',
      [],
      { smib_id: 'ffffffffffff' },
      { smib_id: mac, message_seq_nr: 'seven', text: '\u0000\ud800' },
      { smib_id: mac, message_seq_nr: 1e30, text: '😀'.repeat(REFUSED_BODY) },
    )
    const kept = await refused()
    expect(kept.map(one => [one.code, one.message_seq_nr])).toEqual([
      ['malformed', null],
      ['malformed', null],
    ])
    for (const { body } of kept) expect(body.length).toBeLessThanOrEqual(REFUSED_BODY)
    // Another operator's SMIB is none that this sender speaks for.
    await ingest(backend.deps, { tenantId: tenants.carpathia.id }, [{ smib_id: smibs.ribeira.mac }])
    expect(await refused(smibs.ribeira.id, 'paulo')).toEqual([])
  })

  it('makes room for newer ones: a SMIB that sends nonsense all day fills no disk', async () => {
    for (let batch = 0; batch < 3; batch++) {
      backend.clock.advance(1_000)
      await send(...Array.from({ length: 15 }, (_, nr) => reading(batch * 100 + nr, sunday, { '0000': -1 })))
    }
    const kept = await refused()
    expect(kept).toHaveLength(REFUSED_KEPT)
    expect(kept.filter(one => (one.message_seq_nr ?? 0) >= 200)).toHaveLength(15)
  })

  it('is nobody else’s to read', async () => {
    expect((await backend.request(path(smibs.ribeira.id), { as: 'mihai', method: 'GET' })).status).toBe(404)
    expect((await backend.request(path('nonsense'), { as: 'mihai', method: 'GET' })).status).toBe(404)
    expect((await backend.request(path(smibs.bellLink.id), { as: 'nora', method: 'GET' })).status).toBe(403)
  })

  it('is none for a meter that no table lists: it is kept by its code', async () => {
    expect(await send(reading(900, sunday + 9 * HOUR, { '0000': 5, abcd: 3 }))).toMatchObject({ accepted: 1 })
    const { more } = await backend.db
      .selectFrom('counter_readings')
      .select('more')
      .where('message_seq_nr', '=', 900)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(more ?? '{}')).toEqual({ ABCD: 3 })
  })
})

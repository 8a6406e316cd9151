/** A link shows one revision to whoever has it, until it ends, is revoked, or something takes the revision's place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { ana, daily, sealing } from '../../../tests/support/seals'
import { sealReopening, type SealAnswer } from '../seals/seals.service'

let b: TestBackend
let day: SealAnswer
const { seal } = sealing(() => b)
beforeAll(async () => {
  b = await testBackend()
  day = await seal(daily('2026-03-01'))
})
afterAll(() => b.close())

const base = '/api/sharing/v1'
let nth = 0
const create = (input: object, as: 'ana' | 'mihai' = 'ana') =>
  b.json(`${base}/share-link`, { as, body: { name: `Accountant ${++nth}`, document: day.code, ...input } })
const made = async (input: object = {}) => {
  const { share_link: row, secret } = (await create(input)).body.data as unknown as {
    share_link: { _id: string }
    secret: string
  }
  return { id: row._id, token: new URL(secret, 'http://console').searchParams.get('link') ?? '' }
}
const open = (token: string, from = '203.0.113.20') => b.json(`${base}/open`, { body: { token }, from })
const rowOf = async (id: string) =>
  (await b.json(`${base}/share-link/${id}`, { as: 'ana' })).body.data.share_link as Record<string, unknown>

describe('a share link', () => {
  it('shows the one document without an account; each opening is counted and in the log, and the link itself is stored nowhere', async () => {
    const { id, token } = await made()
    expect((await open(token)).body.data).toMatchObject({
      state: 'open',
      kind: 'seal',
      seal: { location: locations.cluj.name, period: '2026-03-01', revision: 1, number: 1 },
      files: ['json'],
    })
    const file = await b.json(`${base}/file`, { body: { token, format: 'json' }, from: '203.0.113.20' })
    expect(Buffer.from(String(file.body.data.base64), 'base64').toString()).toBe(day.file)
    expect((await b.json(`${base}/file`, { body: { token, format: 'exe' } })).status).toBe(422)
    expect(await rowOf(id)).toMatchObject({
      opened: 2,
      last_opened_at: b.clock(),
      last_opened_address: '203.0.113.20',
    })
    const log = await b.db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'ip'])
      .where('entity_id', '=', id)
      .orderBy('seq')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['create', 'open_link', 'open_link'])
    expect(log[1]).toMatchObject({ actor_kind: 'nobody', ip: '203.0.113.20' })
    const stored = JSON.stringify([
      await b.db.selectFrom('share_links').selectAll().execute(),
      await b.db.selectFrom('audit_log').selectAll().execute(),
      await b.db.selectFrom('idempotency_keys').selectAll().execute(),
    ])
    expect(stored).not.toContain(token)
  })

  it('shows nothing to a program that looks ahead, which is no opening', async () => {
    const { id, token } = await made()
    const check = (of: string) => b.json(`${base}/open`, { body: { token: of, what: 'check' } })
    expect((await check(token)).body.data).toMatchObject({
      state: 'open',
      seal: null,
      forms: null,
      files: [],
    })
    expect((await check('A'.repeat(43))).status).toBe(404)
    expect(await rowOf(id)).toMatchObject({ opened: 0, last_opened_at: null })
  })

  it('that is guessed, over, or revoked finds nothing, and does not tell which', async () => {
    const [short, revoked] = [await made({ lasts: 'day' }), await made()]
    const answer = await b.json(`${base}/share-link-revoke`, {
      as: 'ana',
      body: { ids: [revoked.id], reason: 'Sent to the wrong person' },
    })
    expect(answer.status).toBe(200)
    b.clock.advance(86_400_000)
    const answers = [await open('A'.repeat(43)), await open(short.token), await open(revoked.token)]
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
      answers.map(() => [404, 'not_found']),
    )
    expect((await rowOf(short.id)).state).toBe('expired')
    expect(await rowOf(revoked.id)).toMatchObject({ state: 'revoked', opened: 0 })
  })

  it('is made by who may read the document, and not of another tenant’s', async () => {
    const porto = await seal(
      daily('2026-03-01', { tenantId: tenants.lusitania.id, locationId: locations.porto.id }),
    )
    const foreign = await create({ document: porto.code }, 'mihai')
    expect([foreign.status, foreign.body.error.fields]).toEqual([422, { document: [{ code: 'unknown' }] }])
    expect((await create({ document: 'nonsense' })).status).toBe(422)
    const list = await b.json(`${base}/share-links`, { as: 'mihai', body: {} })
    expect(list.body.data.rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(list.body)).not.toContain('Porto')
  })

  it('says superseded, and nothing else, once its document was re-opened or sealed anew', async () => {
    const { token } = await made()
    const again = { ...daily('2026-03-01'), reason: 'Late handpay' }
    await b.db.transaction().execute(tx => sealReopening(tx, ana, again, b.clock()))
    expect((await open(token)).body.data).toMatchObject({ state: 'superseded', seal: null, files: [] })
    expect((await b.json(`${base}/file`, { body: { token, format: 'json' } })).status).toBe(404)
    await seal(daily('2026-03-01', { revision: 2 }))
    expect((await open(token)).body.data).toMatchObject({ state: 'superseded', seal: null })
  })
})

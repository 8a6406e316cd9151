import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { OFFLINE_AFTER_MS } from '../../platform/contract/presence'
import { ingest } from '../ingestion/ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  await hear('bellLink', '18')
  backend.clock.advance(3 * 3_600_000)
  await hear('novoline')
  backend.clock.advance(OFFLINE_AFTER_MS)
})
afterAll(() => backend.close())

const hear = (smib: keyof typeof smibs, code?: string) =>
  ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs[smib].mac,
      message_seq_nr: backend.clock() % 1_000_000_000,
      server_time_nano: `${backend.clock()}000000`,
      ...(code && { events: [{ event_seq_nr: 1, code }] }),
    },
  ])
const silent = async (as: 'olga' | 'paulo' | 'nora' = 'olga', body: object = {}) =>
  backend.json('/api/public_api/v1/slots-offline', {
    as,
    body: { sortBy: ['last_seen_at'], sortDirection: ['ASC'], ...body },
  })

describe('machines without a recent message', () => {
  test('the longest silence stands first, those never heard last and told apart', async () => {
    const { body } = await silent()
    expect(body.data.rows.map(row => [row.serial, row.state, row.silent_for])).toEqual([
      ['EGT-00412', 'offline', 3 * 3_600_000 + OFFLINE_AFTER_MS],
      ['NOV-10077', 'offline', OFFLINE_AFTER_MS],
      ['AMA-55501', 'never', null],
    ])
    expect(body.data.rows[0]).toMatchObject({
      last_event: '18',
      location: { name: 'Cluj Central' },
      smib: { name: smibs.bellLink.mac },
    })
    expect(body.data.rows[2]).toMatchObject({ last_event: null, last_seen_at: null })
  })

  test('says what stands on it in money, and nothing where no reading said so', async () => {
    await backend.db
      .updateTable('slots')
      .set({ credits: 141, denomination_minor: 10 })
      .where('id', '=', slots.bellLink.id)
      .execute()
    expect((await silent()).body.data.rows.map(row => row.credits_worth)).toEqual([
      { minor: 1_410, currency: 'RON' },
      null,
      null,
    ])
  })

  test('one that speaks again leaves the list at once', async () => {
    await hear('novoline')
    expect((await silent()).body.data.rows.map(row => row.serial)).toEqual(['EGT-00412', 'AMA-55501'])
  })

  test('only the silent, only the never heard, by place, by words', async () => {
    const serials = async (field: string, value: string) =>
      (await silent('olga', { exactFields: [field], exactValues: [value] })).body.data.rows.map(
        row => row.serial,
      )
    expect(await serials('state', 'never')).toEqual(['AMA-55501'])
    expect(await serials('state', 'offline')).toEqual(['EGT-00412'])
    expect(await serials('tenant', tenants.lusitania.id)).toEqual([])
    expect((await silent('olga', { query: 'amatic' })).body.data.total).toBe(1)
    expect((await silent('olga', { exactFields: ['state'], exactValues: ['online'] })).status).toBe(422)
  })

  test('Paulo sees his own only, Nora nothing', async () => {
    expect((await silent('paulo')).body.data.rows.map(row => row.serial)).toEqual([slots.ribeira.serial])
    expect((await silent('nora')).status).toBe(403)
  })
})

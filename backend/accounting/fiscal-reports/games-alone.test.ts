/**
 * A slot that counts its bills and leaves what was played to its games: the form has nothing of it, and nobody seals
 * that without a word.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { closeAll } from '../../../tests/support/closed-days'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { SealPreview } from '../sealing/sealing.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const day = '2026-10-25'
const path = (of: string) => `/api/fiscal-reports/v1/location/${locations.cluj.id}/day/${of}/seal`
const preview = async (of: string) =>
  (await backend.json<{ data: SealPreview }>(path(of), { as: 'mihai' })).body.data
const seal = async (of: string, more: object) =>
  backend.json<{ error?: { fields?: object } }>(path(of), {
    as: 'mihai',
    body: { reports: (await preview(of)).reports.map(({ _id }) => _id), ...more },
  })

it('is asked about before the day is sealed, and the paper names it', async () => {
  const { bellLink, novoline } = slots
  backend.clock.set(sunday + 48 * HOUR)
  const sent = Array.from({ length: 48 }, (_, nr) =>
    reading(
      nr + 1,
      sunday - 23 * HOUR + nr * HOUR,
      {},
      {
        counters: [
          { game_nr: 0, meters: { '000B': 12 } },
          { game_nr: 1, meters: { '0000': 1_000 + nr * 10, '0001': 500 + nr * 8 } },
        ],
      },
    ),
  )
  expect((await ingest(backend.deps, { tenantId: null }, sent)).refused).toBe(0)
  await closeAll(backend.deps)
  const all = { accepted: [bellLink.id, novoline.id], reason: 'The board is set wrong, put right on Monday' }
  for (let next = (await preview(day)).next_to_seal; next && next < day;) {
    expect((await seal(next, all)).status).toBe(200)
    next = (await preview(day)).next_to_seal
  }
  const [report] = (await preview(day)).reports
  const asked = report?.incomplete.find(({ slot }) => slot._id === bellLink.id)
  expect(asked?.games_alone).toMatchObject({ currency: 'RON' })
  expect(asked?.games_alone?.minor).toBeGreaterThan(0)
  expect(report?.incomplete.find(({ slot }) => slot._id === novoline.id)?.games_alone ?? null).toBeNull()
  expect((await seal(day, { ...all, accepted: [novoline.id] })).body.error?.fields).toHaveProperty('accepted')
  expect((await seal(day, all)).status).toBe(200)
  const { accepted } = await backend.db
    .selectFrom('daily_reports')
    .select('accepted')
    .where('day', '=', day)
    .where('state', '=', 'sealed')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(accepted)).toContainEqual(
    expect.objectContaining({ reason: all.reason, games_alone: asked?.games_alone?.minor }),
  )
})

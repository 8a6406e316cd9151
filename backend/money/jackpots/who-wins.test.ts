/**
 * Two slots that pass a mystery level's point between two looks: one winner by the stated rule, and what the win says
 * of it.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { inCircle } from '../../../tests/support/lock-circle'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { pointPath, type PointAnswer } from './point-check.contract'
import type { Db } from '../../platform/db/database'
import { findWins } from './wins.service'

let backend: TestBackend
const { clear } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  await clear()
  for (const table of [
    'jackpot_wins',
    'jackpot_shares',
    'jackpot_terms',
    'jackpot_sources',
    'jackpot_levels',
    'jackpots',
  ] as const)
    await backend.db.deleteFrom(table).execute()
  backend.clock.set(sunday - 30 * HOUR)
})

const base = '/api/jackpot-manager/v1'
interface Answer {
  data: Record<string, never>
  error?: { code: string; fields?: Record<string, { code: string }[]> }
}
const ask = async (path: string, body: object, as: Person = 'mihai', method = 'POST') =>
  backend.json<Answer>(`${base}/${path}`, { as, method, body })
const make = async (path: string, body: object): Promise<string> => {
  const { body: answer, status } = await ask(path, body)
  expect([status, answer.error?.fields]).toEqual([200, undefined])
  return (answer.data as Record<string, { _id: string }>)[path]?._id ?? ''
}
const lei = (minor: number) => ({ minor, currency: 'RON' })
const tell = async (...messages: ReturnType<typeof reading>[]) =>
  expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0)
const novoline = { smib_id: smibs.novoline.mac }

/** Begins at 200 lei and is won at 200.01 to 200.02: whoever plays next. */
async function aboutToBeWon(): Promise<{ level: string; jackpot: string }> {
  const jackpot = await make('jackpot', {
    name: 'Noroc',
    location: locations.cluj.id,
    kind: 'mystery',
    currency: 'RON',
  })
  const terms = { limit: null, hit_from: lei(20_001), hit_to: lei(20_002), visible: 500, hidden: 0 }
  const level = await make('jackpot-level', {
    jackpot,
    name: 'Mini',
    position: 1,
    seed: lei(20_000),
    ...terms,
  })
  await make('jackpot-source', { jackpot, name: 'Hall' })
  backend.clock.set(sunday)
  await tell(
    reading(1, sunday - 26 * HOUR, { '0000': 1_000 }),
    reading(1, sunday - 26 * HOUR, { '0000': 1_000 }, novoline),
  )
  expect(await findWins(backend.deps)).toBe(0)
  return { level, jackpot }
}

interface WinAnswer {
  data: {
    'jackpot-win': {
      contributions: { slot: { _id: string }; counts: string; level_after: { minor: number } }[]
      slot: { name: string }
      value_before: { minor: number }
      value_after: { minor: number }
    }
  }
}

it.each([
  ['Bell Link', 'Novoline', 0, 400],
  ['Novoline', 'Bell Link', 400, 0],
])(
  '%s has won where its reading was taken before that of %s, however they arrived, and the other’s coins are the next run’s',
  async (first, _second, ofBellLink, ofNovoline) => {
    const { level } = await aboutToBeWon()
    const at = sunday - 25 * HOUR
    await tell(
      reading(2, at + ofNovoline, { '0000': 101_000 }, novoline),
      reading(2, at + ofBellLink, { '0000': 101_000 }),
    )
    const [one, other] = await Promise.all([findWins(backend.deps), findWins(backend.deps)])
    expect(one + other).toBe(1)
    const win = await backend.db.selectFrom('jackpot_wins').selectAll().executeTakeFirstOrThrow()
    const [winner, loser] =
      first === 'Bell Link' ? [slots.bellLink.id, slots.novoline.id] : [slots.novoline.id, slots.bellLink.id]
    expect([win.slot_id, win.level_id]).toEqual([winner, level])
    const told = (await backend.json<WinAnswer>(`${base}/jackpot-win/${win.id}`, { as: 'mihai' })).body.data[
      'jackpot-win'
    ]
    expect(told.contributions.map(({ slot, counts }) => [slot._id, counts])).toEqual([
      [winner, 'wins'],
      [loser, 'next_run'],
    ])
    expect(told.value_before.minor).toBeLessThan(win.amount_minor)
    expect(told.contributions[0]?.level_after).toEqual(told.value_after)
    expect(told.value_after.minor).toBeGreaterThanOrEqual(win.amount_minor)
    // Found by its number and by the words of what it is about; a win has none of its own.
    const found = async (query: string) =>
      (
        await backend.json<{ data: { total: number } }>(`${base}/jackpot-wins`, {
          as: 'mihai',
          body: { page: 0, rowsPerPage: 10, query },
        })
      ).body.data.total
    expect(await Promise.all([told.slot.name, win.number, 'cluj', 'zzqxj'].map(found))).toEqual([1, 1, 1, 0])
  },
)

it('a level is deleted by nobody while its win waits, and two who draw another point at once leave one that opens by its commitment', async () => {
  const { level } = await aboutToBeWon()
  await tell(reading(2, sunday - 25 * HOUR, { '0000': 101_000 }))
  const drawn = await Promise.all(
    ['It was seen', 'It was told'].map(reason => ask('regen', { ids: [level], reason })),
  )
  expect(drawn.map(({ status }) => status)).toEqual([200, 200])
  const { point_hash } = await backend.db.selectFrom('jackpot_levels').selectAll().executeTakeFirstOrThrow()
  // Drawn above what it stands at, so that it is another coin that wins it.
  await tell(reading(3, sunday - 24 * HOUR, { '0000': 900_000 }))
  expect(await findWins(backend.deps)).toBe(1)
  const win = await backend.db.selectFrom('jackpot_wins').selectAll().executeTakeFirstOrThrow()
  expect(win.point_hash).toBe(point_hash)
  const { body } = await backend.json<{ data: PointAnswer }>(`${pointPath}?hash=${point_hash}`)
  expect(body.data.state).toBe('matches')

  const gone = await ask(`delete/jackpot-level/${level}`, {})
  expect(gone.status).toBe(409)
  // Nor is another point drawn for what is won.
  const late = await ask('regen', { ids: [level], reason: 'It was seen' })
  expect(late.body.data).toMatchObject({ results: [{ outcome: 'skipped', reason: 'hit' }] })
})

it('a level is looked at while its slots are played, in the order in which ingestion writes them', async () => {
  const { level } = await aboutToBeWon()
  await backend.db.deleteFrom('jackpot_shares').execute()
  const ids = [slots.bellLink.id, slots.novoline.id].sort()
  const { tenant_id } = await backend.db
    .selectFrom('jackpot_levels')
    .select('tenant_id')
    .where('id', '=', level)
    .executeTakeFirstOrThrow()
  for (const slot_id of ids.toReversed())
    await backend.db
      .insertInto('jackpot_shares')
      .values({ level_id: level, tenant_id, slot_id, visible: 10, hidden: 0, seen: 0, last_at: 1 })
      .execute()
  const played = (index: number) => (db: Db) =>
    db
      .updateTable('jackpot_shares')
      .set({ last_at: 2 })
      .where('slot_id', '=', ids[index] ?? '')
      .execute()
  const won = await inCircle(backend.db, played(0), () => findWins(backend.deps), played(1))
  expect(won).toBe(0)
})

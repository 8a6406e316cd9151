/** Jackpots: fed by booked coin in to the last part, won once, paid by a person, begun anew. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { lawRuns } from '../../../tests/support/law-runs'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { commitmentOf } from './draw'
import { pointPath, type PointAnswer } from './point-check.contract'
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
const mini = (jackpot: string, more: object = {}) => ({
  jackpot,
  name: 'Mini',
  position: 1,
  seed: lei(20_000),
  limit: null,
  hit_from: lei(30_000),
  hit_to: lei(50_000),
  visible: 50,
  hidden: 10,
  ...more,
})
async function jackpot(more: object = {}): Promise<{ id: string; level: string; source: string }> {
  const id = await make('jackpot', {
    name: 'Noroc',
    location: locations.cluj.id,
    kind: 'mystery',
    currency: 'RON',
  })
  const level = await make('jackpot-level', mini(id, more))
  const source = await make('jackpot-source', { jackpot: id, name: 'Hall' })
  return { id, level, source }
}
const tell = async (...messages: ReturnType<typeof reading>[]) =>
  expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0)
const levelOf = async (id: string) =>
  (
    await backend.json<{
      data: {
        'jackpot-level': Record<'value' | 'hidden_pool', { minor: number }> & { state: string; hits: number }
      }
    }>(`${base}/jackpot-level/${id}`, { as: 'mihai' })
  ).body.data['jackpot-level']
const shares = async (level: string) => {
  const { visible, hidden } = await backend.db
    .selectFrom('jackpot_shares')
    .select(row => [row.fn.sum('visible').as('visible'), row.fn.sum('hidden').as('hidden')])
    .where('level_id', '=', level)
    .executeTakeFirstOrThrow()
  return [Number(visible ?? 0), Number(hidden ?? 0)]
}

describe('a jackpot', () => {
  it('takes no ranges that cross, no absurd increments, no other currency', async () => {
    const id = await make('jackpot', {
      name: 'Noroc',
      location: locations.cluj.id,
      kind: 'mystery',
      currency: 'RON',
    })
    for (const [more, field] of [
      [{ hit_from: lei(60_000) }, 'hit_to'],
      [{ hit_from: lei(10_000) }, 'hit_from'],
      [{ hit_to: null }, 'hit_to'],
      [{ limit: lei(40_000) }, 'limit'],
      [{ visible: 1_001 }, 'visible'],
      [{ visible: -1 }, 'visible'],
      [{ visible: 0, hidden: 0 }, 'visible'],
      [{ seed: { minor: 20_000, currency: 'EUR' } }, 'seed'],
      [{ jackpot: 'f'.repeat(24) }, 'jackpot'],
    ] as const) {
      const { status, body } = await ask('jackpot-level', mini(id, more))
      expect([field, status, Object.keys(body.error?.fields ?? {})]).toEqual([field, 422, [field]])
    }
    expect((await ask('jackpot', { name: 'Noroc', kind: 'mystery' })).status).toBe(422)
    expect((await ask('jackpot-level', mini(id), 'nora')).status).toBe(403)
    expect((await ask('jackpot-level', mini(id), 'paulo')).status).toBe(422)
  })

  it(
    'is fed by what was booked in its hours, to the last part of a minor unit, in any order',
    { timeout: 60_000 },
    async () => {
      const { level, source } = await jackpot()
      // Another increment from the second day on, and no slot feeds it in the last hours.
      backend.clock.set(sunday - 6 * HOUR)
      const row = (await levelOf(level)) as unknown as { version: number }
      expect(
        (
          await ask(
            `jackpot-level/${level}`,
            {
              ...mini((await backend.db.selectFrom('jackpots').select('id').executeTakeFirstOrThrow()).id),
              visible: 73,
              version: row.version,
              reason: 'More',
            },
            'mihai',
            'PUT',
          )
        ).status,
      ).toBe(200)
      backend.clock.set(sunday + 3 * HOUR)
      await ask('jackpot-source-end', { ids: [source], reason: 'The hall closes' })
      backend.clock.set(sunday + 30 * HOUR)
      const changed = sunday - 5 * HOUR
      const ends = sunday + 4 * HOUR
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(4_000), fc.nat(9)), { minLength: 3, maxLength: 14 }),
          fc.infiniteStream(fc.nat()),
          async (steps, chance) => {
            await clear()
            await backend.db.deleteFrom('jackpot_shares').execute()
            let coinIn = 1_000
            const waiting = steps.map(([by], nr) => {
              coinIn += by
              const at = sunday - 28 * HOUR + Math.floor((nr * 36 * HOUR) / steps.length)
              return reading(nr + 1, at, { '0000': coinIn })
            })
            while (waiting.length > 0)
              await tell(
                ...waiting.splice(
                  (chance.next().value ?? 0) % waiting.length,
                  1 + ((chance.next().value ?? 0) % 3),
                ),
              )
            const hours = await backend.db
              .selectFrom('counter_hours')
              .select(['hour_start', 'coin_in', 'denomination_minor'])
              .where('location_id', '=', locations.cluj.id)
              .where('game_nr', '=', 0)
              .execute()
            const due = hours
              .filter(({ hour_start }) => hour_start >= sunday - 29 * HOUR && hour_start < ends)
              .map(({ hour_start, coin_in, denomination_minor }) => ({
                minor: Number(coin_in) * Number(denomination_minor),
                rate: hour_start < changed ? 50 : 73,
              }))
            expect(await shares(level)).toEqual([
              due.reduce((sum, one) => sum + one.minor * one.rate, 0),
              due.reduce((sum, one) => sum + one.minor * 10, 0),
            ])
          },
        ),
        { numRuns: lawRuns(20) },
      )
    },
  )

  it('is won once, at the point that was committed to; a person confirms the payment, and the next run begins with seed and hidden pool', async () => {
    const { level } = await jackpot({ visible: 500, hidden: 100 })
    const before = await backend.db.selectFrom('jackpot_levels').selectAll().executeTakeFirstOrThrow()
    backend.clock.set(sunday)
    await tell(reading(1, sunday - 26 * HOUR, { '0000': 1_000 }))
    expect(await findWins(backend.deps)).toBe(0)
    // Anybody may ask for it, and learns nothing of the point before it is won.
    const asked = async (hash: string) =>
      (await backend.json<{ data: PointAnswer }>(`${pointPath}?hash=${hash}`)).body.data
    const kept = await asked(before.point_hash ?? '')
    expect(kept).toMatchObject({ state: 'kept', level: { run: 1 }, win: null })
    expect(JSON.stringify(kept)).not.toContain(String(before.point_minor))
    expect(await asked('ab'.repeat(32))).toEqual({ state: 'unknown', level: null, win: null })
    expect((await asked('%00')).state).toBe('unknown')
    const price = (
      await backend.db
        .selectFrom('slots')
        .select('denomination_minor')
        .where('id', '=', slots.bellLink.id)
        .executeTakeFirstOrThrow()
    ).denomination_minor
    // Past the top of its range: 5 % of coin in.
    const credits = Math.ceil((40_000 * 20) / price)
    for (let nr = 1; nr <= 10; nr++)
      await tell(
        reading(nr + 1, sunday - 26 * HOUR + nr * HOUR, { '0000': 1_000 + Math.ceil((credits * nr) / 10) }),
      )
    const [first, second] = await Promise.all([findWins(backend.deps), findWins(backend.deps)])
    expect(first + second).toBe(1)
    expect(await findWins(backend.deps)).toBe(0)
    const win = await backend.db.selectFrom('jackpot_wins').selectAll().executeTakeFirstOrThrow()
    expect(win).toMatchObject({
      slot_id: slots.bellLink.id,
      location_id: locations.cluj.id,
      state: 'celebrating',
      amount_minor: before.point_minor,
      point_hash: before.point_hash,
    })
    expect(commitmentOf(level, 1, win.point_minor ?? 0, win.point_nonce ?? '')).toBe(before.point_hash)
    const opened = await asked((before.point_hash ?? '').toUpperCase())
    expect(opened).toMatchObject({ state: 'matches', win: { point: { minor: before.point_minor } } })
    expect(
      createHash('sha256')
        .update(opened.win?.text ?? '')
        .digest('hex'),
    ).toBe(before.point_hash)
    await backend.db
      .updateTable('jackpot_wins')
      .set({ point_minor: win.amount_minor + 1 })
      .execute()
    expect((await asked(before.point_hash ?? '')).state).toBe('differs')
    await backend.db.updateTable('jackpot_wins').set({ point_minor: win.point_minor }).execute()
    expect(await levelOf(level)).toMatchObject({ state: 'hit', hits: 1 })
    expect(JSON.stringify(await levelOf(level))).not.toContain(before.point_nonce)

    const reason = { reason: 'Counted and signed' }
    expect((await ask('reset', { ids: [level], ...reason })).body.error?.code).toBe('jackpot_not_paid')
    expect((await ask('jackpot-win-pay', { ids: [win.id], ...reason }, 'nora')).status).toBe(403)
    await ask('cancel-win-display', { ids: [win.id], ...reason })
    await ask('jackpot-win-pay', { ids: [win.id], ...reason })
    expect((await ask('jackpot-win-pay', { ids: [win.id], ...reason })).body.data).toMatchObject({
      results: [{ outcome: 'skipped', reason: 'paid' }],
    })
    const [visible, hidden] = await shares(level)
    expect((await ask('reset', { ids: [level], ...reason })).body.data).toMatchObject({
      results: [{ outcome: 'done' }],
    })
    const pool = Math.floor((hidden ?? 0) / 10_000)
    const beyond = Math.floor((20_000 * 10_000 + (visible ?? 0) - win.amount_minor * 10_000) / 10_000)
    // Nothing is lost: what was beyond the point, the hidden pool and the seed are the next run's.
    expect(await levelOf(level)).toMatchObject({
      state: 'running',
      value: { minor: 20_000 + pool + beyond },
      hidden_pool: { minor: 0 },
    })
    expect(
      (await backend.db.selectFrom('jackpot_levels').selectAll().executeTakeFirstOrThrow()).point_hash,
    ).not.toBe(before.point_hash)
  })

  it('draws another point on demand, never below what it stands at, and keeps what players have put in', async () => {
    const { level } = await jackpot()
    backend.clock.set(sunday)
    await tell(
      reading(1, sunday - 26 * HOUR, { '0000': 1_000 }),
      reading(2, sunday - 25 * HOUR, { '0000': 2_000 }),
    )
    const drawn = async () =>
      await backend.db
        .selectFrom('jackpot_levels')
        .select(['point_hash', 'point_minor'])
        .executeTakeFirstOrThrow()
    const before = await drawn()
    expect((await ask('regen', { ids: [level], reason: 'It was seen' })).body.data).toMatchObject({
      results: [{ outcome: 'done' }],
    })
    const after = await drawn()
    expect(after.point_hash).not.toBe(before.point_hash)
    expect(after.point_minor).toBeGreaterThanOrEqual(30_000)
    const gone = await ask(`delete/jackpot-level/${level}`, {})
    expect(gone.status).toBe(409)
  })
})

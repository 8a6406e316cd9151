/** What a day's report says of jackpots: its location's part, to the last part, and the wins that were granted. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { closeEach } from '../../../tests/support/closed-days'
import { fiscalDocument, type FiscalDocument } from '../../accounting/fiscal-reports/fiscal-document.contract'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { jackpotMonth, jackpotTotals, minorOf } from './day-figures'
import type { LevelFigures } from './day-figures.contract'
import { jackpotsOfDay } from './day-figures.service'
import { findWins } from './wins.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const lei = (minor: number) => ({ minor, currency: 'RON' })
async function make(path: string, body: object): Promise<string> {
  const answer = await backend.json<{ data: Record<string, { _id: string }> }>(
    `/api/jackpot-manager/v1/${path}`,
    { as: 'mihai', body },
  )
  return answer.body.data[path]?._id ?? ''
}

async function documents(): Promise<FiscalDocument[]> {
  const rows = await backend.db
    .selectFrom('daily_reports')
    .select('document')
    .where('location_id', '=', locations.cluj.id)
    .where('is_latest', '=', 1)
    .orderBy('day')
    .execute()
  return rows.map(({ document }) => fiscalDocument.parse(JSON.parse(document)))
}

describe('a day’s jackpots', () => {
  it('add up to what was contributed, and name the win with its slot', { timeout: 30_000 }, async () => {
    const { db, deps, clock } = backend
    clock.set(sunday - 30 * HOUR)
    const id = await make('jackpot', {
      name: 'Noroc',
      location: locations.cluj.id,
      kind: 'mystery',
      currency: 'RON',
    })
    await make('jackpot-level', {
      jackpot: id,
      name: 'Mini',
      position: 1,
      seed: lei(20_000),
      limit: null,
      hit_from: lei(30_000),
      hit_to: lei(50_000),
      visible: 500,
      hidden: 100,
    })
    await make('jackpot-source', { jackpot: id, name: 'Hall' })
    const price = (
      await db
        .selectFrom('slots')
        .select('denomination_minor')
        .where('id', '=', slots.bellLink.id)
        .executeTakeFirstOrThrow()
    ).denomination_minor
    // Past the top of its range on the first day: 5 % of coin in. More on the second.
    const credits = Math.ceil((40_000 * 20) / price)
    clock.set(sunday + 60 * HOUR)
    const readings = Array.from({ length: 16 }, (_, nr) =>
      reading(nr + 1, sunday - 24 * HOUR + nr * 3 * HOUR, { '0000': 1_000 + nr * Math.ceil(credits / 6) }),
    )
    expect((await ingest(deps, { tenantId: null }, readings)).refused).toBe(0)
    expect(await findWins(deps)).toBe(1)
    await closeEach(deps)
    const days = await documents()
    const shares = await db
      .selectFrom('jackpot_shares')
      .select(row => [row.fn.sum('visible').as('visible'), row.fn.sum('hidden').as('hidden')])
      .executeTakeFirstOrThrow()
    // The door, where nobody has asked, stands beside them.
    expect(days.map(({ door }) => door)).toEqual(days.map(() => ({ asked: 0, denied: 0, manager: 0 })))
    const sum = (of: (one: LevelFigures) => number) =>
      days.flatMap(({ jackpots }) => jackpots?.levels ?? []).reduce((all, one) => all + of(one), 0)
    expect([sum(one => one.shown_parts), sum(one => one.kept_parts)]).toEqual([
      Number(shares.visible),
      Number(shares.hidden),
    ])
    const wins = days.flatMap(({ jackpots }) => jackpots?.wins ?? [])
    expect(wins).toMatchObject([
      { level: 'Mini', slot: { name: slots.bellLink.serial }, state: 'celebrating' },
    ])
    const won = days.find(({ jackpots }) => (jackpots?.wins.length ?? 0) > 0)?.jackpots
    expect(won?.totals).toMatchObject({ wins: 1, won: wins[0]?.amount, owed: wins[0]?.amount })
    expect(wins[0]?.at).toBeGreaterThanOrEqual(
      days.find(({ jackpots }) => jackpots === won)?.from ?? Infinity,
    )
    // All were closed at once, after the win: it stands at what was won, and what is played on is the next run's.
    expect(days.flatMap(({ jackpots }) => jackpots?.levels ?? []).map(({ stood }) => stood)).toEqual(
      days
        .filter(({ jackpots }) => (jackpots?.levels.length ?? 0) > 0)
        .map(() => expect.objectContaining({ state: 'hit', value: wins[0]?.amount })),
    )
    // A day that ended before there was a level says nothing of it, however late it is closed.
    const before = { from: sunday - 78 * HOUR, to: sunday - 54 * HOUR }
    const place = { tenantId: tenants.carpathia.id, locationId: locations.cluj.id, currency: 'RON' }
    expect((await jackpotsOfDay(db, { ...place, ...before })).levels).toEqual([])
    // Each day closed keeps its levels, and they come to what the reports say, but for the first, which has nothing
    // before it.
    const { rows } = (
      await backend.json<{ data: { rows: { verdict: string; wins: number; day: string }[] } }>(
        '/api/jackpot-snapshot/v1/checkpoints',
        { as: 'mihai', method: 'POST', body: { sortBy: ['day'], sortDirection: ['ASC'], rowsPerPage: 100 } },
      )
    ).body.data
    const own = rows.filter(row => days.some(({ jackpots, period }) => jackpots && period === row.day))
    expect(own.length).toBeGreaterThan(1)
    expect(own.slice(1).map(({ verdict }) => verdict)).toEqual(own.slice(1).map(() => 'matches'))
    expect(own.reduce((sum, { wins: had }) => sum + had, 0)).toBe(1)
    await db.updateTable('jackpot_snapshots').set({ added_visible: 1 }).execute()
    const told = await backend.json<{ data: { rows: { verdict: string }[] } }>(
      '/api/jackpot-snapshot/v1/checkpoints',
      { as: 'mihai', method: 'POST', body: {} },
    )
    expect(told.body.data.rows.map(({ verdict }) => verdict)).toContain('differs')
    // Elsewhere there are none, and the report says so.
    const braila = await db
      .selectFrom('daily_reports')
      .select('document')
      .where('location_id', '=', locations.braila.id)
      .executeTakeFirst()
    if (braila) expect(fiscalDocument.parse(JSON.parse(braila.document)).jackpots?.levels).toEqual([])
  })
})

const figures = fc.record({
  level: fc.constantFrom('mini', 'major').map(name => ({ _id: name, name })),
  jackpot: fc.constant({ _id: 'noroc', name: 'Noroc' }),
  everywhere: fc.boolean(),
  shown_parts: fc.nat(10_000_000),
  kept_parts: fc.nat(10_000_000),
  shown: fc.nat(1_000),
  kept: fc.nat(1_000),
  wins: fc.nat(3),
  won: fc.nat(100_000),
  stood: fc.record({
    value: fc.nat(100_000),
    kept: fc.nat(1_000),
    run: fc.nat(9),
    state: fc.constantFrom('running' as const, 'hit' as const),
  }),
})

describe('sums of jackpots', () => {
  it('are rounded once, half to even', () => {
    expect([5_000, 15_000, 25_000, 4_999, 5_001, -5_000, -15_000].map(minorOf)).toEqual([
      0, 2, 2, 0, 1, 0, -2,
    ])
  })

  it('of a month are the sums of its days; one day that knows nothing leaves the month unknown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(figures, { selector: ({ level }) => level._id, maxLength: 2 }), {
          minLength: 1,
          maxLength: 5,
        }),
        days => {
          const known = days.map(levels => ({
            levels,
            wins: [],
            totals: jackpotTotals({ levels, wins: [] }),
          }))
          const month = jackpotMonth(known)
          for (const name of ['shown', 'kept', 'wins', 'won'] as const)
            expect(month?.totals[name]).toBe(known.reduce((all, { totals }) => all + totals[name], 0))
          expect(jackpotMonth([...known, undefined])).toBeUndefined()
        },
      ),
    )
  })
})

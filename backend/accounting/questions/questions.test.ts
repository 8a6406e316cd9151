/** Questions: the figures of the reports next to them, parts that add up to the whole, and limits that are told. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, people, slots, tenants, wednesday, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { anyHour, bookHours, movedHours, type BookedHour } from '../../../tests/support/booked-hours'
import { statementsOf } from '../../../tests/support/statements'
import { lawRuns } from '../../../tests/support/law-runs'
import { roleId } from '../../identity/auth/roles'
import { sumSpans } from '../days/span-sums.service'
import { isPostgres } from '../../platform/db/bulk'
import { daysOf } from '../figures/aggregate.queries'
import { extendedMetersContract, slotGamesContract } from '../period-reports/network-report.contract'
import { movementNames } from '../../telemetry/readings/meters.contract'
import { questionGroups, questionsContract, type QuestionAnswer } from './questions.contract'
import { periodBefore } from './question-time'

let backend: TestBackend
const period = { from: '2026-02-01', to: '2026-03-10' }

const book = (hours: readonly BookedHour[]) => bookHours(backend, hours)
const ask = (body: object, as: Person = 'mihai', path: string = questionsContract.path) =>
  backend.json(path, { as, body: { ...period, ...body } })
const answer = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask(...asked)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as never as QuestionAnswer
}
/** By currency. */
const sumOf = (rows: readonly Record<string, unknown>[], column = 'coin_in') => {
  const sums = new Map<unknown, number>()
  for (const row of rows) sums.set(row.currency, (sums.get(row.currency) ?? 0) + Number(row[column] ?? 0))
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0))
}

const some: BookedHour[] = [
  { slot: 'bellLink', day: '2026-02-02', nr: 0, credits: 400, price: 5 },
  { slot: 'bellLink', day: '2026-02-02', nr: 20, credits: 100, price: 5 },
  { slot: 'novoline', day: '2026-03-09', nr: 3, credits: 900, price: 1 },
  { slot: 'harbour', day: '2026-03-10', nr: 3, credits: 70, price: 5 },
  { slot: 'ribeira', day: '2026-03-10', nr: 4, credits: 70, price: 2 },
]

beforeAll(async () => {
  backend = await testBackend()
  await backend.db
    .updateTable('locations')
    .set({ time_zone: 'Europe/Bucharest', gaming_day_start: '08:00' })
    .execute()
  backend.clock.set(wednesday)
  const user = people.andrei.id
  await backend.db
    .insertInto('user_roles')
    .values({ user_id: user, role_id: roleId('administrator') })
    .execute()
  const rule = { name: 'Cluj alone', tenant: tenants.carpathia.id, model: 'location', user }
  const body = { ...rule, conditions: [`city: ${locations.cluj.city}`] }
  expect((await backend.json('/api/users/v1/acl-rule', { as: 'ana', body })).status).toBe(200)
})
afterAll(() => backend.close())

describe('questions', () => {
  it('have rows and columns that add up to the whole, stored or not, of moved slots and of those that report games alone, also for whom a rule narrows', async () => {
    const reports = {
      location: extendedMetersContract,
      slot: extendedMetersContract,
      game: slotGamesContract,
    }
    const inOrder = (rows: readonly Record<string, unknown>[]) =>
      rows
        .flatMap(({ currency, coin_in }) => (coin_in ? [`${String(currency)} ${String(coin_in)}`] : []))
        .sort()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyHour, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...questionGroups),
        fc.constantFrom(...questionGroups),
        fc.boolean(),
        fc.constantFrom('mihai', 'andrei'),
        async (hours, by, other, isSummed, as) => {
          const booked = movedHours(hours)
          await book(booked)
          if (isSummed) await sumSpans(backend.deps)
          const across = other === by ? undefined : other
          const days = by === 'hour' || other === 'hour' ? { ...period, from: '2026-02-08' } : period
          const found = await answer({ by, across, measure: ['coin_in', 'rtp'], ...days }, as)
          const network = async (group: string, path: string = extendedMetersContract.path) =>
            answer({ ...days, by: group }, as, path)
          const whole = await network('tenant')
          expect(sumOf(found.totals)).toEqual(sumOf(whole.totals))
          const isHidden = as === 'andrei' && (by === 'slot' || by === 'game')
          if (!isHidden) expect(sumOf(found.rows)).toEqual(sumOf(whole.totals))
          // Of a slot that stood in two places the reports next to this one have two rows.
          if (by === 'location' || ((by === 'slot' || by === 'game') && booked.every(({ at }) => !at)))
            expect(inOrder(found.rows)).toEqual(inOrder((await network(by, reports[by].path)).rows))
          if (!across) return
          const isPart = as === 'andrei' && (across === 'slot' || across === 'game')
          const own = (found.columns ?? []).filter(({ measure, of }) => measure === 'coin_in' && of !== null)
          for (const line of isPart ? [] : [...found.totals, ...found.rows])
            expect(own.reduce((sum, { name }) => sum + Number(line[name] ?? 0), 0)).toBe(line.coin_in)
        },
      ),
      { numRuns: lawRuns(16) },
    )
  }, 60_000)

  it('have the figures of extended meters by location, and of gaming days by day', async () => {
    await book(some)
    await sumSpans(backend.deps)
    const measure = ['coin_in', 'coin_out', 'net_win', 'rtp', 'games_played'] as const
    const figures = (rows: readonly Record<string, unknown>[]) =>
      rows.map(row => [row.key, row.currency, ...measure.map(name => row[name])])
    for (const [by, other, path] of [
      ['location', { by: 'location' }, extendedMetersContract.path],
      ['day', { by: 'day' }, `/api/aggregate/v1/tenant/${tenants.carpathia.id}/report`],
    ] as const) {
      const found = await answer({ by, measure: [...measure.slice(0, 5)] })
      const { body } = await ask(other, 'mihai', path)
      expect(figures(found.rows)).toEqual(figures((body.data as never as QuestionAnswer).rows))
      expect(figures(found.totals)).toEqual(figures((body.data as never as QuestionAnswer).totals))
    }
  })

  it('have the games of a slot, and what it has beyond them, as game statistics do', async () => {
    await book(some)
    const own = await backend.db.selectFrom('counter_days').selectAll().execute()
    await backend.db
      .insertInto('counter_days')
      .values(
        own.flatMap(row =>
          row.slot_id === slots.bellLink.id
            ? [1, 2, 10].map(game_nr => ({
                ...row,
                game_nr,
                coin_in: 30 * game_nr,
                coin_out: game_nr,
                games_played: 1,
              }))
            : row.slot_id === slots.novoline.id
              ? [{ ...row, game_nr: 3 }]
              : [],
        ),
      )
      .execute()
    for (const isSummed of [false, true]) {
      if (isSummed) await sumSpans(backend.deps)
      const { rows, totals } = await answer({ by: 'game', measure: ['coin_in', 'rtp', 'games_played'] })
      const { body } = await ask({}, 'mihai', slotGamesContract.path)
      const figures = (all: readonly Record<string, unknown>[]) =>
        all.map(row => [row.coin_in, row.rtp, row.games_played])
      expect(figures(rows)).toEqual(figures((body.data as never as QuestionAnswer).rows))
      expect(rows.map(({ name }) => name)).toEqual([
        'AMA-55501 · –',
        'EGT-00412 · 1',
        'EGT-00412 · 2',
        'EGT-00412 · 10',
        'EGT-00412 · –',
        'NOV-10077 · 3',
      ])
      expect(sumOf(rows)).toEqual(sumOf(totals))
    }
    const { rows, columns = [] } = await answer({ by: 'location', across: 'game', measure: ['coin_in'] })
    expect(columns).toHaveLength(7)
    expect(rows.map(({ coin_in }) => coin_in)).toEqual([350, 3_400])
  })

  it('know the hour of the day by the clock of the place, and the weekday of its gaming day', async () => {
    await book(some)
    for (const isSummed of [false, true]) {
      if (isSummed) await sumSpans(backend.deps)
      const { rows, columns = [] } = await answer({
        by: 'hour_of_day',
        across: 'weekday',
        measure: ['coin_in'],
      })
      const cells = rows.flatMap(row =>
        columns.flatMap(({ name, of }) => (of && row[name] !== null ? [[row.name, of.key, row[name]]] : [])),
      )
      // 08:00 and 04:00 of a Monday; 11:00 of a Monday and of a Tuesday.
      expect(cells).toEqual([
        ['04:00', '1', 500],
        ['08:00', '1', 2_000],
        ['11:00', '1', 900],
        ['11:00', '2', 350],
      ])
    }
    // Each hour is looked up: gone through for each other, two days of a network took six seconds.
    const sent = await statementsOf(backend.db, () => answer({ by: 'hour_of_day' }))
    const [hours] = isPostgres(backend.db) ? [] : sent.filter(one => one.includes('day_hours'))
    if (!hours) return
    const plan = await sql.raw<{ detail: string }>(`explain query plan ${hours}`).execute(backend.db)
    expect(plan.rows.map(({ detail }) => detail).join()).toMatch(
      /^(?!.*hour_start>).*by_location \(location_nr=\? AND hour_start=\?\)/,
    )
  })

  it('are compared with as many days before, or as many whole months', async () => {
    await book([
      ...some,
      { slot: 'harbour', day: '2026-03-07', nr: 3, credits: 50, price: 5 },
      { slot: 'harbour', day: '2026-03-08', nr: 4, credits: 90, price: 5 },
    ])
    expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' })).toMatchObject({
      from: '2026-02-01',
      to: '2026-02-28',
    })
    expect(periodBefore({ from: '2026-02-28', to: '2026-03-01' })).toMatchObject({
      from: '2026-02-26',
      to: '2026-02-27',
    })
    const { rows, before, totals } = await answer({
      from: '2026-03-09',
      to: '2026-03-10',
      by: 'location',
      compare: 'before',
      measure: ['coin_in', 'coin_in'],
    })
    expect(before).toEqual({ from: '2026-03-07', to: '2026-03-08' })
    expect(rows.map(row => [row.name, row.coin_in, row['coin_in.before'], row['coin_in.change']])).toEqual([
      ['Brăila Port', 350, 700, -5_000],
      ['Cluj Central', 900, null, null],
    ])
    expect(totals).toMatchObject([{ coin_in: 1_250, 'coin_in.before': 700, 'coin_in.change': 7_857 }])
  })

  it('are narrowed to a place and to kinds of slots, and show another tenant nothing', async () => {
    await book(some)
    const { rows: braila } = await answer({ measure: ['coin_in'], location: locations.braila.id })
    expect(sumOf(braila)).toEqual({ RON: 350 })
    const makers = await answer({ by: 'manufacturer', measure: ['coin_in'] })
    expect(makers.rows.map(({ name, coin_in }) => [name, coin_in])).toEqual([
      ['Amatic', 350],
      ['EGT', 2_500],
      ['Novomatic', 900],
    ])
    // Archived by now, and moved from where its reader sees what it earned.
    const { id: manufacturer } = await backend.db
      .selectFrom('manufacturers')
      .select('id')
      .where('name', '=', slots.harbour.manufacturer)
      .executeTakeFirstOrThrow()
    const change = (set: { archived_at: number | null; manufacturer_id?: string }) =>
      backend.db.updateTable('slots').set(set).where('id', '=', slots.harbour.id).execute()
    await change({ archived_at: 1, manufacturer_id: manufacturer })
    await book([...some, { slot: 'harbour', day: '2026-02-02', nr: 1, credits: 8, price: 5, at: 'cluj' }])
    for (const [as, sum, days] of [
      ['mihai', 390, ['2026-02-02', '2026-03-10']],
      ['andrei', 40, ['2026-02-02']],
    ] as const)
      for (const by of ['hour_of_day', 'day', 'manufacturer'] as const) {
        const found = await answer({ by, measure: ['coin_in'], manufacturer }, as)
        expect([sumOf(found.rows), sumOf(found.totals)]).toEqual([{ RON: sum }, { RON: sum }])
        const missing = new Set(found.missing_days)
        expect(daysOf(period.from, period.to).filter(day => !missing.has(day))).toEqual(days)
      }
    await change({ archived_at: null })
    await book(some)
    const { rows: euros } = await answer({ by: 'location', measure: ['coin_in'] }, 'paulo')
    expect(sumOf(euros)).toEqual({ EUR: 140 })
    const { rows: cluj } = await answer({ measure: ['coin_in'], location: locations.cluj.id }, 'ana')
    expect(sumOf(cluj)).toEqual({ RON: 3_400 })
    expect((await ask({ location: locations.cluj.id }, 'paulo')).status).toBe(404)
    expect((await ask({}, 'nora')).status).toBe(403)
  })

  it('say what they cannot answer', async () => {
    const refused = async (body: object) => {
      const { status, body: said } = await backend.json<Envelope>(questionsContract.path, {
        as: 'mihai',
        body: { ...period, ...body },
      })
      return [status, said.error?.code]
    }
    expect(await refused({ by: 'minute', from: '2016-01-01' })).toEqual([422, 'invalid'])
    expect(await refused({ from: '2016-01-01' })).toEqual([422, 'invalid'])
    expect(await refused({ by: 'day', across: 'day' })).toEqual([422, 'invalid'])
    expect(await refused({ by: 'hour', from: '2025-12-01' })).toEqual([413, 'question_of_hours'])
    const days = daysOf('2026-01-10', '2026-02-25')
    await book(days.map(day => ({ slot: 'bellLink', day, nr: 0, credits: 4, price: 5 })))
    const wide = { by: 'location', across: 'day', from: '2026-01-01' }
    const tooWide = await refused({ ...wide, measure: ['rtp', 'coin_in', 'hold'] })
    expect(tooWide).toEqual([413, 'question_too_wide'])
    // Eight thousand games of a day are more than are read by the hour.
    const columns = sql.raw(['denomination_minor', 'readings', ...movementNames].join(', '))
    await sql`insert into counter_days (slot_id, gaming_day, location_id, tenant_id, currency, game_nr, ${columns})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 8001)
      select slot_id, gaming_day, location_id, tenant_id, currency, n.i, ${columns} from counter_days cross join n
      where gaming_day = '2026-01-10'`.execute(backend.db)
    expect(await refused({ ...wide, by: 'game', across: 'hour_of_day' })).toEqual([413, 'report_too_wide'])
    await book([])
  })
})

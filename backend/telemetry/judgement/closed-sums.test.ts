/**
 * Months and years from closed days as they are stored: always what the sums of slots say, whatever happens to a day
 * after it closed.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { coins, minutes, backdatingTests } from '../../../tests/support/backdating'
import { expectMoved, expectPlaces } from '../../../tests/support/moved'
import { lawRuns } from '../../../tests/support/law-runs'
import { fillDaySums } from '../../accounting/days/day-sums.service'
import { readLocationDay } from '../../accounting/days/location-days.queries'
import { dayOf, placeOf } from '../gaming-days/place.service'
import { qualityOfDays } from '../../accounting/days/quality.service'
import { closeEach, refreshEach } from '../../../tests/support/closed-days'
import { daysIn, storedSums } from '../../accounting/days/stored-sums.service'
import { isPostgres } from '../../platform/db/bulk'
import { up } from '../../schema/migrations/213-tenant-days'
import { closedAndOpen } from '../../accounting/period-reports/closed-sums.queries'
import { byGroup, figuresOf, knownDays } from '../../accounting/period-reports/days-report.queries'
import { withinOf } from '../../accounting/period-reports/location-hours.queries'
import { noMovement } from '../readings/meters.contract'
import { sumSpans } from '../../accounting/days/span-sums.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { fresh, newest, order, run, send } = backdatingTests(() => backend)
const { cluj, braila } = locations
const slot = slots.bellLink.id
const everybody = { tenantId: null }
const period = { from: '2026-03-11', to: '2026-03-19' }
/** And what begins and ends within what is stored. */
const short = { from: '2026-03-12', to: '2026-03-13' }
const periods = [period, short]
const month = { from: '2026-03-01', to: '2026-03-31', location: null }
let asked = 0
/** Five days; what is told of them may come at any time until a week later. */
const LAST_MINUTE = 5 * 24 * 60
const now = minutes(LAST_MINUTE + 24 * 60)
const TABLES = ['location_day_sums', 'slot_sets', 'slot_day_closings', 'slot_spans', 'span_days'] as const

/** Answers how many rows came from stored days. */
async function expectSame(step: string): Promise<number> {
  let stored = 0
  for (const [entity, id] of [
    ['location', cluj.id],
    ['location', braila.id],
    ['tenant', tenants.carpathia.id],
  ] as const)
    for (const [by, within] of periods.flatMap(one => [['day', one] as const, ['month', one] as const])) {
      const query = { entity, ids: [id], ...within }
      const { places } = await withinOf(backend.db, everybody, { entity, id })
      const { rows, known, hours } = await closedAndOpen(backend.db, everybody, query, { by, places })
      const slow = await byGroup(backend.db, everybody, query, by)
      expect(figuresOf(rows), `${step}: ${entity} by ${by}`).toEqual(figuresOf(slow))
      expect([...known].sort()).toEqual([...(await knownDays(backend.db, everybody, query))].sort())
      stored += hours.size
    }
  await expectKept(step)
  await expectPlaces(backend.db, step, tenants.carpathia.id, month)
  // One after the other: each step asks of a few.
  const moves = [month, { ...period, location: null }, { ...short, location: cluj.id }]
  await expectMoved(backend.db, step, moves[asked++ % moves.length] ?? month)
  return stored
}

/** What the database keeps of a tenant's days is the sum of those of its locations. */
async function expectKept(step: string): Promise<void> {
  const rows = await backend.db
    .selectFrom('location_day_sums')
    .selectAll()
    .where('slot_set', '<>', -1)
    .execute()
  const days = new Map<string, Record<string, string | number>>()
  const months = new Map<string, number>()
  for (const { location_id, slot_set, ...row } of rows) {
    const { tenant_id, day, currency, ...own } = row
    const key = `${tenant_id} ${day} ${currency}`
    const sum = days.get(key) ?? { tenant_id, day, currency, places: 0 }
    days.set(key, sum)
    for (const [name, value] of Object.entries({ ...own, places: 1 }))
      sum[name] = Number(sum[name] ?? 0) + value
    const set = [tenant_id, day.slice(0, 7), location_id, currency, slot_set].join(' ')
    months.set(set, (months.get(set) ?? 0) + 2 ** (Number(day.slice(8)) - 1))
  }
  const [keptDays, keptMonths] = await Promise.all([
    backend.db.selectFrom('tenant_day_sums').selectAll().execute(),
    backend.db.selectFrom('location_month_sets').selectAll().execute(),
  ])
  expect(new Map(keptDays.map(row => [`${row.tenant_id} ${row.day} ${row.currency}`, row])), step).toEqual(
    days,
  )
  expect(
    new Map(
      keptMonths.map(row => [
        [row.tenant_id, row.month, row.location_id, row.currency, row.slot_set].join(' '),
        row.days,
      ]),
    ),
    step,
  ).toEqual(months)
}

/** Hours of days that are not stored are those that they will be stored with; answers how many such days there were. */
async function expectHours(step: string): Promise<number> {
  let open = 0
  for (const { id } of [cluj, braila]) {
    const place = await placeOf(backend.db, everybody, id)
    const { hours, notes } = await qualityOfDays(backend.db, everybody, {
      entity: 'location',
      id,
      ...period,
      rules: place.rules,
      now,
      isWhole: true,
    })
    for (const [day, { closed }] of notes) {
      if (closed) continue
      const { quality } = await readLocationDay(backend.db, dayOf(place, day), now, true)
      expect(hours?.get(day), `${step}: ${day}`).toEqual(quality.hours)
      open++
    }
  }
  return open
}

const place = fc.constantFrom(cluj.id, braila.id)
const at = fc.nat(LAST_MINUTE)
const step = fc.oneof(
  fc.record({ does: fc.constant('tell'), at, other: fc.boolean() }),
  fc.record({ does: fc.constant('tell'), at, other: fc.boolean() }),
  fc.record({ does: fc.constant('move'), at, place }),
  fc.record({
    does: fc.constant('price'),
    at,
    currency: fc.constantFrom(['RON', 1], ['RON', 5], ['EUR', 2]),
  }),
  fc.record({ does: fc.constantFrom('close', 'refresh', 'clear', 'forget'), at }),
)

it('are the same as from the sums of slots after any readings, moves, prices, corrections and closings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
      await fresh()
      for (const table of TABLES) await backend.db.deleteFrom(table).execute()
      backend.clock.set(now)
      let changes = 0
      // Something to begin with, on the first day, of both slots.
      const other = { smib_id: smibs.novoline.mac }
      await send(now, coins(1, 0, 1_000), coins(1, 0, 1_000, other))
      for (const [nr, one] of steps.entries()) {
        // So that the next step meets spans that hold all days.
        if (nr % 3 !== 2) await sumSpans(backend.deps)
        if (one.does === 'tell') {
          // Numbers go by time, so that what comes late is late and no restart.
          await send(
            now,
            coins(2 + one.at, one.at, 1_000 + one.at, {
              ...('other' in one && one.other ? other : undefined),
              counters: [0, 1].map(game_nr => ({
                game_nr,
                meters: { '0000': (1 + game_nr) * (1_000 + one.at), '0005': 10 + one.at },
              })),
            }),
          )
        } else if (one.does === 'clear')
          await send(
            now,
            coins(10_000 + nr, one.at, 5, { events: [{ event_seq_nr: 10_000 + nr, code: '7A' }] }),
          )
        else if (one.does === 'close') await closeEach(backend.deps)
        else if (one.does === 'refresh') await refreshEach(backend.deps)
        else if (one.does === 'forget') {
          // As days that were closed before their sums were kept.
          await backend.db.deleteFrom('location_day_sums').where('day', '<=', '2026-03-14').execute()
          let at: { location_id: string; day: string } | undefined = { location_id: '', day: '' }
          while (at) {
            const after: { location_id: string; day: string } = at
            at = await backend.db.transaction().execute(tx => fillDaySums(tx, after))
          }
        } else {
          const before = await newest()
          await backend.db
            .updateTable('slots')
            .set({
              ...('place' in one
                ? { location_id: one.place }
                : 'currency' in one
                  ? { currency: String(one.currency[0]), denomination_minor: Number(one.currency[1]) }
                  : {}),
              updated_at: now + ++changes,
            })
            .where('id', '=', slot)
            .execute()
          const since = await newest()
          if (since === before) continue
          await expectSame(`${nr} ${one.does}`)
          const { body, status } = await order({
            type: 'slot',
            id: slot,
            since: Number(since),
            to: minutes(one.at),
          })
          if (status === 200) await run(String(body.data.task))
        }
        await expectSame(`${nr} ${one.does}`)
        if (one.does === 'move') await expectHours(`${nr} ${one.does}`)
      }
      expect(await expectHours('before all are closed')).toBeGreaterThan(0)
      await closeEach(backend.deps)
      await refreshEach(backend.deps)
      await sumSpans(backend.deps)
      expect(await backend.db.selectFrom('slot_spans').select('span').execute()).not.toEqual([])
      expect(await expectSame('in the end')).toBeGreaterThan(0)
    }),
    { numRuns: Number(process.env.SUMS_RUNS ?? lawRuns(8)) },
  )
}, 120_000)

it('are found from the first of a month to its 31st, over months, and wherever a period ends', async () => {
  await fresh()
  await backend.db.deleteFrom('location_day_sums').execute()
  const all = [
    '2025-12-31',
    '2026-01-01',
    '2026-01-30',
    '2026-01-31',
    '2026-02-01',
    '2026-02-28',
    '2026-03-01',
  ]
  await backend.db
    .insertInto('location_day_sums')
    .values(
      all.flatMap((day, nr) =>
        (nr % 3 === 2 ? [cluj] : [cluj, braila]).map(({ id }) => ({
          ...noMovement,
          tenant_id: tenants.carpathia.id,
          location_id: id,
          day,
          currency: 'RON',
          slots: 2,
          slot_set: 1 + (nr % 2),
          hours_known: 20,
          hours_expected: 24,
          coin_in: 10 ** nr,
        })),
      ),
    )
    .execute()
  await backend.db
    .insertInto('days_to_refresh')
    .values({ location_id: braila.id, day: '2026-01-31' })
    .execute()
  await expectKept('as written')
  const others = new Set(['2026-01-30', '2026-01-31', '2026-02-28'])
  for (const from of all)
    for (const to of all.filter(day => day >= from))
      for (const by of ['day', 'month'] as const) {
        const query = { entity: 'tenant', ids: [tenants.carpathia.id], from, to } as const
        const { sums, closed } = await storedSums(backend.db, everybody, query, by)
        const days = all.filter(day => day >= from && day <= to)
        const told = sums.reduce((total, row) => total + row.coin_in, 0)
        expect(told, `${from} to ${to}`).toBe(
          days.reduce((total, day) => total + 10 ** all.indexOf(day) * (others.has(day) ? 1 : 2), 0),
        )
        for (const { id } of [cluj, braila])
          expect(
            [...(closed.get(id) ?? [])].flatMap(([month, bits]) => daysIn(month, bits)).sort(),
            `${from} to ${to}`,
          ).toEqual(days.filter(day => id === cluj.id || !others.has(day)))
      }
})

it('are made of days that were stored before the database kept sums of them', async () => {
  const before = await backend.db.selectFrom('tenant_day_sums').selectAll().execute()
  expect(before.length).toBeGreaterThan(5)
  const run = (text: string) => sql.raw(text).execute(backend.db)
  for (const name of ['more', 'less', 'kept'])
    await run(
      isPostgres(backend.db)
        ? `drop function location_day_sums_${name} cascade`
        : `drop trigger location_day_sums_${name}`,
    )
  for (const table of ['tenant_day_sums', 'location_month_sets']) await run(`drop table ${table}`)
  await up(backend.db as unknown as Parameters<typeof up>[0])
  await expectKept('made anew')
  await backend.db.deleteFrom('location_day_sums').where('location_id', '=', braila.id).execute()
  await expectKept('kept since')
  expect(await backend.db.selectFrom('tenant_day_sums').selectAll().execute()).not.toEqual(before)
})

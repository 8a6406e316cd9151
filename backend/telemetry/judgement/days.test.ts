import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { DaysAnswer } from '../../accounting/period-reports/days-report.contract'
import { noMovement } from '../readings/meters.contract'
import { storedHour } from '../../../tests/support/stored'

let backend: TestBackend
const HOUR = 3_600_000
const day = (slot: keyof typeof slots, gaming_day: string, more: object = {}) => ({
  ...noMovement,
  slot_id: slots[slot].id,
  gaming_day,
  game_nr: 0,
  location_id: locations[slots[slot].location].id,
  denomination_minor: 5,
  tenant_id: tenants[locations[slots[slot].location].tenant].id,
  currency: 'RON',
  readings: 24,
  ...more,
})

/** It is the 11th of March; the day begins at eight in Cluj. */
beforeAll(async () => {
  backend = await testBackend()
  await backend.db
    .insertInto('counter_days')
    .values([
      day('bellLink', '2026-03-10', { coin_in: 840, games_played: 4 }),
      // Two denominations of one day, and the slot beside it.
      day('bellLink', '2026-03-08', { coin_in: 100, coin_out: 40, games_played: 2 }),
      day('bellLink', '2026-03-08', { denomination_minor: 10, coin_in: 30, games_played: 1 }),
      day('novoline', '2026-03-08', { coin_in: 200, coin_out: 260, games_played: 5 }),
      day('bellLink', '2026-02-27', { coin_in: 60, games_played: 3 }),
    ])
    .execute()
  // It was entered long before.
  await backend.db.updateTable('slots').set({ created_at: 0 }).where('id', '=', slots.bellLink.id).execute()
  const eight = Date.UTC(2026, 2, 10, 6)
  await backend.db
    .insertInto('stored_hours')
    .values(
      [0, 1, 2, 5].map(hour =>
        storedHour({
          ...noMovement,
          slot_id: slots.bellLink.id,
          hour_start: eight + hour * HOUR,
          game_nr: 0,
          location_id: locations.cluj.id,
          denomination_minor: 5,
          tenant_id: tenants.carpathia.id,
          currency: 'RON',
          readings: 1,
        }),
      ),
    )
    .execute()
})
afterAll(() => backend.close())

describe('sums by gaming day', () => {
  const days = (entity: string, body: object, as: Person = 'olga') =>
    backend.json<{ data: { rows: object[]; totals: object[] } }>(`/api/aggregate/v1/${entity}/days`, {
      as,
      body,
    })
  const period = { from: '2026-03-10', to: '2026-03-31' }

  it('are the same for a machine, its hall and its owner, in money', async () => {
    const expected = {
      day: '2026-03-10',
      currency: 'RON',
      coin_in: 840 * 5,
      coin_out: 0,
      net_win: 840 * 5,
      net_win_before_jackpots: 840 * 5,
      games_played: 4,
      rtp: 0,
      average_bet: 1050,
      machines: 1,
    }
    for (const [entity, id] of [
      ['slot', slots.bellLink.id],
      ['location', locations.cluj.id],
      ['tenant', tenants.carpathia.id],
    ] as const) {
      const { body } = await days(entity, { ...period, ids: [id] })
      expect(body.data.rows, entity).toMatchObject([expected])
      expect(body.data.totals).toMatchObject([{ coin_in: 4200 }])
    }
  })

  it('of the last days end with the one that is open where the machine stands', async () => {
    const { body } = await days('slot', { days: 14, ids: [slots.bellLink.id] })
    expect(body.data).toMatchObject({ from: '2026-02-26', to: '2026-03-11' })
    expect((await days('slot', { days: 0, ids: [slots.bellLink.id] })).status).toBe(422)
  })

  it('add nothing from outside the scope', async () => {
    expect(
      (await days('tenant', { ...period, ids: [tenants.carpathia.id] }, 'paulo')).body.data.rows,
    ).toEqual([])
    expect((await days('slot', { ...period, ids: [slots.bellLink.id] }, 'paulo')).body.data.rows).toEqual([])
    expect((await days('smib', { ...period, ids: [smibs.bellLink.id] })).status).toBe(404)
  })

  it('refuse a period that ends before it begins, or is too long, as lists and reports do', async () => {
    const ids = [slots.bellLink.id]
    for (const [path, own] of [
      ['aggregate/v1/slot/days', { ids }],
      ['aggregate/v1/slot/total', { ids }],
      ['aggregate/v1/slot/intervals', { ids }],
      [`aggregate/v1/slot/${slots.bellLink.id}/report`, {}],
      ['fiscal-reports/v1/journal/report', {}],
    ] as const)
      for (const [from, problem] of [
        ['2026-03-02', { code: 'not_after_start' }],
        ['2020-01-01', { code: 'period_too_long', params: { days: 400 } }],
      ] as const) {
        const { status, body } = await backend.json(`/api/${path}`, {
          as: 'ana',
          body: { from, to: '2026-03-01', ...own },
        })
        expect([path, status, body.error?.fields]).toEqual([path, 422, { to: [problem] }])
      }
  })
})

describe('the days of a slot, a location or a tenant as a report', () => {
  const ask = (entity: string, id: string, body: object, as: Person = 'olga') =>
    backend.json<{ data: DaysAnswer }>(`/api/aggregate/v1/${entity}/${id}/report`, { as, body })
  const report = async (entity: string, id: string, body: object) => (await ask(entity, id, body)).body.data
  const march = { from: '2026-03-01', to: '2026-03-31' }

  it('has totals that are the sums of its rows, whatever they are grouped by', async () => {
    for (const by of ['day', 'month', 'slot']) {
      const { rows, totals } = await report('location', locations.cluj.id, {
        from: '2026-02-20',
        to: '2026-03-11',
        by,
      })
      for (const measure of ['coin_in', 'coin_out', 'net_win', 'games_played'] as const)
        expect(
          rows.reduce((sum, row) => sum + (row[measure] ?? 0), 0),
          `${by} ${measure}`,
        ).toBe(totals[0]?.[measure])
    }
    const { totals } = await report('location', locations.cluj.id, march)
    // 100 × 5 + 30 × 10 + 200 × 5 + 840 × 5; a ratio is that of the sums, not a sum of ratios.
    expect(totals).toMatchObject([{ coin_in: 6_000, coin_out: 1_500, net_win: 4_500, rtp: 2_500 }])
  })

  it('counts a slot with two prices once, in each row and wherever days are asked for', async () => {
    for (const [entity, id] of [
      ['location', locations.cluj.id],
      ['tenant', tenants.carpathia.id],
    ] as const) {
      const eighth = { from: '2026-03-08', to: '2026-03-08' }
      for (const by of ['day', 'month'])
        expect((await report(entity, id, { ...eighth, by })).rows, `${entity} ${by}`).toMatchObject([
          { coin_in: 1_800, machines: 2 },
        ])
      const { body } = await backend.json(`/api/aggregate/v1/${entity}/days`, {
        as: 'olga',
        body: { ...eighth, ids: [id] },
      })
      expect(body.data.rows).toMatchObject([{ coin_in: 1_800, machines: 2 }])
    }
  })

  it('is grouped by day, month, location, or slot by name', async () => {
    const keys = async (by: string) =>
      (await report('tenant', tenants.carpathia.id, { from: '2026-02-20', to: '2026-03-11', by })).rows.map(
        row => [row.name ?? row.key, row.coin_in],
      )
    expect(await keys('day')).toEqual([
      ['2026-02-27', 300],
      ['2026-03-08', 1_800],
      ['2026-03-10', 4_200],
    ])
    expect(await keys('month')).toEqual([
      ['2026-02', 300],
      ['2026-03', 6_000],
    ])
    expect(await keys('location')).toEqual([[locations.cluj.name, 6_300]])
    expect(await keys('slot')).toEqual([
      [slots.bellLink.serial, 5_300],
      [slots.novoline.serial, 1_000],
    ])
  })

  it('says which days and how many hours nothing is known of, and leaves out days to come', async () => {
    const { from, to, open_day, missing_days, hours, rows, time_zone } = await report(
      'slot',
      slots.bellLink.id,
      {
        from: '2026-03-07',
        to: '2026-03-31',
      },
    )
    expect([from, to, open_day, time_zone]).toEqual([
      '2026-03-07',
      '2026-03-11',
      '2026-03-11',
      'Europe/Bucharest',
    ])
    expect(missing_days).toEqual(['2026-03-07', '2026-03-09', '2026-03-11'])
    expect(rows.at(-1)?.hours).toEqual({ known: 4, expected: 24 })
    // Four whole days, and the hours of the open one that are over.
    expect(hours?.known).toBe(4)
    expect(hours?.expected).toBeGreaterThanOrEqual(4 * 24)
    expect(hours?.expected).toBeLessThan(5 * 24)
    expect(await report('slot', slots.bellLink.id, { from: '2026-04-01', to: '2026-04-02' })).toMatchObject({
      rows: [],
      open_day: '2026-03-11',
      missing_days: [],
    })
  })

  it('counts the hours of a location’s slots together, and a tenant’s by its locations', async () => {
    const ofSlot = await report('slot', slots.bellLink.id, march)
    const ofLocation = await report('location', locations.cluj.id, march)
    expect(ofLocation.hours).toEqual(ofSlot.hours)
    expect(ofLocation.rows.at(-1)?.hours).toEqual({ known: 4, expected: 24 })
    // Nothing is missing of a location that has never reported.
    expect((await report('tenant', tenants.carpathia.id, march)).hours).toEqual(ofSlot.hours)
  })

  it('is not there for who may not see its subject, and refuses what is no period', async () => {
    for (const [entity, id] of [
      ['slot', slots.bellLink.id],
      ['location', locations.cluj.id],
      ['tenant', tenants.carpathia.id],
    ] as const)
      expect((await ask(entity, id, march, 'paulo')).status, entity).toBe(404)
    for (const body of [
      {},
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2020-01-01', to: '2026-03-01' },
      { ...march, by: 'hour' },
    ])
      expect((await ask('slot', slots.bellLink.id, body)).status).toBe(422)
  })
})

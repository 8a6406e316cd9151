/**
 * What accountants take into their books agrees with the stored reports and collections, and both sides of the journal
 * are equal.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, type Person } from '../../../tests/people'
import { closeAll } from '../../../tests/support/closed-days'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { collectCash } from '../../../tests/support/full-cash'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { journalContract, varianceContract, type JournalAnswer, type VarianceAnswer } from './ledger.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const ask = async <Answer>(path: string, body: object, as: Person = 'mihai') =>
  backend.json<{ data: Answer; error?: { code: string } }>(path, { as, method: 'POST', body })
const week = { from: '2026-10-20', to: '2026-10-31' }

describe('the journal', () => {
  it('has both sides of each closed day’s takings, and tells days that are not closed', async () => {
    const meters = (coinIn: number, out: number) => ({ '0000': coinIn, '0001': out, '0002': 0 })
    backend.clock.set(sunday + 30 * HOUR)
    expect(
      (
        await ingest(backend.deps, { tenantId: null }, [
          reading(1, sunday - 26 * HOUR, meters(1_000, 0)),
          reading(2, sunday - 2 * HOUR, meters(1_500, 200)),
          reading(3, sunday + HOUR, meters(1_900, 450)),
        ])
      ).refused,
    ).toBe(0)
    await closeAll(backend.deps)
    // Its days of a week later are over, and nobody has closed them.
    backend.clock.set(sunday + 60 * HOUR)
    const { body } = await ask<JournalAnswer>(journalContract.path, week)
    const { rows, totals } = body.data
    const booked = rows.filter(row => row.about !== null)
    const reports = await backend.db
      .selectFrom('daily_reports')
      .select(['collected_minor', 'paid_minor'])
      .where('is_latest', '=', 1)
      .execute()
    const sum = (name: 'collected_minor' | 'paid_minor') =>
      reports.reduce((total, report) => total + report[name], 0)
    expect(sum('collected_minor')).toBeGreaterThan(0)
    expect(booked).toHaveLength(reports.length * 4)
    expect(totals).toEqual([
      {
        currency: 'RON',
        debit: sum('collected_minor') + sum('paid_minor'),
        credit: sum('collected_minor') + sum('paid_minor'),
      },
    ])
    expect(rows.filter(({ key, name }) => name !== key.slice(0, 10))).toEqual([])
    const open = rows.filter(({ state }) => state === 'open')
    expect(open.map(({ name, location }) => `${name} ${location}`)).toContain('2026-10-26 Cluj Central')
    expect(open.every(({ debit, credit }) => debit === null && credit === null)).toBe(true)
  })

  it('is its tenant’s, of one location where asked, and refuses what is too wide or not allowed', async () => {
    expect((await ask<JournalAnswer>(journalContract.path, week, 'paulo')).body.data.rows).toEqual([])
    expect((await ask(journalContract.path, week, 'nora')).status).toBe(403)
    expect((await ask(journalContract.path, { ...week, location: locations.cluj.id }, 'paulo')).status).toBe(
      404,
    )
    expect((await ask(journalContract.path, { from: '2026-10-31', to: '2026-10-20' })).status).toBe(422)
    const one = await ask<JournalAnswer>(journalContract.path, { ...week, location: locations.braila.id })
    expect(one.body.data.rows.every(({ location }) => location === 'Brăila Port')).toBe(true)
    const short = await ask<JournalAnswer>(journalContract.path, { ...week, rows: 1 })
    expect(short.body.data.rows).toHaveLength(1)
    expect(short.body.data.left_out).toBeGreaterThan(0)
  })
})

describe('drop variance', () => {
  it('compares only what the meters could tell, signed and each way', async () => {
    await collectCash(backend, async (path, body) => {
      backend.clock.advance(60_000)
      return (await backend.json<{ data: Record<string, { _id: string }> }>(path, { as: 'ana', body })).body
        .data
    })
    const days = { from: '2026-10-01', to: '2026-12-31' }
    const stored = await backend.db
      .selectFrom('collector_checkpoints')
      .selectAll()
      .where('slot_id', '=', slots.harbour.id)
      .execute()
    const known = stored.filter(({ expected_minor }) => expected_minor !== null)
    expect(known.length).toBeGreaterThan(1)
    const of = (what: (one: (typeof stored)[number]) => number, from = stored) =>
      from.reduce((total, one) => total + what(one), 0)
    const sums = {
      collections: stored.length,
      counted: of(one => one.counted_minor),
      expected: of(one => one.expected_minor ?? 0),
      compared: of(one => one.counted_minor, known),
      difference: of(one => one.difference_minor ?? 0),
      short: of(one => Math.max(0, -(one.difference_minor ?? 0))),
      over: of(one => Math.max(0, one.difference_minor ?? 0)),
      beyond: stored.filter(({ state }) => state === 'short' || state === 'over').length,
      unknown: stored.length - known.length,
    }
    for (const by of ['slot', 'location', 'collector']) {
      const { data } = (await ask<VarianceAnswer>(varianceContract.path, { ...days, by })).body
      expect(data.rows).toMatchObject([sums])
      expect(data.totals).toMatchObject([sums])
      expect(data.rows[0]?.difference).toBe((data.rows[0]?.compared ?? 0) - (data.rows[0]?.expected ?? 0))
    }
    const outside = { ...days, show: 'outside' }
    const { data: beyond } = (await ask<VarianceAnswer>(varianceContract.path, outside)).body
    expect(sums.beyond).toBeGreaterThan(0)
    expect(beyond).toMatchObject({ rows: [sums], totals: [sums], outside: { rows: 1, of: 1 }, left_out: 0 })
    await backend.db.updateTable('collector_checkpoints').set({ state: 'matches' }).execute()
    const { data: none } = (await ask<VarianceAnswer>(varianceContract.path, outside)).body
    expect(none).toMatchObject({ rows: [], outside: { rows: 0, of: 1 }, left_out: 0 })
    expect((await ask<VarianceAnswer>(varianceContract.path, days, 'paulo')).body.data.rows).toEqual([])
  })
})

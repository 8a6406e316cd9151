/**
 * A meter sheet says where counters must stand, and what comes back from the hall is kept beside it, all of it or
 * nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { sheetContract, sheetEntryPath, type SheetAnswer } from './sheets.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const HOUR = 3_600_000
const today = { from: '2026-03-11', to: '2026-03-11' }
const at = (path: string, location: string = locations.cluj.id) => path.replace(':id', location)
interface Answer {
  data: { entered: number; beyond: number; rows: Record<string, unknown>[] } & SheetAnswer
  error: { code: string; fields?: Record<string, { code: string }[]> }
}
const sheet = async (as: Person = 'mihai', location?: string) =>
  backend.json<Answer>(at(sheetContract.path, location), { as, method: 'POST', body: today })
const enter = (rows: object[], more: object = {}, as: Person = 'olga', location?: string) =>
  backend.json<Answer>(at(sheetEntryPath, location), {
    as,
    method: 'POST',
    body: { read_at: backend.clock(), rows, ...more },
  })
const row = (slot: keyof typeof slots, values: object) => ({
  slot: slots[slot].id,
  in: null,
  out: null,
  jackpot: null,
  ...values,
})
const stored = () => backend.db.selectFrom('meter_sheet_entries').selectAll().orderBy('id').execute()

let sequence = 0
const tell = (meters: Record<string, number>) =>
  backend.json('/api/rawdata/v1/ingest', {
    token: backend.ingestTokens.carpathia,
    body: {
      messages: [
        {
          smib_id: smibs.bellLink.mac,
          message_seq_nr: ++sequence,
          server_time_nano: `${backend.clock()}000000`,
          counters: [{ meters }],
        },
      ],
    },
  })

describe('a meter sheet', () => {
  it('expects a counter where its last reading and the meters since put it', async () => {
    await tell({ '0024': 10_000, '0016': 4_000 })
    expect((await enter([row('bellLink', { in: 1_000, out: 500 })])).body.data).toEqual({
      entered: 1,
      beyond: 0,
    })
    backend.clock.advance(HOUR)
    await tell({ '0024': 12_000, '0016': 4_500 })
    const { rows } = (await sheet()).body.data
    expect(
      rows
        .filter(({ name }) => name === slots.bellLink.serial)
        .map(({ counter, index, expected, tolerance, blank, read }) => [
          counter,
          index,
          expected,
          tolerance,
          blank,
          read,
        ]),
    ).toEqual([
      ['in', 1_000, 3_000, 10, '', 1_000],
      ['out', 500, 1_000, 2, '', 500],
      ['jackpot', null, null, null, '', null],
    ])
    // Three rows for each slot of the hall, whether or not it was ever read.
    expect(rows).toHaveLength(6)
  })

  it('is kept with its differences, which the list and the next sheet show', async () => {
    expect((await enter([row('bellLink', { in: 2_963, out: 1_001 })])).body.data).toEqual({
      entered: 1,
      beyond: 1,
    })
    expect(await stored()).toMatchObject([
      { state: 'not_compared', absolute_minor: null },
      {
        state: 'beyond',
        day: '2026-03-11',
        read_in: 2_963,
        expected_in: 3_000,
        difference_in_minor: -37,
        tolerance_in_minor: 10,
        difference_out_minor: 1,
        difference_jackpot_minor: null,
        absolute_minor: 38,
      },
    ])
    const { rows } = (await sheet()).body.data
    expect(rows.find(({ counter }) => counter === 'in')).toMatchObject({ read: 2_963, difference: -37 })
    const list = await backend.json<Answer>('/api/settings/v1/meter-sheet-entries', {
      as: 'mihai',
      method: 'POST',
      body: { exactFields: ['state'], exactValues: ['beyond'] },
    })
    expect(list.body.data.rows).toMatchObject([
      { difference_in: { minor: -37, currency: 'RON' }, absolute: { minor: 38, currency: 'RON' } },
    ])
  })

  it('is entered whole or not at all, and says of each slot what is wrong', async () => {
    backend.clock.advance(HOUR)
    const before = await stored()
    const wrong = await enter([row('novoline', { in: 10 }), row('bellLink', { in: 5 })])
    expect(wrong.status).toBe(422)
    expect(wrong.body.error.fields).toEqual({ reason: [{ code: 'reason_for_fall' }] })
    const empty = await enter([row('bellLink', {}), row('novoline', { in: 10 })])
    expect(empty.body.error.fields).toEqual({ 'rows.0.in': [{ code: 'required' }] })
    expect((await enter([row('novoline', { in: 1 }), row('novoline', { in: 2 })])).status).toBe(422)
    expect((await enter([row('bellLink', { in: 3_000 })], { read_at: backend.clock() + HOUR })).status).toBe(
      422,
    )
    expect(await stored()).toEqual(before)
    const { body } = await backend.json<{ data: { sheet: { slots: { in: number | null }[] } } }>(
      at(sheetEntryPath),
      { as: 'olga' },
    )
    expect(body.data.sheet.slots.map(one => one.in).sort()).toEqual([2_963, null])
  })

  it('is of slots that stand there, in one’s own network, and not for everybody', async () => {
    expect((await enter([row('harbour', { in: 1 })])).status).toBe(404)
    expect((await sheet('paulo')).status).toBe(404)
    expect((await enter([row('bellLink', { in: 3_000 })], {}, 'paulo')).status).toBe(404)
    expect((await enter([row('bellLink', { in: 3_000 })], {}, 'andrei')).status).toBe(403)
    expect((await sheet('nora')).status).toBe(403)
  })
})

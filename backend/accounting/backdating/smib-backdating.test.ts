/**
 * Which slot a SMIB stood on, entered late: once that is backdated, both slots stand as they would had it been entered
 * in time.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, slots, smibs, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { reading } from '../../../tests/support/feed'
import { movingSmib } from '../../../tests/support/moving-smib'
import { evening, minutes, backdatingTests, type Answer } from '../../../tests/support/backdating'
import type { IngestMessage } from '../../telemetry/ingestion/ingest.contract'
import { backdatingPaths, type AssignmentHistory } from './backdating.contract'

let backend: TestBackend
const { order, preview, run, send, backdate } = backdatingTests(() => backend)
const { anew, back, both, newest, stand } = movingSmib(() => backend)
const smib = smibs.bellLink
const [bell, nova] = [slots.bellLink.id, slots.novoline.id]

beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(() => anew())

const code = (answer: { body: { error?: Answer['error'] } }) =>
  answer.body.error?.fields?.to?.[0]?.code ?? answer.body.error?.code

const meters = (coinIn: number) => ({ '0000': coinIn, '0001': coinIn / 2, '0002': 0, '0005': coinIn / 10 })
/** On Bell Link until minute 60; what it tells from then on is of Novoline, which has meters of its own. */
const told: IngestMessage[] = [
  reading(1, minutes(0), meters(1_000)),
  reading(2, minutes(60), meters(1_200)),
  reading(3, minutes(120), meters(500_000), { events: [{ event_seq_nr: 1, code: '11' }] }),
  reading(4, minutes(180), meters(500_400), {
    events: [
      { event_seq_nr: 2, code: '51', data: { amount_minor: 5_000, kind: 'jackpot' } },
      { event_seq_nr: 3, code: '12' },
    ],
  }),
  reading(5, minutes(240), meters(501_000), { slot_data: { firmware: '7' } }),
  reading(6, minutes(700), meters(501_300), { events: [{ event_seq_nr: 4, code: '52' }] }),
]

/** As if it had been entered at minute 61, when it happened. */
async function inTime() {
  await send(minutes(60), ...told.slice(0, 2))
  await stand(minutes(61), smib.id, nova)
  await send(minutes(720), ...told.slice(2))
  return both()
}
async function late() {
  await anew()
  await send(minutes(250), ...told.slice(0, 5))
  await stand(evening, smib.id, nova)
  await send(minutes(720), ...told.slice(5))
}

describe('a SMIB that was put on another slot at ten, which was entered in the evening', () => {
  it('is backdated, and both slots stand as if it had been entered in time', async () => {
    const wanted = await inTime()
    await late()
    const before = await both()
    expect(before).not.toEqual(wanted)
    const asked = await back(minutes(61))
    const shown = await preview(asked)
    expect(await both()).toEqual(before)
    // What it showed on Bell Link fitted nothing and was held: no sum of that slot moves.
    expect(
      shown.body.data.preview.places.map(({ slot, effect }) => [slot?._id, effect.total.net_win.minor > 0]),
    ).toEqual([[nova, true]])
    await backdate(asked)
    expect(await both()).toEqual(wanted)
    const { body } = await backend.json<{ data: { held: AssignmentHistory } }>(
      backdatingPaths.smib.replace(':id', smib.id),
      { as: 'ana' },
    )
    expect(body.data.held.intervals.map(({ since, origin, slot }) => [since, origin, slot?._id])).toEqual([
      [minutes(61), 'set_back', nova],
      [null, expect.any(String), bell],
    ])
    const rows = await backend.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'set_back')
      .execute()
    expect(rows).toMatchObject([{ entity: 'smib', entity_id: smib.id }])
  })

  it('is set again where that was wrong, and all is as it was', async () => {
    await late()
    const before = await both()
    await backdate(await back(minutes(61)))
    await backdate(await back(evening))
    const after = await both()
    expect({ ...after, repairs: [] }).toEqual({ ...before, repairs: [] })
  })

  it('counts what it told meanwhile, when it comes late, for the slot on which it stood', async () => {
    const wanted = await inTime()
    await anew()
    await send(minutes(250), ...told.slice(0, 3))
    await stand(evening, smib.id, nova)
    await backdate(await back(minutes(61)))
    await send(minutes(720), ...told.slice(3))
    expect(await both()).toEqual(wanted)
  })
})

describe('a SMIB that stood on no slot', () => {
  it('is counted from when it was put there, once that is known: what it told late was kept', async () => {
    await anew(null)
    await stand(minutes(200), smib.id, nova)
    await send(minutes(260), ...told.slice(2, 5))
    expect((await both()).days.filter(row => row.includes('"coin_in":600'))).toEqual([])
    await backdate(await back(minutes(100)))
    const { days, readings } = await both()
    expect(days).toHaveLength(1)
    expect(days[0]).toContain('"coin_in":1000,')
    expect(readings.filter(row => row.includes('not_placed'))).toEqual([])
    expect(readings).toHaveLength(3)
  })

  it('is counted no more from when it was taken off, and what it told is kept', async () => {
    await send(minutes(250), ...told.slice(0, 2), reading(3, minutes(120), meters(1_400)))
    await stand(evening, smib.id, null)
    await backdate(await back(minutes(61)))
    const { days, readings } = await both()
    expect(days).toHaveLength(1)
    expect(days[0]).toContain('"coin_in":200,')
    expect(readings.filter(row => row.includes('not_placed'))).toHaveLength(1)
  })
})

describe('it is refused', () => {
  it('where another SMIB stood on that slot, and where it is too far or lies ahead', async () => {
    await late()
    const to = async (at: number) => code(await preview(await back(at)))
    expect(await to(evening + 40 * 24 * 3_600_000)).toBe('in_future')
    expect(await to(minutes(61) - 40 * 24 * 3_600_000)).toBe('span_too_long')
    expect(await to(await newest())).toBe('same_instant')
    await backend.db
      .insertInto('smib_history')
      .values([
        { ...other, valid_from: minutes(30), slot_id: nova },
        { ...other, valid_from: minutes(100), slot_id: null },
      ])
      .execute()
    expect(await to(minutes(61))).toBe('slot_had_smib')
    expect(await to(minutes(100))).toBeUndefined()
  })

  it('where somebody has decided about those readings, or edited those messages', async () => {
    await late()
    const { db } = backend
    const [repair] = await db.selectFrom('repairs').selectAll().execute()
    await db
      .insertInto('repair_rulings')
      .values({
        slot_id: bell,
        game_nr: 0,
        crossing: repair?.crossing ?? 0,
        tenant_id: tenants.carpathia.id,
        body: JSON.stringify({ kind: 'ignore', until: minutes(240) }),
      })
      .execute()
    expect(code(await preview(await back(minutes(61))))).toBe('decided_then')
  })

  it('where a day of either slot is sealed, at once and when the task runs', async () => {
    await late()
    const asked = await back(minutes(61))
    const { body } = await order(asked)
    await backend.db
      .insertInto('fiscal_heads')
      .values({
        location_id: locations.cluj.id,
        tenant_id: tenants.carpathia.id,
        books_from: '2026-03-01',
        sealed_through: '2026-03-12',
      })
      .execute()
    expect(code(await preview(asked))).toBe('day_sealed')
    const before = await both()
    await expect(run(String(body.data.task))).rejects.toThrow('day_sealed')
    expect(await both()).toEqual(before)
  })

  it('to whoever may not edit raw data', async () => {
    await late()
    expect((await preview(await back(minutes(61)), 'andrei')).status).toBe(403)
  })
})

const other = { tenant_id: tenants.carpathia.id, smib_id: smibs.novoline.id, origin: 'written' as const }

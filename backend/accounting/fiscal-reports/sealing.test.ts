/** Validating is sealing: in order, complete or accepted, and never changed by what is learned later. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, type Person } from '../../../tests/people'
import { closeAll as closeDays } from '../../../tests/support/closed-days'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { retained } from '../../../tests/support/retention'
import { sealing } from '../../../tests/support/seals'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { checkChain } from '../seals/chain.queries'
import type { DailyReport } from './daily-reports.contract'
import type { MonthDesk } from '../sealing/sealing.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = `/api/fiscal-reports/v1`
const cluj = `${base}/location/${locations.cluj.id}`
const tell = async (...messages: ReturnType<typeof reading>[]) =>
  expect((await ingest(backend.deps, { tenantId: null }, messages)).refused).toBe(0)
const closeAll = () => closeDays(backend.deps)
const desk = async (month = '2026-10', as: Person = 'mihai') =>
  (await backend.json<{ data: MonthDesk }>(`${cluj}/month/${month}/desk`, { as })).body.data
const dayOn = async (day: string) => (await desk(day.slice(0, 7))).days.find(one => one.day === day)
const formOn = async (day: string) => {
  const id = (await dayOn(day))?.reports[0]?._id ?? ''
  return (await backend.json<{ data: DailyReport }>(`${base}/daily-report/${id}/form`, { as: 'mihai' })).body
    .data
}
const sealOn = async (day: string, more: object = {}, as: Person = 'mihai') => {
  const reports = ((await dayOn(day))?.reports ?? []).map(({ _id }) => _id)
  return backend.json<{ error?: { code: string; details?: { day?: string }; fields?: object } }>(
    `${cluj}/day/${day}/seal`,
    { as, method: 'POST', body: { reports, accepted: [], ...more } },
  )
}
const everySlot = { accepted: [slots.bellLink.id, slots.novoline.id], reason: 'The board was being replaced' }
const meters = (coinIn: number) => ({ '0000': coinIn, '0001': 0, '0002': 0 })
const movedIn = (form: DailyReport) => form.document.rows.reduce((sum, row) => sum + row.moved.in, 0)
const booked = async () => {
  const { total } = await backend.db
    .selectFrom('counter_days')
    .select(row => row.fn.sum('coin_in').as('total'))
    .where('location_id', '=', locations.cluj.id)
    .where('game_nr', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(total)
}
/** Sealed and not: what all latest reports say together. */
const reported = async () => {
  const ids = await backend.db
    .selectFrom('daily_reports')
    .select('document')
    .where('location_id', '=', locations.cluj.id)
    .where('is_latest', '=', 1)
    .execute()
  return ids
    .flatMap(({ document }) => (JSON.parse(document) as DailyReport['document']).rows)
    .reduce((sum, row) => sum + row.moved.in, 0)
}

describe('a fiscal report', () => {
  it('is sealed in the order of days, and only complete or accepted with a reason', async () => {
    backend.clock.set(sunday + HOUR)
    await tell(
      reading(1, sunday - 50 * HOUR, meters(1_000)),
      reading(2, sunday - 26 * HOUR, meters(1_300)),
      reading(3, sunday - 2 * HOUR, meters(1_500)),
      reading(5, sunday + HOUR / 2, meters(1_900)),
    )
    backend.clock.set(sunday + 30 * HOUR)
    await closeAll()
    const [first, second] = (await desk()).days.filter(({ state }) => state === 'closed')
    if (!first || !second) throw new Error('two days are closed')
    expect((await desk()).next_to_seal).toBe(first.day)
    expect((await desk()).ready).toEqual([])
    expect((await sealOn(second.day, everySlot)).body.error).toMatchObject({
      code: 'earlier_unsealed',
      details: { day: first.day },
    })
    expect((await sealOn(first.day)).body.error?.fields).toHaveProperty('accepted')
    expect((await sealOn(first.day, { ...everySlot, reason: null })).body.error?.fields).toHaveProperty(
      'reason',
    )
    expect((await sealOn(first.day, everySlot, 'nora')).status).toBe(403)
    expect((await sealOn(first.day, everySlot, 'paulo')).status).toBe(404)
    expect((await sealOn(first.day, { ...everySlot, reports: ['f'.repeat(24)] })).body.error?.code).toBe(
      'report_changed',
    )
    for (const { day } of (await desk()).days.filter(one => one.state === 'closed'))
      expect((await sealOn(day, everySlot)).status).toBe(200)
    const form = await formOn(second.day)
    expect(form).toMatchObject({ state: 'sealed', seal: { number: 2, by: expect.any(String) as string } })
    expect(form.document.accepted[0]).toMatchObject({ reason: everySlot.reason })
    // What its PDF carries is the file that was handed out.
    const { upload } = sealing(() => backend)
    expect(await upload(form.seal?.file ?? '')).toMatchObject({ state: 'genuine', seal: { number: 2 } })
    expect(await upload((form.seal?.file ?? '').replace('"number":"2"', '"number":"3"'))).toMatchObject({
      state: 'altered',
    })
    expect((await sealOn(second.day, everySlot)).body.error?.code).toBe('sealed_already')
    expect(await checkChain(backend.db, locations.cluj.id)).toMatchObject({ ok: true })
  })

  it('stays as it is when late data comes: that stands in the first unsealed day, and no credit is lost or counted twice', async () => {
    const saturday = await formOn('2026-10-24')
    const before = movedIn(saturday)
    // Half of what sunday began with was played on saturday already.
    await tell(reading(4, sunday - HOUR, meters(1_700)))
    // Until the day is worked out anew the desk says so, instead of asking for what is done already.
    expect((await dayOn('2026-10-24'))?.changing).toBe(true)
    await closeAll()
    expect((await dayOn('2026-10-24'))?.changing).toBe(false)
    expect((await formOn('2026-10-24')).document).toEqual(saturday.document)
    const days = (await desk('2026-10')).days
    expect(days.find(({ day }) => day === '2026-10-24')?.state).toBe('sealed')
    expect(before).toBe(200)

    // Sunday was sealed with 400; as played it has 200 now, and saturday 400: nothing new together, and both lines say
    // so.
    await tell(reading(6, sunday + 25 * HOUR, meters(2_000)))
    backend.clock.set(sunday + 60 * HOUR)
    await closeAll()
    const monday = await formOn('2026-10-26')
    expect(monday.document.rows.flatMap(({ earlier }) => earlier)).toEqual([
      { day: '2026-10-24', in: 200, premium: 0, out: 0 },
      { day: '2026-10-25', in: -200, premium: 0, out: 0 },
    ])
    expect(movedIn(monday)).toBe(100)
    expect(await reported()).toBe(await booked())

    // A late reading at the very end of a sealed day moves what monday began with: D is Sf − Si still.
    await tell(reading(7, sunday + 26 * HOUR, meters(2_050)), reading(8, sunday + 23 * HOUR, meters(1_950)))
    await closeAll()
    const again = await formOn('2026-10-26')
    const row = again.document.rows.find(({ earlier }) => earlier.length > 0)
    expect(row?.opening?.in).toBe(1_900)
    expect((row?.closing?.in ?? 0) - (row?.opening?.in ?? 0)).toBe(row?.moved.in)
    expect(row?.difference).toBe(0)
    expect(await reported()).toBe(await booked())

    // Once monday is sealed the lines are its own, for good.
    expect((await sealOn('2026-10-26', everySlot)).status).toBe(200)
    backend.clock.set(sunday + 84 * HOUR)
    await closeAll()
    expect((await formOn('2026-10-27')).document.rows.flatMap(({ earlier }) => earlier)).toEqual([])
    expect(await reported()).toBe(await booked())
    await tell(
      reading(9, sunday - 90 * 60_000, meters(1_600)),
      reading(10, sunday + 49 * HOUR, meters(2_060)),
    )
    await closeAll()
    expect(await reported()).toBe(await booked())
  })

  it('of a month is sealed when it is over and its days are: it names their hashes, and does not change', async () => {
    const month = () => backend.json(`${cluj}/month/2026-10/seal`, { as: 'mihai', method: 'POST', body: {} })
    expect((await month()).body).toMatchObject({ error: { code: 'month_not_over' } })
    backend.clock.set(sunday + 9 * 24 * HOUR)
    await closeAll()
    expect((await month()).body).toMatchObject({ error: { code: 'days_unsealed' } })
    for (const { day } of (await desk()).days.filter(({ state }) => state === 'closed'))
      expect((await sealOn(day, everySlot)).status).toBe(200)
    expect((await desk()).month_ready).toBe(true)
    expect((await month()).status).toBe(200)
    const read = async () =>
      (
        await backend.json<{
          data: { state: string; documents: DailyReport['document'][]; seals: { number: number }[] }
        }>(`${cluj}/month/2026-10`, { as: 'mihai' })
      ).body.data
    const sealed = await read()
    expect(sealed.state).toBe('sealed')
    expect(sealed.seals[0]?.number).toBeGreaterThan(5)
    expect(sealed.documents[0]?.days.find(({ day }) => day === '2026-10-24')?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(sealed.documents[0]?.accepted.map(({ day }) => day)).toContain('2026-10-24')
    await tell(reading(11, sunday - 80 * 60_000, meters(1_650)))
    await closeAll()
    expect(await read()).toEqual(sealed)
    expect((await month()).body).toMatchObject({ error: { code: 'sealed_already' } })
    expect(await checkChain(backend.db, locations.cluj.id)).toMatchObject({ ok: true })
  })

  it('is opened again when a second person approves: months first, each day anew, and what is sealed of earlier days stays', async () => {
    const list = `${base}/reopenings`
    const ask = (day: string, as: Person = 'mihai') =>
      backend.json<{ data: { reopening: Record<string, unknown> & { _id: string } }; error?: object }>(
        `${base}/reopening`,
        { as, method: 'POST', body: { location: locations.cluj.id, day, cause: 'A meter was read wrongly' } },
      )
    const answer = (name: string, _id: string, as: Person) =>
      backend.json<{ data: { results: { outcome: string }[] }; error?: { code: string } }>(
        `${base}/reopening-${name}`,
        { as, method: 'POST', body: { ids: [_id], reason: 'Looked at together' } },
      )
    expect((await ask('2026-11-20')).body.error).toMatchObject({ fields: { day: [{ code: 'not_sealed' }] } })
    expect((await ask('2026-10-26', 'olga')).status).toBe(403)
    expect((await ask('2026-10-26', 'paulo')).body.error).toHaveProperty('fields.location')
    const before = await formOn('2026-10-26')
    const saturday = await formOn('2026-10-24')
    const { reopening } = (await ask('2026-10-26')).body.data
    expect(reopening).toMatchObject({ state: 'waiting', months: '2026-10', day: '2026-10-26' })
    expect((await ask('2026-10-27')).body.error).toMatchObject({
      fields: { day: [{ code: 'reopening_waits' }] },
    })
    expect((await answer('approve', reopening._id, 'mihai')).body.error?.code).toBe('request_own')
    expect((await answer('withdraw', reopening._id, 'ana')).body.error?.code).toBe('request_foreign')
    expect((await answer('approve', reopening._id, 'paulo')).status).toBe(404)
    expect((await dayOn('2026-10-26'))?.state).toBe('sealed')
    const waits = async (as: Person) =>
      (await backend.json<{ data: { approvals: { count: number } | null } }>('/api/board/v1/shift', { as }))
        .body.data.approvals
    expect([
      await waits('ana'),
      await waits('mihai'),
      await waits('paulo'),
      await waits('olga'),
    ]).toMatchObject([{ count: 1 }, { count: 0 }, { count: 0 }, null])
    expect((await answer('approve', reopening._id, 'ana')).body.data.results[0]?.outcome).toBe('done')
    expect((await answer('approve', reopening._id, 'ana')).body.data.results[0]?.outcome).toBe('skipped')
    expect(await desk()).toMatchObject({ state: 'draft', next_to_seal: '2026-10-26' })
    const again = await formOn('2026-10-26')
    expect(again).toMatchObject({ state: 'draft', seal: null })
    expect(again.document.revision).toBeGreaterThan(before.document.revision)
    // What the opened report held of days that stay sealed, it holds again, with all that came since.
    expect(again.document.rows.flatMap(({ earlier }) => earlier.map(one => one.day))).toContain('2026-10-24')
    expect((await formOn('2026-10-24')).document).toEqual(saturday.document)
    expect(await reported()).toBe(await booked())
    const { upload } = sealing(() => backend)
    expect(await upload(before.seal?.file ?? '')).toMatchObject({ state: 'superseded' })
    for (const { day } of (await desk()).days.filter(({ state }) => state === 'closed'))
      expect((await sealOn(day, everySlot)).status).toBe(200)
    expect(
      (await backend.json(`${cluj}/month/2026-10/seal`, { as: 'mihai', method: 'POST', body: {} })).status,
    ).toBe(200)
    await closeAll()
    expect(await reported()).toBe(await booked())
    expect(await checkChain(backend.db, locations.cluj.id)).toMatchObject({ ok: true })

    const next = (await ask('2026-10-31')).body.data.reopening
    expect((await answer('withdraw', next._id, 'mihai')).body.data.results[0]?.outcome).toBe('done')
    const late = (await ask('2026-10-31')).body.data.reopening
    backend.clock.advance(8 * 24 * HOUR)
    expect((await answer('approve', late._id, 'ana')).body.data.results[0]?.outcome).toBe('skipped')
    const expired = await backend.json(list, {
      as: 'mihai',
      method: 'POST',
      body: { exactFields: ['state'], exactValues: ['expired'] },
    })
    expect(expired.body).toMatchObject({ data: { total: 1 } })
  })

  it('is not opened again once its readings are in archives, nor where that was asked before they went', async () => {
    const send = (path: string, as: Person, body: object) =>
      backend.json<{
        data: { reopening: { _id: string }; results: object[] }
        error?: { code: string }
      }>(`${base}/${path}`, { as, method: 'POST', body })
    const ask = () =>
      send('reopening', 'mihai', { location: locations.cluj.id, day: '2026-10-26', cause: 'Read wrongly' })
    backend.clock.advance(100 * 24 * HOUR)
    const { _id } = (await ask()).body.data.reopening
    const before = await formOn('2026-10-26')
    await retained(() => backend).archive()
    const approved = await send('reopening-approve', 'ana', { ids: [_id], reason: 'Looked at together' })
    expect([approved.status, approved.body.error?.code]).toEqual([409, 'day_archived'])
    expect(await formOn('2026-10-26')).toEqual(before)
    expect((await dayOn('2026-10-26'))?.state).toBe('sealed')
    expect((await send('reopening-refuse', 'ana', { ids: [_id], reason: 'Too late' })).status).toBe(200)
    const again = await ask()
    expect([again.status, again.body.error?.code]).toEqual([409, 'day_archived'])
    expect(await checkChain(backend.db, locations.cluj.id)).toMatchObject({ ok: true })
  })
})

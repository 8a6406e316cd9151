/**
 * A day, its report and what its sealed days before it have moved, read while late data arrives and days are worked
 * out anew: whoever looks at any moment finds the same in all of them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, reading, sunday } from '../../../tests/support/feed'
import { sealedIn } from '../../../tests/support/sealing'
import type { Db } from '../../platform/db/database'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { placeOf } from '../../telemetry/gaming-days/place.service'
import { refreshMarked } from '../closing/days-watch.service'
import { fiscalDocument } from '../fiscal-reports/fiscal-document.contract'
import { nextToSeal, sealedThrough } from '../period-lock/fiscal-head.service'

const SENDERS = 4
const BATCHES = 30

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { afresh, closeAll, sealNext } = sealedIn(() => backend)

const boards = [smibs.bellLink, smibs.novoline]
const [dayBefore, day] = ['2026-10-25', '2026-10-26']

/** As everything stands in one instant: of each day what it and its report say. */
const atOnce = <Result>(read: (db: Db) => Promise<Result>): Promise<Result> => {
  const transaction = backend.db.transaction()
  return (
    backend.deps.engine === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction
  ).execute(read)
}

const cluj = locations.cluj.id

/** What does not agree. */
const differences = () =>
  atOnce(async db => {
    const days = await db
      .selectFrom('location_days')
      .select(['day', 'revision', 'state', 'sums'])
      .where('location_id', '=', cluj)
      .execute()
    const reports = await db
      .selectFrom('daily_reports')
      .select(['day', 'revision', 'document'])
      .where('location_id', '=', cluj)
      .where('is_latest', '=', 1)
      .execute()
    const pending = await db
      .selectFrom('late_movements')
      .select(['day', 'slot_id', 'moved_in', 'posted_in'])
      .where('location_id', '=', cluj)
      .execute()
    const next = await nextToSeal(db, await placeOf(db, { tenantId: null }, cluj))
    const wrong: string[] = []
    for (const one of days) {
      const form = reports.find(report => report.day === one.day)
      if (!form) {
        wrong.push(`${one.day} has no report`)
        continue
      }
      const { rows } = fiscalDocument.parse(JSON.parse(form.document))
      const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0)
      const late = sum(rows.flatMap(({ earlier }) => earlier.map(earlierDay => earlierDay.in)))
      const own = sum(rows.map(({ moved }) => moved.in)) - late
      const played = (JSON.parse(one.sums) as { coin_in: number }).coin_in
      const due = sum(
        pending.flatMap(({ day: of, moved_in, posted_in }) =>
          of === one.day ? [Number(moved_in) - Number(posted_in)] : [],
        ),
      )
      if (one.state === 'sealed') {
        if (own + due !== played) wrong.push(`${one.day}, sealed: ${own} and ${due} late, not ${played}`)
        continue
      }
      if (form.revision !== one.revision)
        wrong.push(`${one.day}: revision ${one.revision}, its report's ${form.revision}`)
      if (own !== played) wrong.push(`${one.day}: ${played}, its report ${own}`)
      const all = sum(pending.map(({ moved_in, posted_in }) => Number(moved_in) - Number(posted_in)))
      if (one.day === next && late !== all) wrong.push(`${one.day}: ${late} of earlier days, not ${all}`)
    }
    return wrong
  })

it('a day and its report are of one revision at every moment, whatever arrives late', async () => {
  await afresh()
  backend.clock.set(sunday + 3 * 24 * HOUR)
  const send = (...messages: ReturnType<typeof reading>[]) =>
    ingest(backend.deps, { tenantId: null }, messages).then(({ refused }) => expect(refused).toBe(0))
  const meters = (coinIn: number) => ({ '0000': coinIn, '0001': 0, '0002': 0 })
  // The first and the last reading: whatever comes late stands between them.
  for (const { mac } of boards)
    await send(
      reading(1, sunday - 30 * HOUR, meters(0), { smib_id: mac }),
      reading(100_000, sunday + 47 * HOUR, meters(100_000), { smib_id: mac }),
    )
  await closeAll()
  for (let turn = 0; turn < 8 && (await sealedThrough(backend.db, cluj)) !== dayBefore; turn++)
    await sealNext()
  expect(await sealedThrough(backend.db, cluj)).toBe(dayBefore)

  let arriving = SENDERS
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let batch = 0; batch < BATCHES; batch++)
      for (const { mac } of boards) {
        const nr = 1 + sender + batch * SENDERS
        // Within the sealed day and the one after it, in no order.
        const hours = ((nr * 37) % 1_000) / 1_000
        await send(
          reading(1_000 + nr, Math.round(sunday + hours * 24 * HOUR), meters(1_000 + hours * 1_000), {
            smib_id: mac,
          }),
          reading(
            50_000 + nr,
            Math.round(sunday + (24 + hours * 20) * HOUR),
            meters(50_000 + hours * 1_000),
            { smib_id: mac },
          ),
        )
      }
    arriving--
  })
  const seen: string[] = []
  let looks = 0
  const looking = (async () => {
    while (arriving > 0) {
      seen.push(...(await differences()))
      looks++
    }
  })()
  const refreshing = (async () => {
    while (arriving > 0) if ((await refreshMarked(backend.deps)) === 0) await new Promise(setImmediate)
  })()
  await Promise.all([...senders, looking, refreshing])
  await closeAll()
  expect(await differences()).toEqual([])
  expect(looks).toBeGreaterThan(3)
  expect(seen).toEqual([])
  const revised = await backend.db
    .selectFrom('location_days')
    .select(['day', 'revision'])
    .where('location_id', '=', cluj)
    .where('day', 'in', [dayBefore, day])
    .execute()
  // Otherwise nothing arrived while somebody looked.
  expect(revised.every(({ revision }) => revision > 2)).toBe(true)
}, 120_000)

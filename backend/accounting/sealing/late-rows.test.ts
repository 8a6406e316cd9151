/** What became known of sealed days, in the rows of the reports that follow. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR, sunday } from '../../../tests/support/feed'
import { sealedIn } from '../../../tests/support/sealing'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { markDay } from '../../telemetry/readings/day-marks.service'
import { closeDay } from '../closing/closing.service'
import { refreshMarked } from '../closing/days-watch.service'
import { sealedThrough } from '../period-lock/fiscal-head.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { afresh, closeAll, demandIndexes, reports, sealNext, tell } = sealedIn(() => backend)

it('what stays of a sealed day stands in one report when a day from before the books closes after it', async () => {
  await afresh()
  backend.clock.set(sunday + 4 * 24 * HOUR)
  await tell(9, 30, 900)
  await closeAll()
  await tell(1, -20, 100)
  await closeAll()
  expect(await sealNext()).toBe(true)
  await tell(2, -15, 300)
  await closeAll()
  const place = await placeOf(backend.db, { tenantId: null }, locations.cluj.id)
  await backend.db
    .transaction()
    .execute(tx =>
      closeDay(tx, dayOf(place, '2026-10-25'), { by: 'Ana', reason: 'By hand' }, backend.clock()),
    )
  await closeAll()
  const earlier = (await reports())
    .filter(({ is_latest }) => is_latest === 1)
    .flatMap(({ form }) =>
      form.rows.flatMap(row => row.earlier.map(one => `${form.period} holds ${one.in} of ${one.day}`)),
    )
  expect(earlier).toEqual(['2026-10-25 holds 200 of 2026-10-24'])
})

it('after a silent sealed day a slot goes on where the last sealed report ended', async () => {
  await afresh()
  backend.clock.set(sunday + 2 * 24 * HOUR)
  await tell(1, -30, 900)
  await tell(2, -20, 1_000)
  await closeAll()
  // The day before, which ends at 1,000, and a day without a reading.
  for (let turn = 0; turn < 10; turn++) await sealNext()
  expect(await sealedThrough(backend.db, locations.cluj.id)).toBe('2026-10-25')
  await tell(3, 20, 8_000)
  const rowOn = async (day: string) => {
    const { form } = (await reports()).find(one => one.form.period === day && one.is_latest === 1) ?? {}
    const row = form?.rows.find(one => one.moved.in !== 0)
    return row && [row.opening?.in, row.closing?.in, row.moved.in, row.difference, row.breaks]
  }
  backend.clock.set(sunday + 3 * 24 * HOUR)
  await closeAll()
  // Silent on its own day, too.
  expect(await rowOn('2026-10-26')).toEqual([1_000, 8_000, 7_000, 0, false])
  await tell(4, 40, 8_500)
  await closeAll()
  expect(await rowOn('2026-10-26')).toEqual([1_000, 8_500, 7_500, 0, false])
  await demandIndexes()
})

it('a report has what its day has told of earlier days in the same moment, and is not sealed before', async () => {
  await afresh()
  backend.clock.set(sunday + 3 * 24 * HOUR)
  await tell(1, -30, 900)
  await tell(2, 30, 1_000)
  await closeAll()
  for (const day of ['2026-10-25', '2026-10-25', '2026-10-25', '2026-10-25', '2026-10-25', '2026-10-25'])
    if (((await sealedThrough(backend.db, locations.cluj.id)) ?? '') < day) await sealNext()
  await tell(3, 2, 950)
  expect(await sealNext()).toBe(false)
  // One turn, whichever of the two days it begins with.
  await refreshMarked(backend.deps)
  const { form } =
    (await reports()).find(one => one.form.period === '2026-10-26' && one.is_latest === 1) ?? {}
  expect(form?.rows.flatMap(row => row.earlier)).toEqual([{ day: '2026-10-25', in: 50, premium: 0, out: 0 }])
  expect(await backend.db.selectFrom('days_to_refresh').selectAll().execute()).toEqual([])
})

it('behind a day that was left out a row says that it does not go on from the sealed one', async () => {
  await afresh()
  backend.clock.set(sunday + 4 * 24 * HOUR)
  // The books begin with the 26th; the 24th closes later, the 25th not at all.
  await tell(9, 30, 1_001)
  await closeAll()
  await tell(1, -20, 1_000)
  await closeAll()
  await tell(2, 5, 1_001)
  expect(await sealNext()).toBe(true)
  expect(await sealedThrough(backend.db, locations.cluj.id)).toBe('2026-10-24')
  // The day before would close by itself now; it is one that cannot.
  await backend.db.deleteFrom('days_to_refresh').where('day', '=', '2026-10-25').execute()
  await refreshMarked(backend.deps)
  expect(await sealNext()).toBe(true)
  expect(await sealedThrough(backend.db, locations.cluj.id)).toBe('2026-10-26')
  const rowsOn = async (day: string) => {
    const { form } = (await reports()).find(one => one.form.period === day && one.is_latest === 1) ?? {}
    return form?.rows
      .filter(row => row.closing)
      .map(row => [row.opening?.in, row.closing?.in, row.moved.in, row.began?.why, row.earlier])
  }
  expect(await rowsOn('2026-10-26')).toEqual([[1_001, 1_001, 0, 'gap', []]])
  await markDay(backend.db, { locationId: locations.cluj.id, day: '2026-10-25' })
  await closeAll()
  expect(await rowsOn('2026-10-27')).toEqual([
    [1_000, 1_001, 1, 'gap', [{ day: '2026-10-25', in: 1, premium: 0, out: 0 }]],
    [1_001, 1_001, 0, undefined, []],
  ])
  await demandIndexes()
})

it('what becomes known of a sealed day bit by bit is a run of its meters each time', async () => {
  await afresh()
  backend.clock.set(sunday + 4 * 24 * HOUR)
  const rowsOn = async (day: string) => {
    const { form } = (await reports()).find(one => one.form.period === day && one.is_latest === 1) ?? {}
    return form?.rows
      .filter(row => row.opening || row.moved.in)
      .map(row => [row.opening?.in, row.closing?.in, row.moved.in])
  }
  await tell(5, 2, 1_002)
  await tell(6, 30, 1_003)
  await closeAll()
  expect(await sealNext()).toBe(true)
  await tell(3, 1, 1_001)
  await closeAll()
  expect(await sealNext()).toBe(true)
  expect(await rowsOn('2026-10-26')).toEqual([
    [1_001, 1_002, 1],
    [1_002, 1_003, 1],
  ])
  await tell(1, 0.5, 1_000)
  await closeAll()
  expect(await rowsOn('2026-10-27')).toEqual([
    [1_000, 1_001, 1],
    [1_003, 1_003, 0],
  ])
})

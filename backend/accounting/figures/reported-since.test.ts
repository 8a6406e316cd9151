/** A meter that a slot never reported is unknown, not zero, and stays so in the periods before it was reported. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday, type Meters } from '../../../tests/support/feed'
import { extendedMetersContract } from '../period-reports/network-report.contract'
import { questionsContract } from '../questions/questions.contract'
import type { SlotFigures } from './aggregate.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const { clear, deliver } = bookedIn(() => backend)
beforeEach(clear)

const slot = slots.bellLink.id
const [first, second] = ['2026-10-25', '2026-10-26']
const at = (seq: number, hours: number, meters: Meters) => reading(seq, sunday + hours * HOUR, meters)
type Figures = SlotFigures & { key: string }
interface Answer {
  rows: Figures[]
  totals: SlotFigures[]
}
const ask = async (path: string, body: object) =>
  (await backend.json<{ data: Answer }>(path, { as: 'mihai', method: 'POST', body })).body.data
const network = (body: object) => ask(extendedMetersContract.path, body)
const days = (entity: 'slot' | 'location', id: string, body: object = {}) =>
  ask(`/api/aggregate/v1/${entity}/${id}/report`, { from: first, to: second, ...body })
const shown = ({ coin_in, jackpot, coins_in, ticket_in, total_in }: SlotFigures) => [
  coin_in,
  jackpot,
  coins_in,
  ticket_in,
  total_in,
]

/** Of the first day stakes alone, of the second jackpots and tickets, too; coins never. */
const begin = () =>
  deliver([
    at(1, 1, { '0000': 1_000 }),
    at(2, 2, { '0000': 1_200 }),
    at(3, 25, { '0000': 1_300, '0002': 50, '0015': 40 }),
    at(4, 26, { '0000': 1_300, '0002': 50, '0015': 60 }),
  ])

it('is known of a slot by its own counters, not by those of one of its games', async () => {
  const both = (seq: number, hours: number, played: number) =>
    reading(
      seq,
      sunday + hours * HOUR,
      {},
      {
        counters: [
          { game_nr: 0, meters: { '0000': 1_000 + played } },
          { game_nr: 3, meters: { '0000': 1_000 + played, '0015': 40 } },
        ],
      },
    )
  await deliver([both(1, 1, 0), both(2, 2, 100)])
  expect((await days('slot', slot)).rows.map(row => row.ticket_in)).toEqual([null])
  const { rows } = await network({
    by: 'game',
    from: first,
    to: first,
    location: null,
    rows: 10,
    show: 'all',
  })
  expect(rows.map(row => row.ticket_in)).toEqual([0])
})

it('is unknown in a row of its slot; totals add up what is known', async () => {
  await begin()
  const { rows, totals } = await days('slot', slot)
  const price = (rows[0]?.coin_in ?? 0) / 200
  expect(rows.map(row => [row.key, ...shown(row)])).toEqual([
    [first, 200 * price, null, null, null, null],
    [second, 100 * price, 0, null, 20 * price, 20 * price],
  ])
  expect(totals.map(shown)).toEqual([[300 * price, 0, 0, 20 * price, 20 * price]])
  const [row] = (await days('location', locations.cluj.id, { by: 'slot' })).rows
  expect(row && shown(row)).toEqual([300 * price, 0, null, 20 * price, 20 * price])
  // A place's day adds up what its slots reported.
  const place = await days('location', locations.cluj.id)
  expect(place.rows.map(shown)[0]).toEqual([200 * price, 0, 0, 0, 0])
})

it('is unknown in reports over a network, by slot and by game, and stays so once it is reported', async () => {
  await begin()
  const of = async (by: string, to: string) => (await network({ from: first, to, by })).rows.map(shown)
  const [[stakes]] = (await of('slot', first)) as [[number]]
  for (const by of ['slot', 'game']) {
    expect(await of(by, first)).toEqual([[stakes, null, null, null, null]])
    expect((await of(by, second))[0]?.slice(1, 3)).toEqual([0, null])
  }
  expect((await of('location', first))[0]).toEqual([stakes, 0, 0, 0, 0])
  // What a question compares with is judged by its own end, and what nobody knows the winnings of has no hold.
  const measure = ['jackpot', 'coins_in', 'hold']
  const question = { from: second, to: second, by: 'slot', measure, compare: 'before' }
  const [row] = (await ask(questionsContract.path, question)).rows as (SlotFigures &
    Record<string, unknown>)[]
  expect(measure.flatMap(name => [row?.[name], row?.[`${name}.before`]])).toEqual([
    0,
    null,
    null,
    null,
    10_000,
    null,
  ])
})

it('is known by the cents of its tickets, and by closed days once its readings are in an archive', async () => {
  await deliver([
    at(1, 1, { '0000': 1_000, '0002': 0, '000D': 500 }),
    at(2, 2, { '0000': 1_200, '0002': 0, '000D': 500 }),
  ])
  const row = async () => ((await days('slot', slot, { to: first })).rows.map(shown)[0] ?? []).slice(1)
  expect(await row()).toEqual([0, null, 0, 0])
  const { db } = backend
  await backend.json(`/api/aggregate/v1/location/${locations.cluj.id}/day/${first}/close`, {
    as: 'mihai',
    body: { reason: 'Closed before the archive' },
  })
  await db.deleteFrom('stored_readings').execute()
  await db
    .insertInto('reading_floors')
    .expression(eb =>
      eb
        .selectFrom('slots as s')
        .innerJoin('counter_latest as l', 'l.slot_id', 's.id')
        .select([
          's.id as slot_id',
          'l.game_nr',
          's.tenant_id',
          'l.server_time as at',
          'l.server_nano as nano',
          'l.message_seq_nr as seq',
          's.id as smib_id',
        ])
        .where('s.id', '=', slot),
    )
    .execute()
  expect(await row()).toEqual([0, null, 0, 0])
})

/**
 * A hall goes live: where its slots' meters stood comes from a file, is booked as the first reading, and says where it
 * came from.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { importDesk } from '../../../tests/support/imports'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
const { clear, deliver, hours, held } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
afterAll(async () => {
  await desk.end()
  await backend.close()
})
beforeEach(async () => {
  await clear()
  for (const table of ['manual_readings', 'fiscal_heads', 'period_locks'] as const)
    await backend.db.deleteFrom(table).execute()
  backend.clock.set(sunday + 400 * 24 * HOUR)
})

// 25 October 2026, 08:30 in Bucharest.
const opened = sunday + HOUR / 2
const head = 'slot_serial,read_at,coin_in,coin_out'
const row = `${slots.bellLink.serial},25.10.2026 8:30,1000,800`
const reason = { reason: 'The hall joins with these meters' }
const commit = async (file: string) => {
  const { _id } = await desk.check('mihai', 'openings', 'create', file)
  await desk.done('mihai', _id, 'commit', reason)
  return _id
}
const openings = () =>
  backend.db
    .selectFrom('manual_readings')
    .select(['slot_id', 'at', 'kind', 'state', 'import_id', 'cause', 'meters'])
    .orderBy('slot_id')
    .execute()
const coinIn = async () => (await hours()).map(one => one.coin_in)
const problemsOf = async (...rows: string[]) => {
  const { _id } = await desk.check('mihai', 'openings', 'create', [head, ...rows].join('\n'))
  return desk.problems('mihai', _id)
}

describe('openings', () => {
  it('are booked as the first reading: nothing of before, the difference with the first message', async () => {
    const id = await commit(`${head}\n${row}`)
    expect(await openings()).toEqual([
      {
        slot_id: slots.bellLink.id,
        at: opened,
        kind: 'opening',
        state: 'counts',
        import_id: id,
        cause: reason.reason,
        meters: '{"coin_in":1000,"coin_out":800}',
      },
    ])
    expect(await coinIn()).toEqual([])
    await deliver([reading(1, sunday + HOUR, { '0000': 1_060, '0001': 850 })])
    expect((await hours()).map(one => [one.coin_in, one.coin_out])).toEqual([[60, 50]])
    const list = await backend.json<{ data: { rows: { import: string; kind: string }[] } }>(
      '/api/rawdata/v1/manual-readings',
      { as: 'mihai', body: { exactFields: ['kind'], exactValues: [['opening']] } },
    )
    expect(list.body.data.rows).toMatchObject([{ import: id, kind: 'opening' }])
  })

  it('go before what was told since, and an undo takes them back', async () => {
    await deliver([
      reading(1, sunday + HOUR, { '0000': 1_060 }),
      reading(2, sunday + 2 * HOUR, { '0000': 1_100 }),
    ])
    expect(await coinIn()).toEqual([0, 40])
    const id = await commit(`${head}\n${row}`)
    expect(await coinIn()).toEqual([60, 40])
    await desk.done('mihai', id, 'undo', reason)
    expect(await coinIn()).toEqual([0, 40])
    expect(await held()).toEqual([null, null])
    // As if it had not been: the right file follows.
    await commit(`${head}\n${slots.bellLink.serial},2026-10-25 08:30,1010,800`)
    expect(await coinIn()).toEqual([50, 40])
  })

  it('that count are not brought in twice, nor changed by a file', async () => {
    await commit(`${head}\n${row}`)
    expect(await problemsOf(row)).toEqual(['2 slot_serial exists'])
    const { _id } = await desk.check('mihai', 'openings', 'upsert', `${head}\n${row}`)
    expect((await desk.rows('mihai', _id)).map(one => one.state)).toEqual(['unchanged'])
    const changed = await desk.check('mihai', 'openings', 'upsert', `${head}\n${row.replace('1000', '1001')}`)
    expect(await desk.problems('mihai', changed._id)).toEqual(['2 read_at fixed'])
  })

  it('are refused where the slot told something before, is another’s, or the day is closed for good', async () => {
    await deliver([reading(1, sunday, { '0000': 1_000 })])
    expect(
      await problemsOf(
        row,
        `${slots.ribeira.serial},2026-10-25 08:30,1,1`,
        'NO-SUCH,2026-10-25 08:30,1,1',
        `${slots.novoline.serial},2100-01-01 08:30,1,1`,
        `${slots.novoline.serial},yesterday,1,1`,
      ),
    ).toEqual([
      '2 read_at read_before',
      '3 slot_serial unknown',
      '4 slot_serial unknown',
      '5 read_at in_future',
      '5 slot_serial twin',
      '6 read_at not_a_time',
      '6 slot_serial twin',
    ])
    // The clock went from 2:59 to 4:00 on 28 March 2027.
    expect(await problemsOf(`${slots.novoline.serial},2027-03-28 03:30,1,1`)).toEqual([
      '2 read_at no_such_time',
    ])
    expect(await problemsOf(`${slots.novoline.serial},2026-10-25 08:30,,`)).toEqual(['2 coin_in required'])
    expect(await problemsOf(`${slots.novoline.serial},2026-10-25 08:30,-5,`)).toEqual(['2 coin_in too_small'])
    // Beyond the ten digits of a meter, and beyond what can be counted at all.
    for (const value of ['10000000000', '9007199254740993', '99999999999999999999'])
      expect(await problemsOf(`${slots.novoline.serial},2026-10-25 08:30,${value},`)).toEqual([
        '2 coin_in too_big',
      ])
    await clear()
    const place = await backend.db
      .selectFrom('slots')
      .select('location_id')
      .where('id', '=', slots.bellLink.id)
      .executeTakeFirstOrThrow()
    const head_ = { ...place, tenant_id: '', books_from: '2026-10-25', sealed_through: '2026-10-25' }
    await backend.db.insertInto('fiscal_heads').values(head_).execute()
    expect(await problemsOf(row)).toEqual(['2 read_at day_sealed'])
    await backend.db.deleteFrom('fiscal_heads').execute()
    const lock = { owner_id: tenants.carpathia.id, tenant_id: '', reason: '', set_by: '', set_at: 0 }
    await backend.db
      .insertInto('period_locks')
      .values({ ...lock, through: '2026-10-26' })
      .execute()
    expect(await problemsOf(row)).toEqual(['2 read_at period_locked'])
  })

  it('of a day that was sealed since stay when the file is taken back', async () => {
    const id = await commit(`${head}\n${row}`)
    const place = await backend.db
      .selectFrom('manual_readings')
      .select(['location_id', 'gaming_day as sealed_through'])
      .executeTakeFirstOrThrow()
    await backend.db
      .insertInto('fiscal_heads')
      .values({ ...place, tenant_id: '', books_from: '2026-10-25' })
      .execute()
    await desk.done('mihai', id, 'undo', reason)
    expect((await desk.rows('mihai', id)).map(one => [one.state, one.reason])).toEqual([
      ['skipped', 'sealed'],
    ])
    expect(await openings()).toMatchObject([{ state: 'counts' }])
  })

  it('are brought in by whoever may enter readings', async () => {
    expect((await desk.upload('olga', 'openings', 'create', `${head}\n${row}`)).status).toBe(403)
  })
})

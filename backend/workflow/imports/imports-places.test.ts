import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '../../platform/audit/audit.service'
import { locations, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'
import { CHUNK } from './import-tasks.service'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
const slots = CHUNK + 60
const mac = (nr: number) => `d0000000${String(nr).padStart(4, '0')}`
const serial = (nr: number) => `PL-${String(nr).padStart(4, '0')}`
const file = (rows: readonly (readonly [board: number, machine: number | null])[]) =>
  [
    'smib_id,location_code,slot_serial',
    ...rows.map(([smib, slot]) => `${mac(smib)},CJ-01,${slot === null ? '' : serial(slot)}`),
  ].join('\n')
const all = Array.from({ length: slots }, (_, nr) => nr)

beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
  await desk.done(
    'mihai',
    (
      await desk.check(
        'mihai',
        'slots',
        'create',
        [
          'serial,location_code,manufacturer,accounting_denom',
          ...all.map(nr => `${serial(nr)},CJ-01,EGT,1`),
          `${serial(9_999)},CJ-01,EGT,1`,
        ].join('\n'),
      )
    )._id,
    'commit',
  )
  await desk.done(
    'mihai',
    (await desk.check('mihai', 'smibs', 'create', file(all.map(nr => [nr, nr]))))._id,
    'commit',
  )
})
beforeEach(() => backend.clock.advance(1_000))
afterAll(async () => {
  await desk.end()
  await backend.close()
})

/** Which slot each SMIB serves, by number. */
async function places(): Promise<(number | null)[]> {
  const rows = await backend.db
    .selectFrom('smibs as m')
    .leftJoin('slots as s', 's.id', 'm.slot_id')
    .select(['m.mac', 's.serial'])
    .where('m.mac', 'like', 'd0000000%')
    .orderBy('m.mac')
    .execute()
  return rows.map(row => (row.serial === null ? null : Number(row.serial.slice(3))))
}
const moved = (changes: Record<number, number | null>) => all.map(nr => (nr in changes ? changes[nr] : nr))

/** Which slot a SMIB counts for is what money depends on. */
const why = { reason: 'Boards rewired' }

describe('boards of one file', () => {
  it('swap their machines, each with its audit entry, and swap back when the import is taken back', async () => {
    const { _id, counts } = await desk.check(
      'mihai',
      'smibs',
      'update',
      file([
        [1, 2],
        [2, 1],
      ]),
    )
    expect(counts).toMatchObject({ ok: 2, error: 0 })
    expect(await desk.done('mihai', _id, 'commit', why)).toMatchObject({ counts: { committed: 2, error: 0 } })
    expect(await places()).toEqual(moved({ 1: 2, 2: 1 }))
    const { id, version } = await backend.db
      .selectFrom('smibs')
      .select(['id', 'version'])
      .where('mac', '=', mac(1))
      .executeTakeFirstOrThrow()
    expect(version).toBe(2)
    const { before_json, after_json } = await backend.db
      .selectFrom('audit_log')
      .select(['before_json', 'after_json'])
      .where('entity_id', '=', id)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(
      [before_json, after_json].map(
        json => (JSON.parse(json ?? '{}') as { slot: { name: string } }).slot.name,
      ),
    ).toEqual([serial(1), serial(2)])
    expect(await desk.done('mihai', _id, 'undo', why)).toMatchObject({ counts: { undone: 2, skipped: 0 } })
    expect(await places()).toEqual(all)
    expect(await verifyChain(backend.db, tenants.carpathia.id)).toMatchObject({ ok: true })
  })

  it('swap over the borders of chunks: a whole hall moves one machine further, and back', async () => {
    const { _id, counts } = await desk.check(
      'mihai',
      'smibs',
      'update',
      file(all.map(nr => [nr, (nr + 1) % slots])),
    )
    expect(counts).toMatchObject({ ok: slots, error: 0 })
    expect(await desk.done('mihai', _id, 'commit', why)).toMatchObject({ counts: { committed: slots } })
    expect(await places()).toEqual(all.map(nr => (nr + 1) % slots))
    expect(await desk.done('mihai', _id, 'undo', why)).toMatchObject({
      counts: { undone: slots, skipped: 0 },
    })
    expect(await places()).toEqual(all)
  })

  it('swap where the first and the last row of a long file belong together', async () => {
    const last = slots - 1
    const { _id } = await desk.check(
      'mihai',
      'smibs',
      'update',
      file([[0, last], ...all.slice(1, -1).map(nr => [nr, nr] as const), [last, 0]]),
    )
    expect(await desk.done('mihai', _id, 'commit', why)).toMatchObject({
      counts: { committed: 2, unchanged: slots - 2 },
    })
    expect(await places()).toEqual(moved({ 0: last, [last]: 0 }))
    await desk.done('mihai', _id, 'undo', why)
    expect(await places()).toEqual(all)
  })

  it('may also wait for a machine that another board leaves for a free one, or for none', async () => {
    const { _id } = await desk.check(
      'mihai',
      'smibs',
      'update',
      file([
        [3, 4],
        [4, 9_999],
        [5, 6],
        [6, null],
      ]),
    )
    expect(await desk.done('mihai', _id, 'commit', why)).toMatchObject({ counts: { committed: 4 } })
    expect(await places()).toEqual(moved({ 3: 4, 4: 9_999, 5: 6, 6: null }))
    expect(await desk.done('mihai', _id, 'undo', why)).toMatchObject({ counts: { undone: 4 } })
    expect(await places()).toEqual(all)
  })

  it('are told where the other one stays, or something else is wrong with its row', async () => {
    const { _id } = await desk.check(
      'mihai',
      'smibs',
      'update',
      [
        file([
          [10, 11],
          [11, 11],
          [12, 13],
          [14, 15],
        ]),
        `${mac(13)},NOWHERE,${serial(12)}`,
      ].join('\n'),
    )
    expect(await desk.problems('mihai', _id)).toEqual([
      '2 slot_serial already_linked',
      '2 slot_serial twin',
      '3 slot_serial twin',
      '4 slot_serial already_linked',
      '5 slot_serial already_linked',
      '6 location_code unknown',
    ])
    // Mended, both are right; and wrong again when the other one stays after all.
    const mend = (line: number, values: object) =>
      desk.call('mihai', 'PUT', `/import/${_id}/rows`, { fixes: [{ line, values }] })
    expect((await mend(6, { location_code: 'CJ-01' })).data.rows.map(row => [row.line, row.state])).toEqual([
      [4, 'ok'],
      [6, 'ok'],
    ])
    expect((await mend(6, { slot_serial: serial(13) })).data.rows.map(row => [row.line, row.state])).toEqual([
      [4, 'error'],
      [6, 'error'],
    ])
    expect((await mend(3, { slot_serial: serial(10) })).data.rows.map(row => [row.line, row.state])).toEqual([
      [2, 'ok'],
      [3, 'ok'],
    ])
    expect(await desk.done('mihai', _id, 'commit', why)).toMatchObject({ counts: { committed: 2 } })
    expect(await places()).toEqual(moved({ 10: 11, 11: 10 }))
    await desk.done('mihai', _id, 'undo', why)
  })

  it('at commit neither moves when the other one cannot, and an undo leaves both where somebody has moved one since', async () => {
    const { _id } = await desk.check(
      'mihai',
      'smibs',
      'update',
      file([
        [20, 21],
        [21, 20],
      ]),
    )
    await backend.db.updateTable('smibs').set({ archived_at: 1 }).where('mac', '=', mac(21)).execute()
    expect(await desk.done('mihai', _id, 'commit', why)).toMatchObject({
      state: 'committed',
      counts: { committed: 0, error: 2 },
    })
    await backend.db.updateTable('smibs').set({ archived_at: null }).where('mac', '=', mac(21)).execute()
    expect(await places()).toEqual(all)

    const again = await desk.check(
      'mihai',
      'smibs',
      'update',
      file([
        [20, 21],
        [21, 20],
      ]),
    )
    await desk.done('mihai', again._id, 'commit', why)
    await backend.db
      .updateTable('smibs')
      .set(row => ({ firmware: '9.9', version: row('version', '+', 1) }))
      .where('mac', '=', mac(21))
      .execute()
    expect(await desk.done('mihai', again._id, 'undo', why)).toMatchObject({
      state: 'undone',
      counts: { undone: 0, skipped: 2 },
    })
    expect((await desk.rows('mihai', again._id)).map(row => row.reason)).toEqual(['in_use', 'changed_since'])
    expect(await places()).toEqual(moved({ 20: 21, 21: 20 }))
  })

  it('go where they stand: another hall’s machine is told', async () => {
    await backend.db
      .updateTable('slots')
      .set({ location_id: locations.braila.id })
      .where('serial', '=', serial(31))
      .execute()
    const { _id } = await desk.check(
      'mihai',
      'smibs',
      'update',
      file([
        [30, 31],
        [31, 30],
      ]),
    )
    expect(await desk.problems('mihai', _id)).toEqual([
      '2 slot_serial other_location',
      '3 slot_serial already_linked',
    ])
  })
})

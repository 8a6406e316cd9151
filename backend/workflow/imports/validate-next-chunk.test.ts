import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '../../platform/audit/audit.service'
import { locations, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'
import { stands, type Ahead } from './validate-next-chunk'
import { CHUNK } from './import-tasks.service'
import type { Checked } from './import-job'

const row = (line: number, ...cells: string[]) => ({ line, cells, action: 'create', needsReason: false })
const ahead = (entries: number, more: Partial<Ahead> = {}): Ahead => ({
  entries,
  rows: [row(7, 'a', 'b'), row(8, 'c')],
  checked: [],
  ...more,
})
const before = { entriesBefore: 100, own: 5 }

describe('a verdict ahead', () => {
  it.each([
    ['read before the chunk before was committed', ahead(100), 105, true],
    ['read after it', ahead(105), 105, true],
    ['somebody wrote after the chunk before', ahead(100), 106, false],
    ['somebody wrote before it, after the reading', ahead(99), 105, false],
    ['the chunk before wrote less than it said', ahead(100), 104, false],
    ['somebody wrote while it was written', ahead(103), 105, false],
    ['a row is no longer the next', ahead(105, { rows: [row(7, 'a', 'b'), row(9, 'c')] }), 105, false],
    ['a row is missing', ahead(105, { rows: [row(7, 'a', 'b')] }), 105, false],
    ['a cell was mended', ahead(105, { rows: [row(7, 'a', 'b'), row(8, 'd')] }), 105, false],
    [
      'counters are set',
      ahead(105, { checked: [{ meters: { slot_id: 's', mech_in: 5 } } as unknown as Checked] }),
      105,
      false,
    ],
  ])('%s', (_, given, entries, expected) =>
    expect(stands(given, before, [row(7, 'a', 'b'), row(8, 'c')], entries)).toBe(expected),
  )

  it('of nothing is none', () => {
    expect(stands(undefined, before, [], 105)).toBe(false)
    expect(stands(ahead(105), undefined, ahead(105).rows as never, 105)).toBe(false)
  })
})

describe('a commit of several chunks', () => {
  let backend: TestBackend
  let desk: ReturnType<typeof importDesk>
  beforeAll(async () => {
    backend = await testBackend()
    desk = importDesk(backend)
  })
  afterAll(async () => {
    await desk.end()
    await backend.close()
  })

  it('respects what others do while it goes on: a serial taken is told, each row is done once', async () => {
    const rows = Array.from(
      { length: 4 * CHUNK },
      (_, number) => `AH-${String(number).padStart(4, '0')},CJ-01,EGT,1`,
    )
    const { _id } = await desk.check(
      'mihai',
      'slots',
      'create',
      `serial,location_code,manufacturer,accounting_denom\n${rows.join('\n')}`,
    )
    await desk.act('mihai', _id, 'commit')
    // Others take serials from the end of the file, one after the other, until the import meets them.
    const taken: string[] = []
    for (let number = 4 * CHUNK - 1; (await desk.get('mihai', _id)).state === 'committing'; number--) {
      const serial = `AH-${String(number).padStart(4, '0')}`
      const { status } = await backend.json('/api/configuration/v1/slot', {
        as: 'mihai',
        body: {
          serial,
          location: locations.cluj.id,
          manufacturer: 'Amatic',
          denomination: { minor: 1, currency: 'RON' },
        },
      })
      if (status !== 200) break
      taken.push(serial)
    }
    const end = await desk.settled('mihai', _id)
    expect(taken.length).toBeGreaterThan(0)
    expect(end).toMatchObject({
      state: 'committed',
      counts: { committed: 4 * CHUNK - taken.length, error: taken.length, ok: 0 },
    })
    const told = (await desk.rows('mihai', _id, { state: 'error' })).map(one =>
      one.problems.map(({ column, code }) => `${column} ${code}`).join(),
    )
    // PostgreSQL sees a slot that comes between a verdict's two questions at the second one only.
    expect(told.map(one => one.replace('taken', 'exists'))).toEqual(taken.map(() => 'serial exists'))
    const made = await backend.db
      .selectFrom('slots')
      .select(['serial', 'manufacturer'])
      .where('serial', 'like', 'AH-%')
      .execute()
    expect([made.length, new Set(made.map(one => one.serial)).size]).toEqual([4 * CHUNK, 4 * CHUNK])
    expect(
      made
        .filter(one => one.manufacturer === 'Amatic')
        .map(one => one.serial)
        .sort(),
    ).toEqual(taken.toSorted())
    expect(await verifyChain(backend.db, tenants.carpathia.id)).toMatchObject({ ok: true })
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'
import { importers } from '../../schema/importers.found'

let backend: TestBackend
let desk: ReturnType<typeof importDesk>
beforeAll(async () => {
  backend = await testBackend()
  desk = importDesk(backend)
})
beforeEach(() => backend.clock.advance(1_000))
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await desk.end()
  await backend.close()
})

const { many } = importers.slots
const file = (name: string) =>
  [
    'serial,location_code,manufacturer,accounting_denom',
    ...Array.from({ length: 30 }, (_, nr) => `${name}-${nr},CJ-01,EGT,1`),
  ].join('\n')
const rowsOf = (id: string) =>
  backend.db
    .selectFrom('import_rows')
    .select(['line', 'state', 'problems', 'reason'])
    .where('import_id', '=', id)
    .orderBy('line')
    .execute()
const slotsOf = async (name: string) =>
  (
    await backend.db
      .selectFrom('slots')
      .select(['serial', 'archived_at'])
      .where('serial', 'like', `${name}-%`)
      .execute()
  ).length

describe('a row that brings the transaction of its wave down', () => {
  it('is an error of its own when it is committed, and the rest goes on', async () => {
    const write = many.write
    vi.spyOn(many, 'write').mockImplementation(async (db, actor, judged, writing) => {
      await write(db, actor, judged, writing)
      if (judged.some(one => one.raw.serial === 'FALL-7')) throw new Error('nobody foresaw this')
    })
    const { _id } = await desk.check('mihai', 'slots', 'create', file('FALL'))
    const done = await desk.done('mihai', _id, 'commit')
    expect(done).toMatchObject({ state: 'committed', counts: { committed: 29, error: 1, ok: 0 } })
    expect(await slotsOf('FALL')).toBe(29)
    const wrong = (await rowsOf(_id)).filter(row => row.state === 'error')
    expect(wrong).toEqual([
      expect.objectContaining({
        line: 9,
        problems: JSON.stringify([{ column: null, code: 'unexpected' }]),
      }),
    ])
  })

  it('is one of many where every row fails: then the import stops, and nothing is said of any row', async () => {
    const spied = vi.spyOn(many, 'write').mockRejectedValue(new Error('nobody foresaw this'))
    const { _id } = await desk.check('mihai', 'slots', 'create', file('ALL'))
    await desk.act('mihai', _id, 'commit')
    expect(await desk.givenUp('mihai', _id)).toMatchObject({
      state: 'stopped',
      counts: { ok: 30, error: 0, committed: 0 },
    })
    spied.mockRestore()
    expect(await desk.done('mihai', _id, 'resume')).toMatchObject({
      state: 'committed',
      counts: { committed: 30 },
    })
  })

  it('stays as it is when it is taken back, with its reason, and the rest goes on', async () => {
    const { _id } = await desk.check('mihai', 'slots', 'create', file('BACK'))
    await desk.done('mihai', _id, 'commit')
    const restore = many.restore
    vi.spyOn(many, 'restore').mockImplementation(async (db, actor, rows, writing) => {
      await restore(db, actor, rows, writing)
      if (rows.some(one => one.before.serial === 'BACK-7')) throw new Error('nobody foresaw this')
    })
    const done = await desk.done('mihai', _id, 'undo')
    expect(done).toMatchObject({ state: 'undone', counts: { undone: 29, skipped: 1, committed: 0 } })
    const kept = (await rowsOf(_id)).filter(row => row.state === 'skipped')
    expect(kept).toEqual([expect.objectContaining({ line: 9, reason: 'unexpected' })])
    const standing = await backend.db
      .selectFrom('slots')
      .select(['serial', 'archived_at'])
      .where('serial', '=', 'BACK-7')
      .executeTakeFirstOrThrow()
    expect(standing.archived_at).toBeNull()
  })
})

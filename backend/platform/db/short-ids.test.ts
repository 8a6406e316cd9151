/** Raw rows from before there were numbers, and whoever gets one since. */
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { beforeShortIds } from '../../../tests/support/before-short-ids'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { isPostgres } from './bulk'
import { up } from '../../schema/migrations/147-short-ids'
import { up as withTenantKeys } from '../../schema/migrations/200-tenant-keys'
import { up as withTerms } from '../../schema/migrations/201-reading-terms'
import { up as withCuts } from '../../schema/migrations/253-cut-hours'
import { newId } from './new-id'

let backend: TestBackend
const { deliver } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const migrate = () => up(backend.db as unknown as Kysely<unknown>)

const views = ['counter_readings', 'messages', 'counter_hours'] as const
/** What everybody reads, each row as a text; numbers are nobody's business. */
const rows = async (): Promise<string[][]> =>
  Promise.all(
    views.map(async view => {
      const found = await backend.db.selectFrom(view).selectAll().execute()
      return found
        .map(row =>
          JSON.stringify(
            Object.fromEntries(
              Object.entries(row)
                .filter(([name]) => !OF_IDS.test(name))
                .sort(),
            ),
          ),
        )
        .sort()
    }),
  )
const OF_IDS = /^(slot|smib|location|tenant)_nr$|^hour_cut$/

const byBoard = (nr: number, mac: string) =>
  reading(
    nr,
    sunday + nr * HOUR,
    { '0000': 48_000_000 + nr * 100, '0008': 5, '0040': nr },
    { smib_id: mac, event_seq_nr: 3 },
  )

it('rows of an existing installation are shown as they were, also where the move was stopped in between', async () => {
  for (const { mac } of [smibs.bellLink, smibs.novoline, smibs.harbour])
    await deliver(Array.from({ length: 20 }, (_, nr) => byBoard(nr + 1, mac)))
  // One that fell is marked and held: it has an index of its own.
  await deliver([reading(30, sunday + 30 * HOUR, { '0000': 47_999_993 })])
  const before = await rows()
  expect(before[0]?.filter(row => row.includes('"held":"open"')).length).toBe(1)
  await beforeShortIds(backend.db)
  // Of a slot that is there no more.
  const gone = newId()
  await sql`update counter_hours set slot_id = ${gone} where slot_id = ${slots.harbour.id}`.execute(
    backend.db,
  )
  if (isPostgres(backend.db)) await migrate()
  else {
    await sql
      .raw(
        `create trigger stopped before delete on messages when old.smib_id = '${smibs.novoline.id}' begin select raise(abort, 'stopped'); end`,
      )
      .execute(backend.db)
    await expect(migrate()).rejects.toThrow('stopped')
    await sql`drop trigger stopped`.execute(backend.db)
    await migrate()
  }
  expect(await rows()).toEqual([
    before[0],
    before[1],
    before[2]?.map(row => row.replace(slots.harbour.id, gone)).sort(),
  ])
  // And what arrives goes on from them, once its tables are those of today.
  await withTenantKeys(backend.db as unknown as Kysely<unknown>)
  await withTerms(backend.db as unknown as Kysely<unknown>)
  await withCuts(backend.db as unknown as Kysely<unknown>)
  await deliver([byBoard(31, smibs.harbour.mac), byBoard(20, smibs.harbour.mac)])
  const { rows: found } = await sql<{ n: number }>`
    select count(*) as n from messages where smib_id = ${smibs.harbour.id}`.execute(backend.db)
  expect(Number(found[0]?.n)).toBe(21)
})

/** Readings from before what they have in common stood in a table of its own. */
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots, smibs } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { beforeShortIds } from '../../../tests/support/before-short-ids'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { isPostgres } from './bulk'
import { up as withNumbers } from '../../schema/migrations/147-short-ids'
import { up as withTenantKeys } from '../../schema/migrations/200-tenant-keys'
import { up } from '../../schema/migrations/201-reading-terms'
import { up as withCuts } from '../../schema/migrations/253-cut-hours'

let backend: TestBackend
const { deliver } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const plain = () => backend.db as unknown as Kysely<unknown>
const rows = async (): Promise<string[]> =>
  (await backend.db.selectFrom('counter_readings').selectAll().execute())
    .map(row =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => !/^(slot|smib|tenant|location)_nr$/.test(name))
          .sort(),
      ),
    )
    .sort()
const termsOf = async (id: string) =>
  (
    await sql<{ nr: number; times: number }>`select t.nr, (select count(*) from stored_readings r
      where r.slot_nr = t.slot_nr and r.terms = t.nr) as times
      from reading_terms t join short_ids s on s.nr = t.slot_nr where s.id = ${id} order by t.nr`.execute(
      backend.db,
    )
  ).rows.map(({ times }) => Number(times))

const told = (nr: number, mac: string) =>
  reading(nr, sunday + nr * HOUR, { '0000': 48_000_000 + nr * 100, '0008': 5, '0040': nr }, { smib_id: mac })

it('are shown as they were, also where the move was stopped in between', async () => {
  for (const { mac } of [smibs.bellLink, smibs.novoline, smibs.harbour])
    await deliver(Array.from({ length: 40 }, (_, nr) => told(nr + 1, mac)))
  // One that fell is marked and turns out to be a stray; a restart begins another run.
  await deliver([reading(50, sunday + 50 * HOUR, { '0000': 47_999_993 })])
  await deliver([reading(1, sunday + 60 * HOUR, { '0000': 48_100_000 })])
  const before = await rows()
  expect(before.filter(row => row.includes('"held","stray"')).length).toBe(1)
  expect(before.filter(row => row.includes('"run",1')).length).toBe(1)
  await beforeShortIds(backend.db)
  await withNumbers(plain())
  await withTenantKeys(plain())
  if (isPostgres(backend.db)) await up(plain())
  else {
    await sql`create trigger stopped before delete on stored_readings when old.server_time = ${sql.lit(sunday + 20 * HOUR)}
      and old.slot_nr = (select nr from short_ids where id = ${sql.lit(slots.novoline.id)}) begin select raise(abort, 'stopped'); end`.execute(
      backend.db,
    )
    await expect(up(plain())).rejects.toThrow('stopped')
    await sql`drop trigger stopped`.execute(backend.db)
    await up(plain())
  }
  await withCuts(plain())
  expect(await rows()).toEqual(before)
  // A day has an offset of its own behind midnight by UTC.
  expect((await termsOf(slots.harbour.id)).length).toBeGreaterThan(1)
  // What arrives goes on from them, with what it has in common with them.
  const known = await termsOf(slots.harbour.id)
  await deliver([told(41, smibs.harbour.mac), told(20, smibs.harbour.mac)])
  const now = await termsOf(slots.harbour.id)
  expect(now.length).toBe(known.length)
  expect(now.reduce((sum, one) => sum + one)).toBe(41)
})

it('of a transaction that failed leave no number behind that is used', async () => {
  const counts = await termsOf(slots.bellLink.id)
  const at = sunday + 61 * HOUR
  const refused = isPostgres(backend.db)
    ? `alter table counter_latest add constraint refused check (server_time <> ${at}) not valid`
    : `create trigger refused before update on counter_latest when new.server_time = ${at} begin select raise(abort, 'refused'); end`
  expect(counts.length).toBeGreaterThan(1)
  await sql.raw(refused).execute(backend.db)
  const another = [reading(1, at, { '0000': 48_100_077 })]
  await expect(deliver(another)).rejects.toThrow()
  await (
    isPostgres(backend.db)
      ? sql`alter table counter_latest drop constraint refused`
      : sql`drop trigger refused`
  ).execute(backend.db)
  await deliver(another)
  expect((await termsOf(slots.bellLink.id)).reduce((sum, one) => sum + one)).toBe(
    counts.reduce((sum, one) => sum + one) + 1,
  )
})

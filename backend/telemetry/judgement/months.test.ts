/**
 * PostgreSQL keeps raw rows in months: each row in its own, none lost while they are made, and those that are over and
 * empty go.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, reading } from '../../../tests/support/feed'
import { ingest } from '../ingestion/ingest.service'
import { keepMonths, partsOf } from '../../accounting/figures/months.service'

let backend: TestBackend
const { clear, days } = bookedIn(() => backend)
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
beforeEach(() => clear())

const DAY = 86_400_000
/** The first instant that no part has before any month is made. */
const end = async () => (await partsOf(backend.db, 'stored_readings')).at(-1)?.to ?? 0
const tell = async (at: number, seq: number, coinIn: number) => {
  backend.clock.set(at)
  const { refused } = await ingest(backend.deps, { tenantId: null }, [reading(seq, at, { '0000': coinIn })])
  expect(refused).toBe(0)
}
const placesOf = async (table: string) =>
  (
    await sql<{ place: string }>`select tableoid::regclass::text as place from ${sql.table(table)}
      order by 1`.execute(backend.db)
  ).rows.map(({ place }) => place)
const nameOf = (at: number) => `stored_readings_${new Date(at).toISOString().slice(0, 7).replace('-', '_')}`

it('has nothing to keep on the embedded database', async ({ skip }) => {
  if (backend.deps.engine === 'postgres') skip()
  expect(await keepMonths(backend.db, Date.now())).toEqual({ made: [], dropped: [] })
})

it('takes what came before its month was made, and drops what is over and empty', async ({ skip }) => {
  if (backend.deps.engine !== 'postgres') skip()
  const first = await end()
  // Nobody made months for a while.
  await tell(first - DAY, 1, 1_000)
  await tell(first + DAY, 2, 1_100)
  await tell(first + 40 * DAY, 3, 1_300)
  expect(await placesOf('stored_readings')).toEqual([
    'stored_readings_before',
    'stored_readings_other',
    'stored_readings_other',
  ])
  const booked = await days()
  const { made, dropped } = await keepMonths(backend.db, first + 40 * DAY)
  expect(made).toContain(nameOf(first))
  expect(dropped).toEqual([])
  expect(await placesOf('stored_readings')).toEqual(
    ['stored_readings_before', nameOf(first), nameOf(first + 40 * DAY)].sort(),
  )
  expect(await placesOf('stored_hours')).not.toContain('stored_hours_other')
  expect(await days()).toEqual(booked)
  // Once more: all is there.
  expect(await keepMonths(backend.db, first + 40 * DAY)).toEqual({ made: [], dropped: [] })
  await tell(first + 41 * DAY, 4, 1_400)
  // Told once more, it is known in its month.
  const again = reading(3, first + 40 * DAY, { '0000': 1_300 })
  expect(await ingest(backend.deps, { tenantId: null }, [again])).toMatchObject({ duplicates: 1 })

  await sql`delete from stored_readings where server_time < ${first + 35 * DAY}`.execute(backend.db)
  const later = await keepMonths(backend.db, first + 100 * DAY)
  expect(later.dropped).toEqual(expect.arrayContaining(['stored_readings_before', nameOf(first)]))
  expect(later.dropped).not.toContain(nameOf(first + 40 * DAY))
  // What comes late for a month that is gone is kept all the same.
  await tell(first + 100 * DAY, 5, 1_500)
  await sql`insert into stored_readings select (jsonb_populate_record(r, jsonb_build_object('server_time', ${first + DAY}::bigint))).*
    from stored_readings r where message_seq_nr = 4`.execute(backend.db)
  expect(await placesOf('stored_readings')).toContain('stored_readings_other')
})

it('leaves room on the pages of tables that each batch changes, in months to come too', async ({ skip }) => {
  if (backend.deps.engine !== 'postgres') skip()
  await keepMonths(backend.db, Date.now())
  const { rows } = await sql<{ name: string; room: string | null }>`
    select relname as name, reloptions::text as room from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and (relname in ('counter_days', 'counter_latest', 'smib_feeds') or relname like 'stored\\_hours\\_%')`.execute(
    backend.db,
  )
  expect(rows.length).toBeGreaterThan(4)
  const filled = (name: string) => (name === 'smib_feeds' ? 30 : 45)
  expect(rows.filter(({ name, room }) => room !== `{fillfactor=${filled(name)}}`)).toEqual([])
})

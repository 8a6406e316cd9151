import { createConnection, createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { slots } from '../../../tests/people'
import { pipelined } from './bulk'
import { openDatabase, type Database } from './database'
import { isOutcomeUnknown, isRetryable, isUnavailable } from './errors'

/** Connections are cut by PostgreSQL itself, as an administrator or a restart does. */
describe.skipIf(!process.env.TEST_DATABASE_URL)('connections that PostgreSQL closes', () => {
  let backend: TestBackend
  let admin: Database
  beforeAll(async () => {
    backend = await testBackend()
    admin = openDatabase({ url: backend.deps.env.databaseUrl, file: '' })
  })
  afterAll(async () => {
    await admin.close()
    await backend.close()
  })

  const cutAll = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      admin.db,
    )
  const setting = (name: string) => ({ user_id: 'u', name, value: '{}', updated_at: 1 })
  const names = async () =>
    (
      await backend.db
        .selectFrom('user_settings')
        .select('name')
        .where('user_id', '=', 'u')
        .orderBy('name')
        .execute()
    ).map(row => row.name)
  /** Several, so that more than one idle connection is broken. */
  const open = () =>
    Promise.all(Array.from({ length: 6 }, () => sql`select pg_sleep(0.05)`.execute(backend.db)))

  /** A statement is under way at the server, however slow the computer is. */
  const asleep = () =>
    expect
      .poll(
        async () =>
          (
            await sql`select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like '%from pg_sleep(%' and pid <> pg_backend_pid()`.execute(
              admin.db,
            )
          ).rows.length,
        { timeout: 10_000, interval: 20 },
      )
      .toBeGreaterThan(0)

  it('send the statements of a transaction without waiting for answers', async () => {
    const lock = sql`select pg_advisory_xact_lock(4711)`
    let letGo = () => {}
    const isHeld = new Promise<void>(resolve => {
      void admin.db.transaction().execute(async tx => {
        await lock.execute(tx)
        resolve()
        await new Promise<void>(done => (letGo = done))
      })
    })
    await isHeld
    const answers = await backend.db.transaction().execute(tx =>
      pipelined(
        tx,
        (function* () {
          yield lock.compile(tx)
          // Only now is the first one answered.
          letGo()
          yield sql`select 1 as one`.compile(tx)
        })(),
      ),
    )
    expect(answers[1]?.rows).toEqual([{ one: 1 }])
  })

  it('expect that looking into an index costs little more than reading on', async () => {
    const { rows } = await sql`show random_page_cost`.execute(backend.db)
    expect(rows).toEqual([{ random_page_cost: '1.1' }])
  })

  it('idle ones are noticed by nobody: reads are asked again, transactions begin on another', async () => {
    await open()
    await cutAll()
    expect(await Promise.all([names(), names(), names()])).toEqual([[], [], []])
    await open()
    await cutAll()
    await backend.db
      .transaction()
      .execute(db => db.insertInto('user_settings').values(setting('begun')).execute())
    expect(await names()).toEqual(['begun'])
  })

  it('one that is cut under a read is replaced, and the read is asked again', async () => {
    const reading = sql<{ one: number }>`select 1 as one from pg_sleep(1)`
      .execute(backend.db)
      .catch((thrown: unknown) => thrown)
    await asleep()
    await cutAll()
    expect(await reading).toMatchObject({ rows: [{ one: 1 }] })
  })

  it('a transaction that is cut leaves nothing behind and says that it may be tried again', async () => {
    const cut = backend.db.transaction().execute(async db => {
      await db.insertInto('user_settings').values(setting('half')).execute()
      await cutAll()
      await db.insertInto('user_settings').values(setting('other half')).execute()
    })
    const error: unknown = await cut.catch((thrown: unknown) => thrown)
    expect([isRetryable(error), isUnavailable(error), isOutcomeUnknown(error)]).toEqual([true, true, false])
    expect(await names()).toEqual(['begun'])
  })

  it('a write by itself is not sent twice: nobody can know whether it was done', async () => {
    // Caught at once: it may well be refused before the cut itself has answered.
    const slow =
      sql`insert into user_settings (user_id, name, value, updated_at) select 'u', 'slow', '{}', 1 from pg_sleep(5)`
        .execute(backend.db)
        .then(
          () => undefined,
          (thrown: unknown) => thrown,
        )
    await asleep()
    await cutAll()
    const error = await slow
    expect([isRetryable(error), isUnavailable(error), isOutcomeUnknown(error)]).toEqual([false, true, true])
    expect(await names()).toEqual(['begun'])
  })

  it("the error of a statement is the statement's, and names who sent it", async () => {
    const error = await sql`select * from no_such_table`
      .execute(backend.db)
      .catch((thrown: unknown) => thrown as Error)
    expect(error).toMatchObject({ code: '42P01' })
    expect((error as Error).stack).toContain('postgres-dialect.test')
  })

  it('one that is begun and not answered is waited for no longer than a restart takes', async () => {
    const { hostname, port, pathname, username } = new URL(backend.deps.env.databaseUrl ?? '')
    let isSilent = false
    const held: (() => void)[] = []
    const between = createServer(socket => {
      const answer = () => {
        const onward = createConnection({ host: hostname, port: Number(port) })
        onward.on('error', () => socket.destroy())
        socket.on('error', () => onward.destroy())
        socket.pipe(onward).pipe(socket)
      }
      if (isSilent) held.push(answer)
      else answer()
    })
    await new Promise<void>(resolve => between.listen(0, '127.0.0.1', resolve))
    const { port: own } = between.address() as AddressInfo
    const { db, close } = openDatabase({
      url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
      file: '',
    })
    const read = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows)
    expect(await read()).toEqual([{ one: 1 }])
    isSilent = true
    await cutAll()
    const refused: unknown = await read().catch((thrown: unknown) => thrown)
    expect([isUnavailable(refused), isOutcomeUnknown(refused)]).toEqual([true, false])
    // The pool's own limit is longer than a page has, and would say so in other words. No clock here: on a busy machine
    // it tells of the machine.
    expect((refused as Error).message).toBe('no connection in time')
    isSilent = false
    for (const answer of held) answer()
    await expect.poll(read, { timeout: 10_000 }).toEqual([{ one: 1 }])
    await close()
    between.close()
  })

  describe('during a commit', () => {
    /** The commit itself takes a while: what is deferred is done then. */
    const slowCommits = async () => {
      await sql`create function wait_a_moment() returns trigger language plpgsql as 'begin perform pg_sleep(2); return null; end'`.execute(
        admin.db,
      )
      await sql`create constraint trigger wait_a_moment after insert or update on slots deferrable initially deferred for each row execute function wait_a_moment()`.execute(
        admin.db,
      )
    }
    beforeAll(slowCommits)

    const save = async (headers: Record<string, string>) => {
      const { body } = await backend.json<{
        data: {
          slot: {
            version: number
            serial: string
            manufacturer: string
            denomination: object
            location: { _id: string }
          }
        }
      }>(`/api/configuration/v1/slot/${slots.novoline.id}`, { as: 'mihai' })
      const { version, serial, manufacturer, denomination, location } = body.data.slot
      const saving = backend.json(`/api/configuration/v1/slot/${slots.novoline.id}`, {
        method: 'PUT',
        as: 'mihai',
        headers,
        body: {
          serial,
          manufacturer,
          denomination,
          location: location._id,
          position: 'B-7',
          version,
          reason: 'Moved within the hall',
        },
      })
      await expect
        .poll(
          async () =>
            (
              await sql`select 1 from pg_stat_activity where query = 'commit' and state = 'active'`.execute(
                admin.db,
              )
            ).rows.length,
          { timeout: 10_000, interval: 20 },
        )
        .toBeGreaterThan(0)
      await cutAll()
      return { version, ...(await saving) }
    }

    it('a write without a key answers 503, and that nobody knows whether it was done', async () => {
      const { status, headers, body } = await save({})
      expect([status, headers.get('retry-after'), body.error.code]).toEqual([503, '5', 'outcome_unknown'])
    })

    it('a write with an Idempotency-Key is asked for once more by that key', async () => {
      const { status, version } = await save({ 'idempotency-key': 'moved-to-b-7-for-sure' })
      expect(status).toBe(200)
      const { version: now } = await backend.db
        .selectFrom('slots')
        .select('version')
        .where('id', '=', slots.novoline.id)
        .executeTakeFirstOrThrow()
      expect(Number(now)).toBe(version + 1)
    })
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('long reads that are asked again and again', () => {
  let backend: TestBackend
  beforeAll(async () => {
    backend = await testBackend()
  })
  afterAll(() => backend.close())

  const condition = sql.raw(Array.from({ length: 60 }, () => '1 = 1').join(' and '))
  const onOneConnection = async (
    work: (
      ask: () => Promise<object[]>,
      run: (text: string) => Promise<object[]>,
      kept: () => Promise<number>,
    ) => Promise<void>,
  ) => {
    const { db, close } = openDatabase({ url: backend.deps.env.databaseUrl, file: '' })
    await db.connection().execute(one => {
      const run = async (text: string) => (await sql<object>`${sql.raw(text)}`.execute(one)).rows
      return work(
        async () =>
          (await sql<object>`select * from seldom where ${condition} and n = ${7}`.execute(one)).rows,
        run,
        async () => (await run('select 1 from pg_prepared_statements')).length,
      )
    })
    await close()
  }
  beforeAll(async () => {
    await sql`create table seldom (n bigint)`.execute(backend.db)
    await sql`insert into seldom values (7)`.execute(backend.db)
  })

  it('are planned once, and answered where a pooler has handed the connection to somebody else', () =>
    onOneConnection(async (ask, run, kept) => {
      for (let time = 0; time < 6; time++) expect(await ask()).toEqual([{ n: 7 }])
      expect(await kept()).toBe(1)
      await run('deallocate all')
      expect(await ask()).toEqual([{ n: 7 }])
      expect(await ask()).toEqual([{ n: 7 }])
      expect(await kept()).toBe(0)
    }))

  it('are answered with the columns that a table has by now', () =>
    onOneConnection(async (ask, run) => {
      for (let time = 0; time < 6; time++) await ask()
      await run('alter table seldom add column more text')
      expect(await ask()).toEqual([{ n: 7, more: null }])
    }))
})

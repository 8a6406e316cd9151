import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createSessionStore, DEFAULT_LIMITS, endOf, type SessionStore } from './session-store.server'
import { createTables, openSessionsDb, type SessionsDb } from './sessions-db.server'
import { createVault } from './vault.server'

const SECRET = 'a secret that is at least 32 characters long'
const tokens = { access: 'access-token-of-ana', refresh: 'refresh-token-of-ana' }

let db: SessionsDb
let now = 0
const storeWith = (secret: string) =>
  createSessionStore(() => Promise.resolve(db), createVault(secret), { clock: () => now })
const { idleMs: IDLE_MS, absoluteMs: ABSOLUTE_MS } = DEFAULT_LIMITS
const MINUTE = 60_000
/** As a request of a person's does. */
async function act(store: SessionStore, id: string): Promise<void> {
  const session = await store.read(id)
  if (session) await store.touch(id, session)
}

beforeEach(async () => {
  now = 1_700_000_000_000
  db = await openSessionsDb({ file: ':memory:' })
})
afterEach(() => db.destroy())

describe('the session store', () => {
  test('the table holds neither tokens nor ids that a cookie could be made of', async () => {
    const store = storeWith(SECRET)
    const id = await store.create({ tokens, identity: null })
    await store.putFlash(id, { text: 'Saved for Ana' })
    const row = JSON.stringify(await db.selectFrom('console_sessions').selectAll().execute())
    for (const secret of [id, tokens.access, tokens.refresh, 'for Ana']) expect(row).not.toContain(secret)
    expect((await store.read(id))?.tokens).toEqual(tokens)
  })

  test('where a session has written last goes forward alone, whichever console says it first', async () => {
    const store = storeWith(SECRET)
    const id = await store.create({ tokens, identity: null })
    expect((await store.read(id))?.writtenAt).toBeNull()
    for (const position of ['00000000000000a0', '000000000000009f']) await store.saveWrittenAt(id, position)
    expect((await store.read(id))?.writtenAt).toBe('00000000000000a0')
    await store.saveWrittenAt(id, '0000000100000000')
    expect((await store.read(id))?.writtenAt).toBe('0000000100000000')
  })

  test('another secret opens nothing, and a row moved to another session opens nothing', async () => {
    const store = storeWith(SECRET)
    const [ana, olga] = [
      await store.create({ tokens, identity: null }),
      await store.create({ tokens: { ...tokens, access: 'olga' }, identity: null }),
    ]
    expect(await storeWith('another secret of at least 32 characters').read(ana)).toBeNull()
    const [one, other] = await db.selectFrom('console_sessions').select(['id', 'tokens']).execute()
    await db
      .updateTable('console_sessions')
      .set({ tokens: one?.tokens ?? '' })
      .where('id', '=', other?.id ?? '')
      .execute()
    const read = [await store.read(ana), await store.read(olga)]
    expect(read.filter(session => session === null)).toHaveLength(1)
  })

  test('an idle session ends; one in use goes on, but not for ever', async () => {
    const store = storeWith(SECRET)
    const start = now
    const id = await store.create({ tokens, identity: null })
    now += IDLE_MS + 1
    expect(await store.read(id)).toBeNull()
    now = start
    while (now - start < ABSOLUTE_MS - IDLE_MS) {
      now += IDLE_MS - 60_000
      expect(await store.read(id)).not.toBeNull()
      await act(store, id)
    }
    now = start + ABSOLUTE_MS + 1
    expect(await store.read(id)).toBeNull()
  })

  test('reading alone does not keep a session: a page left open asks by itself', async () => {
    const store = storeWith(SECRET)
    const id = await store.create({ tokens, identity: null })
    for (let minute = 0; minute < 15; minute++) {
      expect(await store.read(id)).not.toBeNull()
      now += MINUTE
    }
    now += 1
    expect(await store.read(id)).toBeNull()
  })

  test('a quarter of an hour without use, twelve hours in all; told exactly', async () => {
    const store = storeWith(SECRET)
    const start = now
    const id = await store.create({ tokens, identity: null })
    const endNow = async () => {
      const session = await store.read(id)
      return session && endOf(session)
    }
    expect(await endNow()).toEqual({ at: start + 15 * MINUTE, isFinal: false })
    for (now += 10 * MINUTE; now < start + ABSOLUTE_MS; now += 10 * MINUTE) await act(store, id)
    expect(await endNow()).toEqual({ at: start + 12 * 60 * MINUTE, isFinal: true })
  })

  test('a kiosk has limits of its own, shorter or longer', async () => {
    const store = storeWith(SECRET)
    const onKiosk = (idle: number, absolute: number) =>
      store.create({
        tokens,
        identity: null,
        limits: { idleMs: idle * MINUTE, absoluteMs: absolute * MINUTE },
      })
    const [short, long] = [await onKiosk(2, 30), await onKiosk(60, 1_440)]
    now += 20 * MINUTE
    expect(await store.prune()).toBe(1)
    expect(await store.read(short)).toBeNull()
    expect(await store.read(long)).not.toBeNull()
  })

  test('an act counts after seconds on a kiosk of two minutes', async () => {
    const store = storeWith(SECRET)
    const start = now
    const id = await store.create({
      tokens,
      identity: null,
      limits: { idleMs: 2 * MINUTE, absoluteMs: 60 * MINUTE },
    })
    now += 5_000
    await act(store, id)
    now = start + 2 * MINUTE + 4_000
    expect(await store.read(id)).not.toBeNull()
  })

  test('a store of an earlier release gets what it lacks, and its sessions go on', async () => {
    const older = await openSessionsDb({ file: ':memory:' })
    await sql`drop table console_sessions`.execute(older)
    await sql`create table console_sessions (id text primary key, tokens text not null, identity text, flash text, created_at bigint not null, seen_at bigint not null)`.execute(
      older,
    )
    await createTables(older)
    const store = createSessionStore(() => Promise.resolve(older), createVault(SECRET), { clock: () => now })
    expect(await store.read(await store.create({ tokens, identity: null }))).not.toBeNull()
    await createTables(older)
    await older.destroy()
  })

  test('a form that came too late waits until it is sent, sealed', async () => {
    const store = storeWith(SECRET)
    const kept = { path: '/slots/new', fields: [['serial', 'EGT-1']] as [string, string][] }
    const id = await store.create({ tokens, identity: null, savedForm: kept })
    expect(JSON.stringify(await db.selectFrom('console_sessions').selectAll().execute())).not.toContain(
      'EGT-1',
    )
    expect([(await store.read(id))?.hasSavedForm, await store.readSavedForm(id)]).toEqual([true, kept])
    await store.dropSavedForm(id)
    expect([(await store.read(id))?.hasSavedForm, await store.readSavedForm(id)]).toEqual([false, null])
  })

  test('pruning deletes what has ended and nothing else', async () => {
    const store = storeWith(SECRET)
    await store.create({ tokens, identity: null })
    now += IDLE_MS + 1
    const fresh = await store.create({ tokens, identity: null })
    expect(await store.prune()).toBe(1)
    expect(await store.read(fresh)).not.toBeNull()
  })

  test('a message is read once; renewing tokens meanwhile loses neither', async () => {
    const store = storeWith(SECRET)
    const id = await store.create({ tokens, identity: null })
    await Promise.all([
      store.putFlash(id, { text: 'Saved' }),
      store.saveTokens(id, { access: 'new', refresh: null }),
    ])
    expect(await store.read(id)).toMatchObject({ tokens: { access: 'new' }, hasFlash: true })
    expect(await store.takeFlash(id)).toEqual({ text: 'Saved' })
    expect(await store.takeFlash(id)).toBeNull()
  })

  test('a removed session is gone', async () => {
    const store = storeWith(SECRET)
    const id = await store.create({ tokens, identity: null })
    await store.remove(id)
    expect(await store.read(id)).toBeNull()
  })
})

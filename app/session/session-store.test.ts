import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ABSOLUTE_MS, createSessionStore, IDLE_MS } from './session-store.server'
import { openSessionsDb, type SessionsDb } from './sessions-db.server'
import { createVault } from './vault.server'

const SECRET = 'a secret that is at least 32 characters long'
const tokens = { access: 'access-token-of-ana', refresh: 'refresh-token-of-ana' }

let db: SessionsDb
let now = 0
const storeWith = (secret: string) => createSessionStore(() => Promise.resolve(db), createVault(secret), () => now)

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
    for (const secret of [id, tokens.access, tokens.refresh, 'Ana']) expect(row).not.toContain(secret)
    expect((await store.read(id))?.tokens).toEqual(tokens)
  })

  test('another secret opens nothing, and a row moved to another session opens nothing', async () => {
    const store = storeWith(SECRET)
    const [ana, olga] = [await store.create({ tokens, identity: null }), await store.create({ tokens: { ...tokens, access: 'olga' }, identity: null })]
    expect(await storeWith('another secret of at least 32 characters').read(ana)).toBeNull()
    const [one, other] = await db.selectFrom('console_sessions').select(['id', 'tokens']).execute()
    await db.updateTable('console_sessions').set({ tokens: one?.tokens ?? '' }).where('id', '=', other?.id ?? '').execute()
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
      const session = await store.read(id)
      expect(session).not.toBeNull()
      await store.touch(id, session?.seenAt ?? 0)
    }
    now = start + ABSOLUTE_MS + 1
    expect(await store.read(id)).toBeNull()
  })

  test('reading alone does not keep a session: a page left open asks by itself', async () => {
    const store = storeWith(SECRET)
    const id = await store.create({ tokens, identity: null })
    for (let hour = 0; hour < 8; hour++) {
      expect(await store.read(id)).not.toBeNull()
      now += 3_600_000
    }
    now += 1
    expect(await store.read(id)).toBeNull()
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
    await Promise.all([store.putFlash(id, { text: 'Saved' }), store.saveTokens(id, { access: 'new', refresh: null })])
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

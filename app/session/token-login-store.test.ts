import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tokenUntil } from '../../tests/support/fake-backend'
import { createTokenLoginStore } from './token-login-store.server'
import type { Identity } from './identity.server'
import { openSessionsDb, type SessionsDb } from './sessions-db.server'
import { createVault } from './vault.server'

let db: SessionsDb
let now = 0
/** Each console that shares the store has its own. */
const console_ = () =>
  createTokenLoginStore(
    () => Promise.resolve(db),
    createVault('a secret that is at least 32 characters long'),
    () => now,
  )
const identity = {
  user: { user_id: 'e2', username: 'mihai' },
  permissions: {},
  checkedAt: 0,
} as unknown as Identity

beforeEach(async () => {
  now = 1_700_000_000_000
  db = await openSessionsDb({ file: ':memory:' })
})
afterEach(() => db.destroy())

describe('tokens of a link', () => {
  const tokens = () => ({ access: tokenUntil(now + 900_000), refresh: 'refresh-1' })

  test('count once among all consoles, and of several at once for one of them', async () => {
    const answers = await Promise.all([console_(), console_(), console_()].map(one => one.spend(tokens())))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await console_().spend({ access: '', refresh: 'refresh-1' }), 'half of the pair is the pair').toBe(
      false,
    )
    expect(await console_().spend({ access: tokens().access, refresh: null })).toBe(false)
  })

  test('may come again when nobody could say whose they are', async () => {
    await console_().spend(tokens())
    await console_().giveBack(tokens())
    expect(await console_().spend(tokens())).toBe(true)
  })

  test('are remembered until they have ended, and are stored by their hash', async () => {
    await console_().spend(tokens())
    expect(JSON.stringify(await db.selectFrom('console_spent_tokens').selectAll().execute())).not.toMatch(
      /refresh-1|eyJ/,
    )
    const { access } = tokens()
    now += 1_000_000
    await console_().prune()
    expect(await console_().spend({ access, refresh: null }), 'ended by itself').toBe(true)
    expect(await console_().spend({ access: '', refresh: 'refresh-1' })).toBe(false)
  })

  test.each([[Number.MAX_VALUE], [-1], ['soon']])(
    'that claim to end at %j are remembered all the same',
    async exp => {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const odd = { access: `${part({ alg: 'none' })}.${part({ exp })}.x`, refresh: null }
      expect([await console_().spend(odd), await console_().spend(odd)]).toEqual([true, false])
    },
  )
})

describe("another person's session that waits for an answer", () => {
  const content = {
    tokens: { access: 'access-of-mihai', refresh: 'refresh-of-mihai' },
    identity,
    path: '/slots',
  }

  test('is sealed, belongs to one session, and is forgotten after ten minutes', async () => {
    const store = console_()
    await store.keep('session-of-olga', content)
    expect(JSON.stringify(await db.selectFrom('console_hand_overs').selectAll().execute())).not.toMatch(
      /mihai|session-of-olga/,
    )
    expect(await store.read('session-of-olga')).toMatchObject(content)
    expect(await store.read('session-of-ana')).toBeNull()
    now += 600_001
    expect(await store.read('session-of-olga')).toBeNull()
    await store.prune()
    expect(await db.selectFrom('console_hand_overs').selectAll().execute()).toEqual([])
  })

  test('gives way to a newer one, which is another question', async () => {
    const store = console_()
    await store.keep('session-of-olga', content)
    const first = await store.read('session-of-olga')
    await store.keep('session-of-olga', content)
    expect((await store.read('session-of-olga'))?.nonce).not.toBe(first?.nonce)
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepOut } from '../../../tests/support/kept-out'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { rotateKey } from './identity'
import { renewHashes } from './key-rotation.service'
import { removePast } from './retention.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
  await keepOut(backend, async (path, body) => {
    const answer = await backend.json(path, { as: 'ana', body })
    return answer.body.data as unknown as Record<string, { _id: string }>
  })
})
afterAll(() => backend.close())

const count = async (
  table: 'player_scans' | 'self_exclusions' | 'blacklists' | 'players' | 'player_documents',
) => (await backend.db.selectFrom(table).selectAll().execute()).length
const DAY = 86_400_000

it('scans go after 30 days, exclusions five years after their end, then the person; the log says how many and not who', async () => {
  const now = backend.clock()
  expect(await removePast(backend.deps, now + 29 * DAY)).toBe(0)
  expect(await removePast(backend.deps, now + 30 * DAY)).toBe(3)
  expect([await count('player_scans'), await count('self_exclusions')]).toEqual([0, 3])
  // One player's exclusion and blacklist entry were over; the others' have no end, and one entry of the list was
  // removed.
  expect(await removePast(backend.deps, now + 5.1 * 365.25 * DAY)).toBe(4)
  expect([await count('self_exclusions'), await count('blacklists'), await count('players')]).toEqual([
    2, 2, 2,
  ])
  expect(await count('player_documents')).toBe(2)
  const entries = await backend.db
    .selectFrom('audit_log')
    .select(['entity', 'after_json', 'actor_kind'])
    .where('action', '=', 'retention')
    .orderBy('seq')
    .execute()
  expect(entries.map(({ entity }) => entity)).toEqual([
    'player_scan',
    'self_exclusion',
    'blacklist',
    'onjn_exclusion',
    'player',
  ])
  expect(entries[0]).toMatchObject({
    actor_kind: 'system',
    after_json: expect.stringContaining('"removed":3'),
  })
})

it('hashes follow a new key in pieces', async () => {
  await backend.db.transaction().execute(db => rotateKey(db, backend.clock()))
  expect(await renewHashes(backend.db, backend.clock())).toBe(4)
  expect(await renewHashes(backend.db, backend.clock())).toBe(0)
})

import { spawnSync } from 'node:child_process'
import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '../../backend/platform/db/new-id'
import { insertMany } from '../../backend/platform/db/bulk'
import { keyring } from '../../backend/players/player-exclusion/identity'
import { tenants } from '../people'
import { ownBackend, type OwnBackend } from '../support/own-backend'
import type { RunningProgram } from '../support/system'

const LISTED = 16_000
let backend: OwnBackend | undefined
let running: RunningProgram | undefined
afterAll(async () => {
  await running?.end('SIGKILL')
  backend?.remove()
})

test('a key that is rotated from the command line while the backend runs, and is killed, ends with every hash moved once', async () => {
  backend = await ownBackend(async db => {
    const now = Date.now()
    const ring = await keyring(db, now)
    const rows = Array.from({ length: LISTED }, (_, nr) => ({
      id: newId(now + nr),
      version: 1,
      tenant_id: tenants.carpathia.id,
      ...ring.keyed(String(nr).padStart(64, '0')),
      mark: '',
      added_on: null,
      valid_from: now,
      removed_at: null,
      search: '',
      archived_at: null,
      created_at: now,
      updated_at: now,
    }))
    const columns = {
      id: 'text',
      version: 'bigint',
      tenant_id: 'text',
      hash: 'text',
      generation: 'bigint',
      mark: 'text',
      added_on: 'text',
      valid_from: 'bigint',
      removed_at: 'bigint',
      search: 'text',
      archived_at: 'bigint',
      created_at: 'bigint',
      updated_at: 'bigint',
    } as const
    await db.transaction().execute(tx => insertMany(tx, 'onjn_exclusions', columns, rows))
  })
  running = await backend.start()
  const rotate = (...reason: string[]) =>
    spawnSync(process.execPath, ['build-backend/rotate-exclusion-key.mjs', ...reason], {
      env: { ...process.env, ...backend?.settings },
      encoding: 'utf8',
    })
  expect(rotate().status).toBe(2)
  const first = rotate('A key was seen')
  expect(first.stderr).toBe('')
  expect(first.status).toBe(0)
  const left = () =>
    (backend as OwnBackend).withDatabase(async ({ db }) => {
      const { count } = await db
        .selectFrom('onjn_exclusions')
        .select(row => row.fn.countAll<number>().as('count'))
        .where('generation', '=', 1)
        .executeTakeFirstOrThrow()
      return Number(count)
    })
  await vi.waitFor(async () => expect(await left()).toBeLessThan(LISTED), { timeout: 30_000, interval: 20 })
  running.process.kill('SIGKILL')
  await running.ended
  const half = await left()
  if (half > 0) expect(rotate('Another one').stderr).toContain('not over')
  running = await backend.start()
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 30_000, interval: 100 })
  await running.end()
  running = undefined
  await backend.withDatabase(async ({ db }) => {
    const ring = await keyring(db, Date.now())
    expect(ring.newest).toBe(2)
    const stored = await db.selectFrom('onjn_exclusions').select('hash').execute()
    const wanted = new Set(
      Array.from({ length: LISTED }, (_, nr) => ring.keyed(String(nr).padStart(64, '0')).hash),
    )
    expect(stored).toHaveLength(LISTED)
    expect(stored.filter(({ hash }) => !wanted.has(hash))).toEqual([])
  })
})

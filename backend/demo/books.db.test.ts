/** The demo's halls with sealed books, whatever the hour at which the demo is made. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { seedRoles } from '../identity/auth/roles'
import { HOUR_MS } from '../platform/contract/durations'
import { ingest } from '../telemetry/ingestion/ingest.service'
import { startRunner } from '../platform/tasks/runner'
import { demoSharePath } from '../accounting/share-links/demo-link.service'
import { sealBooks } from './books'
import { tellHistory } from './history'
import { demoHistory } from './history.service'
import { planNetwork } from './network'
import { DEMO_SEED, seedNetwork } from './seed'

/** 60 days before, gaming days begin at 05:00 UTC: the first reading falls on the beginning of one. */
const made = Date.UTC(2026, 10, 20, 5, 10)
let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend({ empty: true, env: { DEMO: 'on' } })
  backend.clock.set(made)
  await seedRoles(backend.db, made)
  await seedNetwork(backend.deps)
})
afterAll(() => backend.close())

it('a history that begins with a gaming day is sealed from its first reading on', async () => {
  const network = planNetwork(DEMO_SEED, made)
  const hall = network.locations.find(({ code }) => code === 'CJ-01')
  const until = network.historyStart + 50 * HOUR_MS
  const slots = network.machines.filter(({ locationId }) => locationId === hall?.id)
  for (const hour of tellHistory(network, slots)) {
    if (hour.until > until) break
    await ingest(backend.deps, { tenantId: hall?.tenantId ?? '' }, hour.messages, { live: false })
  }
  await sealBooks(backend.deps, network, hall?.tenantId ?? '', slots, until)
  const sealed = await backend.db
    .selectFrom('daily_reports')
    .select('day')
    .where('state', '=', 'sealed')
    .orderBy('day')
    .execute()
  expect(sealed.map(({ day }) => day)).toEqual(['2026-09-20', '2026-09-21', '2026-09-22'])
}, 60_000)

it('the sealed month and its share link stand ready before any other location is written', async () => {
  const { db } = backend
  const hall = planNetwork(DEMO_SEED, made).locations.find(({ code }) => code === 'CJ-01')
  await db
    .deleteFrom('tasks')
    .where('tenant_id', '!=', hall?.tenantId ?? '')
    .execute()
  const runner = startRunner(backend.deps, [demoHistory], { pollMs: 20 })
  while ((await demoSharePath(db, backend.clock())) === null) await pause(50)
  await runner.stop()
  const written = await db
    .selectFrom('messages as m')
    .innerJoin('smibs as s', 's.id', 'm.smib_id')
    .select('s.location_id')
    .distinct()
    .execute()
  expect(written).toEqual([{ location_id: hall?.id }])
}, 120_000)

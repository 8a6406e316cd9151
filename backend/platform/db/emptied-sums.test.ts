/**
 * Rows of hours and days in which nothing stands are no more where a change was set back before they went by
 * themselves.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { recordChange } from '../audit/audit.service'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { up } from '../../schema/migrations/227-emptied-sums'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

it('the emptied days of a slot that was set back go, what stands in others and of other slots stays', async () => {
  const { db } = backend
  await db.deleteFrom('counter_days').execute()
  const day = {
    ...noMovement,
    gaming_day: '2026-03-10',
    game_nr: 0,
    location_id: locations.cluj.id,
    denomination_minor: 1,
    tenant_id: tenants.carpathia.id,
    currency: 'RON',
    readings: 0,
  }
  await db
    .insertInto('counter_days')
    .values([
      { ...day, slot_id: slots.bellLink.id },
      { ...day, slot_id: slots.bellLink.id, gaming_day: '2026-03-11', coin_in: 5 },
      { ...day, slot_id: slots.bellLink.id, gaming_day: '2026-03-12', readings: 1 },
      { ...day, slot_id: slots.novoline.id },
    ])
    .execute()
  await db.transaction().execute(tx =>
    recordChange(
      tx,
      { id: 'x', name: 'Ana', kind: 'user' },
      {
        entity: 'slot',
        id: slots.bellLink.id,
        tenantId: tenants.carpathia.id,
        action: 'set_back',
        before: {},
        after: {},
      },
      backend.clock(),
    ),
  )
  await up(db as never)
  const left = await db
    .selectFrom('counter_days')
    .select(['slot_id', 'gaming_day'])
    .orderBy('gaming_day')
    .execute()
  expect(
    left.map(({ slot_id, gaming_day }) => `${slot_id === slots.bellLink.id ? 'bell' : 'nova'} ${gaming_day}`),
  ).toEqual(['nova 2026-03-10', 'bell 2026-03-11', 'bell 2026-03-12'])
})

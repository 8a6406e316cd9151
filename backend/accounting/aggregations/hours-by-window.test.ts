/** A page of hours that is put together of windows is the page that one question over the whole period would answer. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { storedHour } from '../../../tests/support/stored'
import { lawRuns } from '../../../tests/support/law-runs'
import { noMovement } from '../../telemetry/readings/meters.contract'
import { pageOfRollUps, totalOfRollUps } from './hours-by-window.queries'
import { countRollUps, rollUpRows, type RollUpQuery } from './roll-up-rows.queries'

const HOUR = 3_600_000
const from = Date.UTC(2026, 2, 1)
const DAYS = 40
const everything = { tenantId: null } as Parameters<typeof rollUpRows>[1]
let backend: TestBackend

beforeAll(async () => {
  backend = await testBackend()
  const told = (['bellLink', 'novoline', 'ribeira'] as const).flatMap((slot, nr) =>
    Array.from({ length: DAYS * 24 }, (_, hour) => hour)
      // A silence of days, and hours that some have and others lack.
      .filter(hour => (hour < 200 || hour > 500) && (hour + nr) % (nr + 2) === 0)
      .map(hour => ({
        ...storedHour({
          ...noMovement,
          slot_id: slots[slot].id,
          game_nr: 0,
          location_id: locations[slots[slot].location].id,
          denomination_minor: 5,
          tenant_id: tenants[locations[slots[slot].location].tenant].id,
          currency: 'RON',
          readings: 1,
          coin_in: hour,
        }),
        hour_start: from + hour * HOUR,
      })),
  )
  for (let at = 0; at < told.length; at += 200)
    await backend.db
      .insertInto('stored_hours')
      .values(told.slice(at, at + 200))
      .execute()
})
afterAll(() => backend.close())

it('and so is its total, wherever counting stops', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('stored', 'slot', 'location', 'tenant'),
      fc.constantFrom('ASC', 'DESC'),
      fc.nat(1_200),
      fc.integer({ min: 1, max: 400 }),
      fc.nat(DAYS * 24),
      fc.nat(DAYS * 24),
      async (by, direction, offset, limit, one, other) => {
        const query: RollUpQuery = {
          granulation: 'hour',
          by,
          places: {},
          withArchived: false,
          period: { from: from + Math.min(one, other) * HOUR, to: from + Math.max(one, other) * HOUR },
        }
        const part = { direction, limit, offset }
        const { db } = backend
        expect(await pageOfRollUps(db, everything, query, part)).toEqual(
          await rollUpRows(db, everything, query, part),
        )
        expect(await totalOfRollUps(db, everything, query, limit)).toEqual(
          await countRollUps(db, everything, query, limit),
        )
      },
    ),
    { numRuns: lawRuns(25) },
  )
})

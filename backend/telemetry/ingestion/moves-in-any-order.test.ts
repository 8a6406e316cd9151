import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, reading } from '../../../tests/support/feed'
import { lawRuns } from '../../../tests/support/law-runs'
import { ingest } from './ingest.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const { clear } = bookedIn(() => backend)
const slot = slots.bellLink.id
const morning = Date.UTC(2026, 2, 12, 9)

/** By place and price. */
async function booked(): Promise<Record<string, number>> {
  const rows = await backend.db
    .selectFrom('counter_days')
    .select(['location_id', 'denomination_minor', 'coin_in'])
    .where('slot_id', '=', slot)
    .execute()
  const sums = new Map<string, number>()
  for (const row of rows)
    if (row.coin_in !== 0) {
      const key = keyOf(row.location_id, row.denomination_minor)
      sums.set(key, (sums.get(key) ?? 0) + row.coin_in)
    }
  return Object.fromEntries([...sums].sort())
}
const keyOf = (location: string | undefined, price: number) =>
  `${location === locations.cluj.id ? 'Cluj' : 'Brăila'} × ${price}`

describe('sums of readings of a slot that moves and changes its price', () => {
  it('are what its readings and its history say, in whatever order they arrive', async () => {
    const places = [locations.cluj.id, locations.braila.id]
    const step = fc.record({
      after: fc.integer({ min: 1, max: 90 }),
      played: fc.nat(300),
      change: fc.option(
        fc.record({ before: fc.constantFrom(0, 0, 1), place: fc.nat(1), price: fc.constantFrom(1, 1, 1, 5) }),
        { freq: 2 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(step, { minLength: 2, maxLength: 12 })
          .chain(steps =>
            fc.tuple(
              fc.constant(steps),
              fc.shuffledSubarray([...steps.keys()], { minLength: steps.length }),
              fc.integer({ min: 1, max: 4 }),
            ),
          ),
        async ([steps, order, size]) => {
          await clear()
          await backend.db
            .deleteFrom('slot_history')
            .where('slot_id', '=', slot)
            .where('valid_from', '>', 0)
            .execute()
          const rows = [{ from: 0, place: 0, price: 1 }]
          let [at, value] = [morning, 1_000]
          const told: { at: number; value: number }[] = []
          for (const { after, played, change: changed } of steps) {
            at += after * 60_000
            // At the very instant of the reading, or a minute before it.
            if (changed)
              rows.push({ from: at - changed.before * 60_000, place: changed.place, price: changed.price })
            told.push({ at, value: (value += played) })
          }
          const history = [...new Map(rows.map(row => [row.from, row])).values()].sort(
            (a, b) => a.from - b.from,
          )
          const later = history.slice(1).map(({ from, place, price }) => ({
            tenant_id: tenants.carpathia.id,
            slot_id: slot,
            valid_from: from,
            origin: 'written' as const,
            location_id: places[place] ?? '',
            currency: 'RON',
            denomination_minor: price,
          }))
          if (later.length > 0) await backend.db.insertInto('slot_history').values(later).execute()
          const { location_id, denomination_minor } = later.at(-1) ?? {
            location_id: locations.cluj.id,
            denomination_minor: 1,
          }
          await backend.db
            .updateTable('slots')
            .set({ location_id, denomination_minor })
            .where('id', '=', slot)
            .execute()

          const expected = new Map<string, number>()
          for (const [index, { at: to, value: now }] of told.entries()) {
            const last = told[index - 1]
            if (!last || now === last.value) continue
            const before = history.findLast(row => row.from <= last.at)
            const crossed = history.filter(row => row.from > last.at && row.from < to)
            let [held, stays] = [before, true]
            for (const row of crossed) {
              if (row.price !== held?.price) stays = false
              held = row
            }
            if (!stays) continue
            const first = crossed.find((row, nr) => row.place !== (crossed[nr - 1] ?? before)?.place)
            const place = first ? (crossed[crossed.indexOf(first) - 1] ?? before) : held
            if (!place) continue
            const key = keyOf(places[place.place], place.price)
            expected.set(key, (expected.get(key) ?? 0) + now - last.value)
          }
          const messages = told.map((one, seq) => reading(seq + 1, one.at, { '0000': one.value }))
          const arrivals = order.flatMap(index => messages[index] ?? [])
          backend.clock.set(morning + 9 * 24 * 3_600_000)
          for (let start = 0; start < arrivals.length; start += size)
            await ingest(backend.deps, { tenantId: null }, arrivals.slice(start, start + size))
          expect(await booked()).toEqual(Object.fromEntries([...expected].sort()))
        },
      ),
      { numRuns: lawRuns(25) },
    )
  }, 60_000)
})

/** What play put into jackpots over some days is what its hours did, wherever increments and sources change. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, slots, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { bookedIn, HOUR, reading, sunday } from '../../../tests/support/feed'
import { lawRuns } from '../../../tests/support/law-runs'
import { gamingDayBoundsIn } from '../../estate/locations/gaming-day.service'
import { dayRules } from '../../telemetry/readings/slot-history.queries'
import { contributedBy } from './contributed.service'

let backend: TestBackend
const { deliver, hours } = bookedIn(() => backend)
const cluj = locations.cluj.id
const lei = (minor: number) => ({ minor, currency: 'RON' })
let level = ''

beforeAll(async () => {
  backend = await testBackend()
  const make = async (path: string, body: object): Promise<string> => {
    const answer = await backend.json<{ data: Record<string, { _id: string }> }>(
      `/api/jackpot-manager/v1/${path}`,
      { as: 'mihai', body },
    )
    return answer.body.data[path]?._id ?? ''
  }
  const jackpot = await make('jackpot', { name: 'Noroc', location: cluj, kind: 'mystery', currency: 'RON' })
  level = await make('jackpot-level', {
    ...{ jackpot, name: 'Mini', position: 1, seed: lei(20_000), limit: null, visible: 500, hidden: 100 },
    ...{ hit_from: lei(3_000_000_000), hit_to: lei(5_000_000_000) },
  })
  for (const name of ['One', 'Two']) await make('jackpot-source', { jackpot, name })
  // Five days around the change of the clocks, at uneven hours.
  await deliver(
    Array.from({ length: 60 }, (_, nr) =>
      reading(nr + 1, sunday - 48 * HOUR + nr * 2.25 * HOUR, { '0000': 1_000 + nr * nr * 7 }),
    ),
  )
})
afterAll(() => backend.close())

const between = fc.tuple(fc.integer({ min: -60, max: 100 }), fc.integer({ min: 1, max: 80 }))
const change = fc.record({ between, bp: fc.integer({ min: 1, max: 900 }) })

it('the sum of its hours, each by what held then', async () => {
  const rules = (await dayRules(backend.db, [cluj])).get(cluj) ?? []
  const place = { tenant_id: tenants.carpathia.id, location_id: cluj, rules }
  const hourly = await hours()
  const slot = await backend.db
    .selectFrom('slots')
    .select('denomination_minor')
    .where('id', '=', slots.bellLink.id)
    .executeTakeFirstOrThrow()
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: one => one.between[0] }),
      fc.array(between, { minLength: 1, maxLength: 2 }),
      fc.constantFrom('2026-10-23', '2026-10-24', '2026-10-25'),
      fc.nat(4),
      async (changes, fed, from, length) => {
        const spans = changes.map(({ between: [at, long], bp }) => ({ ...spanOf(at, long), bp }))
        const sources = fed.map(([at, long]) => spanOf(at, long))
        await lay(spans, sources)
        const to = new Date(Date.parse(from) + length * 24 * HOUR).toISOString().slice(0, 10)
        const [begins, ends] = [gamingDayBoundsIn(rules, from).from, gamingDayBoundsIn(rules, to).to]
        const expected = hourly
          .filter(({ hour_start }) => hour_start >= begins && hour_start < ends)
          .reduce((sum, { hour_start, coin_in }) => {
            const holds = (one: { from: number; to: number }) => one.from <= hour_start && one.to > hour_start
            const bp = sources.some(holds) ? spans.filter(holds).reduce((all, one) => all + one.bp + 1, 0) : 0
            return sum + Number(coin_in) * Number(slot.denomination_minor) * bp
          }, 0)
        const found = await contributedBy(backend.db, [{ ...place, from, to }])
        expect(found.filter(({ parts }) => parts > 0).map(({ slot_id, parts }) => [slot_id, parts])).toEqual(
          expected === 0 ? [] : [[slots.bellLink.id, expected]],
        )
      },
    ),
    { numRuns: lawRuns(60) },
  )
})

/** Full hours around the feed; some begin with a gaming day. */
const spanOf = (at: number, long: number) => ({
  from: sunday + at * HOUR,
  to: sunday + (at + long) * HOUR,
})

async function lay(
  terms: readonly { from: number; to: number; bp: number }[],
  sources: readonly { from: number; to: number }[],
): Promise<void> {
  const { db } = backend
  await db.deleteFrom('jackpot_terms').execute()
  await db
    .insertInto('jackpot_terms')
    .values(
      terms.map(({ from, to, bp }) => ({
        ...{ level_id: level, tenant_id: tenants.carpathia.id, from_hour: from, to_hour: to },
        ...{ visible_bp: bp, hidden_bp: 1 },
      })),
    )
    .execute()
  const known = await db.selectFrom('jackpot_sources').select('id').orderBy('id').execute()
  for (const [nr, { id }] of known.entries()) {
    const { from, to } = sources[nr] ?? { from: 0, to: 1 }
    await db
      .updateTable('jackpot_sources')
      .set({ from_hour: from, to_hour: to })
      .where('id', '=', id)
      .execute()
  }
}

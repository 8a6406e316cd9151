import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { coins, minutes, backdatingTests } from '../../../tests/support/backdating'
import { lawRuns } from '../../../tests/support/law-runs'
import { rebookedSums } from '../../telemetry/rebooking/rebook-from-readings.service'

let backend: TestBackend
const { enter, fresh, newest, order, run, send, backdate, sums } = backdatingTests(() => backend)
const slot = slots.bellLink.id
const { cluj, braila } = locations
/** A door, notes, a ticket and a handpay. */
const codes = ['11', '49', '3D', '51', '52', '4B']
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

describe('any moves and prices, entered late and backdated, with readings before and after', () => {
  it('book as if they had been entered in time, and as all readings judged anew', async () => {
    const step = fc.record({
      after: fc.integer({ min: 1, max: 200 }),
      played: fc.nat(300),
      game: fc.boolean(),
      late: fc.boolean(),
    })
    const change = fc.record({ place: fc.boolean(), price: fc.constantFrom(1, 5) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 14 }),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.array(fc.nat(1_000), { minLength: 3, maxLength: 3 }),
        fc.boolean(),
        async (steps, changes, parts, exact) => {
          let [minute, value] = [0, 1_000]
          const all = steps.map(({ after, played, game }, nr) => {
            minute += after
            value += played
            const own = { events: [{ event_seq_nr: nr, code: codes[nr % codes.length] ?? '' }] }
            return coins(nr + 1, minute, value, {
              ...own,
              ...(game && {
                counters: [
                  { game_nr: 0, meters: { '0000': value } },
                  { game_nr: 2, meters: { '0000': value - 500 } },
                ],
              }),
            })
          })
          const times = all.map(one => Number(one.server_time_nano) / 1e6)
          const end = minutes(minute + 10)
          // Each at an instant of its own, in order; some at the very instant of a reading.
          const at = [
            ...new Set(
              changes.map((_, nr) => {
                const wanted = minutes(1) + Math.floor(((parts[nr] ?? 0) / 1_000) * (minute - 1)) * 60_000
                return exact ? (times.find(one => one >= wanted) ?? wanted) : wanted
              }),
            ),
          ].sort((a, b) => a - b)
          const columns = changes.slice(0, at.length).map(({ place, price }) => ({
            location_id: place ? braila.id : cluj.id,
            denomination_minor: price,
          }))

          await fresh()
          for (const [nr, one] of columns.entries()) await enter(at[nr] ?? 0, one)
          await send(end + 60_000, ...all)
          const inTime = await sums()

          await fresh()
          const late = all.filter((_, nr) => steps[nr]?.late)
          const early = all.filter(one => !late.includes(one))
          if (early.length > 0) await send(end, ...early)
          for (const [nr, one] of columns.entries()) {
            const before = await newest()
            await enter(end + nr + 1, one)
            const since = await newest()
            // A change to what holds already is none.
            if (since !== before) await backdate({ type: 'slot', id: slot, since, to: at[nr] ?? 0 })
          }
          if (late.length > 0) await send(end + 60_000, ...late)
          expect(await sums()).toEqual(inTime)
          const anew = await rebookedSums(backend.db, slot, { from: 0, to: end })
          const kept = await backend.db
            .selectFrom('counter_days')
            .select(['gaming_day', 'location_id', 'coin_in', 'game_nr'])
            .execute()
          const total = (rows: { coin_in: number }[]) => rows.reduce((sum, row) => sum + row.coin_in, 0)
          expect(total(kept)).toBe(anew.days.reduce((sum, row) => sum + Number(row[8]), 0))
        },
      ),
      { numRuns: lawRuns(40) },
    )
  }, 120_000)
})

describe('a location’s day start, entered late and backdated, while its slot goes on telling and moves', () => {
  it('books as if it had been entered in time, whatever comes between the rule and the slot’s turn', async () => {
    const plan = (rules_from: string) =>
      backend.db
        .updateTable('locations')
        .set({ rules_from, gaming_day_start: '05:00' })
        .where('id', '=', cluj.id)
        .execute()
    const step = fc.record({
      after: fc.integer({ min: 20, max: 400 }),
      played: fc.nat(300),
      comes: fc.constantFrom('early', 'meanwhile', 'late'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 16 }),
        fc.option(fc.nat(999), { nil: undefined }),
        async (steps, moves) => {
          let [minute, value] = [0, 1_000]
          const all = steps.map(({ after, played }, nr) => {
            minute += after
            value += played
            return coins(nr + 1, minute, value, {
              events: [{ event_seq_nr: nr + 1, code: codes[nr % codes.length] ?? '' }],
            })
          })
          const end = Math.max(minutes(minute), minutes(4 * 24 * 60)) + 60_000
          const coming = (when: string) => all.filter((_, nr) => steps[nr]?.comes === when)
          const move = async () => {
            if (moves !== undefined)
              await enter(minutes(Math.floor((minute * moves) / 1_000)), { location_id: braila.id })
          }
          // The day that began before the rule is under way where all of it is told in time, too.
          await fresh()
          await plan('2026-03-13')
          await move()
          await send(end, ...all)
          const inTime = await sums()

          await fresh()
          await plan('2026-03-16')
          await move()
          if (coming('early').length > 0) await send(end, ...coming('early'))
          const { body } = await order({
            type: 'location',
            id: cluj.id,
            since: '2026-03-16',
            to: '2026-03-13',
          })
          await run(String(body.data.task), 1, async () => {
            if (coming('meanwhile').length > 0) await send(end, ...coming('meanwhile'))
          })
          if (coming('late').length > 0) await send(end, ...coming('late'))
          expect(await sums()).toEqual(inTime)
        },
      ),
      { numRuns: lawRuns(40) },
    )
  }, 120_000)
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IndexReading } from '../days/days.contract'
import { oncePerSlot, type FormRow } from './fiscal-document.contract'
import { formRows, monthRows, totalsOf } from './fiscal-form'

const quality = {
  hours: { known: 24, expected: 24 },
  missing: [],
  held: 0,
  decided: 0,
  late: 0,
  first_at: null,
  last_at: null,
  carried: null,
  differs: [] as string[],
  repairs: [],
}
const at = (coin_in: number, jackpot: number, coin_out: number): IndexReading => ({
  server_time: 1,
  message_seq_nr: 1,
  smib_id: 'd'.repeat(24),
  meters: { coin_in, jackpot, coin_out },
})
const slot = (nr: number) => ({ _id: String(nr).padStart(24, '0'), name: `EGT-${nr}` })
const played = (price: number, opening: IndexReading, [i, j, o]: readonly [number, number, number], nr = 1) =>
  formRow({
    slot: slot(nr),
    denomination_minor: price,
    opening,
    closing: at(
      (opening.meters.coin_in ?? 0) + i,
      (opening.meters.jackpot ?? 0) + j,
      (opening.meters.coin_out ?? 0) + o,
    ),
    moved: { coin_in: i, jackpot: j, coin_out: o },
    quality,
  })

const formRow = (day: Parameters<typeof formRows>[0]) => formRows(day)[0] as FormRow

const movement = fc.tuple(fc.nat(1_000_000), fc.nat(50_000), fc.nat(1_000_000))

describe('the form of takings', () => {
  it('has a balance of 11 − 12 − 13 in each row, and totals that are the sums of what the rows print', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(1, 5, 10, 100), fc.nat(99_999_999), movement), { maxLength: 60 }),
        rows => {
          const printed = rows.map(([price, index, moved], nr) =>
            played(price, at(index, index, index), moved, nr),
          )
          for (const {
            moved,
            balance,
            price,
            collected,
            paid,
            takings,
            opening,
            closing,
            difference,
          } of printed) {
            expect(balance).toBe(moved.in - moved.premium - moved.out)
            expect(takings).toBe(balance * price)
            // The trap of column 12: 18 is 16 − 17 only while nothing was paid by hand.
            expect(collected - paid - takings).toBe(moved.premium * price)
            expect((closing?.in ?? 0) - (opening?.in ?? 0)).toBe(moved.in)
            expect(difference).toBe(0)
          }
          const totals = totalsOf(printed)
          expect(totals.takings).toBe(printed.reduce((sum, row) => sum + row.takings, 0))
          expect(totals.collected).toBe(printed.reduce((sum, row) => sum + row.collected, 0))
        },
      ),
    )
  })

  it('of a month is the sum of its days, from the first opening to the last closing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(movement, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 31 }),
        days => {
          const indexes = [at(1_000, 0, 500), at(77, 3, 9)]
          const printed = days.map(slots =>
            slots.map((moved, nr) => {
              const row = played(10, indexes[nr] ?? at(0, 0, 0), moved, nr)
              const { in: i, premium, out } = row.closing ?? { in: 0, premium: 0, out: 0 }
              indexes[nr] = at(i ?? 0, premium ?? 0, out ?? 0)
              return row
            }),
          )
          const month = monthRows(printed)
          expect(month).toHaveLength(2)
          expect(totalsOf(month)).toEqual(totalsOf(printed.flat()))
          for (const [nr, row] of month.entries()) {
            expect(row.opening).toEqual(printed[0]?.[nr]?.opening)
            expect(row.closing).toEqual(printed.at(-1)?.[nr]?.closing)
            expect((row.closing?.in ?? 0) - (row.opening?.in ?? 0)).toBe(row.moved.in)
            expect(row).toMatchObject({ difference: 0, breaks: false })
          }
        },
      ),
    )
  })

  it('says where closing minus opening is not what was booked, and by how much money', () => {
    const row = formRow({
      slot: slot(1),
      denomination_minor: 10,
      opening: at(1_000, 0, 400),
      // The memory was cleared: 60 were played before it and 40 after.
      closing: at(40, 0, 10),
      moved: { coin_in: 100, jackpot: 0, coin_out: 30 },
      quality: { ...quality, differs: ['coin_in', 'coin_out', 'games_played'] },
    })
    expect(row).toMatchObject({ breaks: true, takings: 700, difference: (-960 - 100 - (-390 - 30)) * 10 })
    const next = played(10, at(40, 0, 10), [5, 0, 0])
    expect(monthRows([[row], [next]])).toMatchObject([{ breaks: true, moved: { in: 105 } }])
    // A closing that is not the next opening ends a row, though each day ran through.
    const days = [[played(10, at(1, 0, 0), [5, 0, 0])], [next]]
    expect(monthRows(days, ['2026-10-03', '2026-10-05'])).toMatchObject([
      { breaks: false, closing: { in: 6 } },
      { breaks: false, opening: { in: 40 }, began: { why: 'gap', at: null, day: '2026-10-05' } },
    ])
  })
})

it('a slot that had two prices on a day lacks its hours once', () => {
  const lacking = { slot: slot(1), missing_hours: 13, held: 1 }
  expect(oncePerSlot([lacking, { ...lacking }, { ...lacking, slot: slot(2) }])).toEqual([
    lacking,
    { ...lacking, slot: slot(2) },
  ])
})

it('a month has once what a slot of two prices lacked on a day', () => {
  const lacking = (price: number, from = 1) => ({
    ...played(price, at(from, 0, 0), [5, 0, 0]),
    missing_hours: 13,
    held: 1,
  })
  const rows = monthRows([[lacking(1), lacking(10)], [lacking(10, 6)]])
  expect(rows.map(({ price, missing_hours, held }) => [price, missing_hours, held])).toEqual([
    [1, 13, 1],
    [10, 13, 1],
  ])
})

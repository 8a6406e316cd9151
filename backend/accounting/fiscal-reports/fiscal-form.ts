/**
 * The form of a location's takings: a row for each slot, price and run of its meters, from opening to closing indexes.
 * Figures are of the electronic meters, in credits of the row's price; money is whole minor units. Column numbers are
 * those of the Romanian form (domain notes, section 7).
 */
import type { SlotDay, SlotDayRun } from '../days/days.contract'
import { isWrap } from '../../telemetry/readings/limits'
import type { MovementMeter } from '../../telemetry/readings/meters.contract'
import type { FormIndexes, FormRow, FormTotals } from './fiscal-document.contract'

/**
 * I, Ej and Ei of the form. Convention: what is played, what is won and paid by hand, what is won. Their balance is the
 * slot's net win.
 */
const formMeters = { in: 'coin_in', premium: 'jackpot', out: 'coin_out' } as const satisfies Record<
  string,
  MovementMeter
>
const names = Object.keys(formMeters) as (keyof typeof formMeters)[]

type Meters = Readonly<Record<string, number | null>>
const indexesOf = (meters: Meters): FormIndexes => ({
  in: meters.coin_in ?? null,
  premium: meters.jackpot ?? null,
  out: meters.coin_out ?? null,
})

export type Movement = Record<keyof typeof formMeters, number>
export const unmoved: Readonly<Movement> = { in: 0, premium: 0, out: 0 }
const movementOf = (meters: Meters): Movement => ({
  in: meters.coin_in ?? 0,
  premium: meters.jackpot ?? 0,
  out: meters.coin_out ?? 0,
})
const each = (of: (name: (typeof names)[number]) => number): Movement => ({
  in: of('in'),
  premium: of('premium'),
  out: of('out'),
})
export const sumOf = (all: readonly Movement[]): Movement =>
  each(name => all.reduce((sum, one) => sum + one[name], 0))
export const isSame = (one: Movement, other: Movement): boolean =>
  names.every(name => one[name] === other[name])

/** Columns 14 and 16 to 18 of what moved, at a price in minor units. */
export function moneyOf(moved: Movement, price: number) {
  return {
    /** Column 14. */
    balance: moved.in - moved.premium - moved.out,
    collected: moved.in * price,
    paid: moved.out * price,
    /** Column 18 is 14 × 15: it is not 16 − 17 where column 12 is not 0. */
    takings: (moved.in - moved.premium - moved.out) * price,
  }
}

type Ends = Pick<FormRow, 'opening' | 'closing' | 'moved'>

/** Where nothing else says so: a meter fell, and the way over its end is what was booked. */
const overIn = ({ opening, closing, moved }: Ends): Movement =>
  each(name => {
    const [from, to] = [opening?.[name], closing?.[name]]
    return typeof from === 'number' && typeof to === 'number' && isWrap(from, to, moved[name])
      ? moved[name] - (to - from)
      : 0
  })

/** A row's figures, of its indexes, what moved and what went over a meter's end. */
export function withFigures(
  row: Omit<FormRow, 'difference' | 'breaks' | 'over' | keyof ReturnType<typeof moneyOf>>,
  over = overIn(row),
): FormRow {
  const { opening, closing, moved, price } = row
  const unknown = (name: (typeof names)[number]) =>
    typeof opening?.[name] !== 'number' || typeof closing?.[name] !== 'number'
  const beyond = each(name =>
    unknown(name) ? 0 : (closing?.[name] ?? 0) - (opening?.[name] ?? 0) + over[name] - moved[name],
  )
  return {
    ...row,
    ...moneyOf(moved, price),
    difference: (beyond.in - beyond.premium - beyond.out) * price,
    breaks: !row.correction && names.some(name => beyond[name] !== 0 || (unknown(name) && moved[name] !== 0)),
    ...(!isSame(over, unmoved) && { over }),
  }
}

type Day = Pick<SlotDay, 'slot' | 'denomination_minor' | 'opening' | 'closing' | 'moved' | 'quality'>

/** One for each run; a day whose runs do not come to what was booked has one row, which says so. */
export function formRows({
  slot,
  denomination_minor: price,
  opening,
  closing,
  moved,
  quality,
}: Day): FormRow[] {
  const movement = movementOf(moved)
  const own = {
    slot,
    price,
    ...(quality.summed && { summed: true }),
    missing_hours: quality.hours.expected - quality.hours.known,
    held: quality.held,
    decided: quality.decided,
    earlier: [],
  }
  const runs = (quality.runs ?? []).map(run => {
    const { over, ...ends } = endsOf(run)
    const began = run.began && { began: { why: run.began, at: run.at } }
    return withFigures({ ...own, ...ends, ...began }, over)
  })
  if (runs.length > 0 && isSame(sumOf(runs.map(row => row.moved)), movement)) {
    const { missing_hours, held, decided } = own
    return joinedRuns(lackingOnce(runs)).map(row => ({ ...row, missing_hours, held, decided }))
  }
  const ends = {
    opening: opening && indexesOf(opening.meters),
    closing: closing && indexesOf(closing.meters),
  }
  return [withFigures({ ...own, ...ends, moved: movement })]
}

function endsOf({ opening: from, closing: to, over: gained }: SlotDayRun): Ends & { over: Movement } {
  const [opening, closing, over] = [indexesOf(from), indexesOf(to), movementOf(gained)]
  const moved = each(name =>
    opening[name] === null || closing[name] === null ? 0 : closing[name] - opening[name] + over[name],
  )
  return { opening, closing, moved, over }
}

/** A form's rows of a slot at a price. */
export const rowKey = ({
  slot,
  currency,
  price,
}: {
  slot: { _id: string }
  currency: string
  price: number
}): string => `${slot._id} ${currency} ${price}`

/** Sums of what the rows print, each of them a whole number of minor units. */
export function totalsOf(rows: readonly FormRow[]): FormTotals {
  const sum = (of: (row: FormRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    collected: sum(row => row.collected),
    paid: sum(row => row.paid),
    takings: sum(row => row.takings),
    difference: sum(row => row.difference),
  }
}

/**
 * A month from its days, in order: a row goes on for as long as a closing is the next opening, at a slot and price;
 * movement, money and differences are the days' sums. `dates` of the days, by which a row says on which one it begins.
 */
export function monthRows(days: readonly (readonly FormRow[])[], dates: readonly string[] = []): FormRow[] {
  const dayOf = new Map<FormRow, string | undefined>()
  const rows = days.flatMap((day, at) =>
    lackingOnce(day).map(({ beyond: _beyond, games_alone: _games, ...own }) => {
      const row: FormRow = own.began ? { ...own, began: onDay(own.began, dates[at]) } : own
      dayOf.set(row, dates[at])
      return row
    }),
  )
  return joinedRuns(rows, dayOf).sort((a, b) => compare(a.slot.name, b.slot.name) || a.price - b.price)
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Of one day: what a slot lacks stands in the first of its rows, so that a month's rows add up to what is lacking. */
function lackingOnce(day: readonly FormRow[]): FormRow[] {
  const slots = new Set<string>()
  return day.map(row => {
    if (slots.has(row.slot._id)) return { ...row, missing_hours: 0, held: 0, decided: 0 }
    slots.add(row.slot._id)
    return row
  })
}

const onDay = (began: NonNullable<FormRow['began']>, day: string | undefined) => ({
  ...began,
  ...(day !== undefined && { day }),
})

/** In order of time, of any slots; one that does not go on says so, and since which day where that is known. */
export function joinedRuns(
  rows: readonly FormRow[],
  dayOf: ReadonlyMap<FormRow, string | undefined> = new Map(),
): FormRow[] {
  const found: FormRow[] = []
  const newest = new Map<string, number>()
  const ended = new Map<string, FormRow>()
  for (const row of rows) {
    const key = `${row.slot._id} ${row.price} ${row.correction === true}`
    const at = newest.get(key)
    const before = at === undefined ? undefined : found[at]
    if (at !== undefined && before && goesOn(before, row)) found[at] = joined(before, row)
    else {
      newest.set(key, found.length)
      const isUnsaid = before !== undefined && !row.began
      found.push(
        isUnsaid ? { ...row, began: onDay({ why: whyNot(ended, row), at: null }, dayOf.get(row)) } : row,
      )
    }
    if (row.closing) ended.set(row.slot._id, row)
  }
  return found
}

/** It goes on from where the slot stood at another price, or nobody knows why it does not. */
const whyNot = (ended: ReadonlyMap<string, FormRow>, { slot, opening, price }: FormRow) => {
  const last = ended.get(slot._id)
  return last && last.price !== price && isAt(opening, last.closing) ? 'repriced' : 'gap'
}

/** Of what both tell. */
export const isAt = (one: FormIndexes | null, other: FormIndexes | null): boolean =>
  names.every(
    name => typeof one?.[name] !== 'number' || typeof other?.[name] !== 'number' || one[name] === other[name],
  )

function goesOn(before: FormRow, next: FormRow): boolean {
  if (next.correction) return true
  const isSilent = before.opening === null && before.closing === null && isSame(before.moved, unmoved)
  if (isSilent) return true
  const isExplained = names.every(
    name => typeof before.closing?.[name] === 'number' && typeof next.opening?.[name] === 'number',
  )
  return isAt(next.opening, before.closing) && (!next.began || isExplained)
}

function joined(before: FormRow, { began: later, over: nextOver, ...next }: FormRow): FormRow {
  const began = before.began ?? (before.closing === null ? later : undefined)
  return {
    ...withFigures(
      {
        ...next,
        ...(began && { began }),
        opening: indexesFirstOf(before.opening, next.opening),
        closing: indexesFirstOf(next.closing, before.closing),
        moved: sumOf([before.moved, next.moved]),
        ...((before.summed || next.summed) && { summed: true }),
        missing_hours: before.missing_hours + next.missing_hours,
        held: before.held + next.held,
        decided: before.decided + next.decided,
        earlier: [...before.earlier, ...next.earlier],
      },
      sumOf([before.over ?? overIn(before), nextOver ?? overIn(next)]),
    ),
    difference: before.difference + next.difference,
  }
}

/** By meter: a reading may leave one out that another knows. */
function indexesFirstOf(one: FormIndexes | null, other: FormIndexes | null): FormIndexes | null {
  if (!one || !other) return one ?? other
  return { in: one.in ?? other.in, premium: one.premium ?? other.premium, out: one.out ?? other.out }
}

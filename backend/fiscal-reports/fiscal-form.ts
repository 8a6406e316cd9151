/**
 * The form of a location's takings: a row for each slot and price, from opening to closing indexes. Figures are of the electronic meters, in credits
 * of the row's price; money is whole minor units. Column numbers are those of the Romanian form (domain notes, section 7).
 */
import type { IndexReading, SlotDay } from '../days/days.contract'
import { isWrap } from '../rawdata/limits'
import type { MovementMeter } from '../rawdata/meters.contract'
import type { FormIndexes, FormRow, FormTotals } from './fiscal-document.contract'

/** I, Ej and Ei of the form. Convention: what is played, what is won and paid by hand, what is won. Their balance is the slot's net win. */
export const formMeters = { in: 'coin_in', premium: 'jackpot', out: 'coin_out' } as const satisfies Record<
  string,
  MovementMeter
>
const names = Object.keys(formMeters) as (keyof typeof formMeters)[]

/** Factor F: electronic meters count credits one by one. */
export const FACTOR = 1

export const indexesOf = (reading: IndexReading | null): FormIndexes | null =>
  reading && {
    in: reading.meters.coin_in ?? null,
    premium: reading.meters.jackpot ?? null,
    out: reading.meters.coin_out ?? null,
  }

type Movement = Record<keyof typeof formMeters, number>

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

/** What closing minus opening comes to beyond what was booked, in credits; 0 where the meters ran through, over their end too. */
function differenceOf(opening: FormIndexes | null, closing: FormIndexes | null, moved: Movement): number {
  const beyond = (name: (typeof names)[number]) => {
    const [from, to] = [opening?.[name], closing?.[name]]
    if (typeof from !== 'number' || typeof to !== 'number' || isWrap(from, to, moved[name])) return 0
    return to - from - moved[name]
  }
  return beyond('in') - beyond('premium') - beyond('out')
}

/** Whether each meter's closing minus opening is what was booked. */
export const runsThrough = (
  opening: FormIndexes | null,
  closing: FormIndexes | null,
  moved: Movement,
): boolean =>
  names.every(name => {
    const [from, to] = [opening?.[name], closing?.[name]]
    return typeof from === 'number' && typeof to === 'number' ? to - from === moved[name] : moved[name] === 0
  })

export function formRow({
  slot,
  denomination_minor: price,
  opening,
  closing,
  moved,
  quality,
}: Pick<SlotDay, 'slot' | 'denomination_minor' | 'opening' | 'closing' | 'moved' | 'quality'>): FormRow {
  const movement: Movement = {
    in: moved.coin_in ?? 0,
    premium: moved.jackpot ?? 0,
    out: moved.coin_out ?? 0,
  }
  const [from, to] = [indexesOf(opening), indexesOf(closing)]
  return {
    slot,
    price,
    opening: from,
    closing: to,
    moved: movement,
    ...moneyOf(movement, price),
    difference: differenceOf(from, to, movement) * price,
    // Closing minus opening is not what was booked: the meters broke, wrapped, or were read at another place or price meanwhile.
    breaks: quality.differs.some(name => Object.values<string>(formMeters).includes(name)),
    ...(quality.summed && { summed: true }),
    missing_hours: quality.hours.expected - quality.hours.known,
    held: quality.held,
    decided: quality.decided,
    earlier: [],
  }
}

/** Credits that stand in no sealed report yet. */
export interface Late {
  day: string
  slot: FormRow['slot']
  currency: string
  price: number
  in: number
  premium: number
  out: number
}

export interface LateInto {
  late: readonly Late[]
  /** By slot and price, of what is late: where the last sealed report that knows the slot ended, and the last index that is known by now. */
  ends: ReadonlyMap<string, { opening: FormIndexes | null; closing: FormIndexes | null }>
}

/** A form's row: a slot at a price. */
export const rowKey = ({
  slot,
  currency,
  price,
}: {
  slot: { _id: string }
  currency: string
  price: number
}): string => `${slot._id} ${currency} ${price}`

/**
 * With what was played on sealed days and became known afterwards: it stands in the row's movement, and the row begins where the sealed report ended,
 * so that D is Sf − Si still. A slot that has no row on this day, or told nothing on it, ends where it is known to have stood.
 */
export function withEarlier(rows: readonly FormRow[], currency: string, { late, ends }: LateInto): FormRow[] {
  const own = new Map(rows.map(row => [rowKey({ ...row, currency }), row]))
  const changed = new Set<string>()
  for (const { day, slot, price, in: moved, premium, out } of late.filter(one => one.currency === currency)) {
    const key = rowKey({ slot, currency, price })
    changed.add(key)
    const row = own.get(key) ?? emptyRow(slot, price)
    own.set(key, {
      ...row,
      moved: {
        in: row.moved.in + moved,
        premium: row.moved.premium + premium,
        out: row.moved.out + out,
      },
      earlier: [...row.earlier, { day, in: moved, premium, out }],
    })
  }
  return [...own].map(([key, row]) => {
    if (!changed.has(key)) return row
    const known = ends.get(key)
    const opening = known?.opening ?? row.opening
    const closing = row.closing ?? known?.closing ?? opening
    const difference = differenceOf(opening, closing, row.moved) * row.price
    const breaks = row.breaks || !runsThrough(opening, closing, row.moved)
    return { ...row, opening, closing, ...moneyOf(row.moved, row.price), difference, breaks }
  })
}

const emptyRow = (slot: FormRow['slot'], price: number): FormRow => ({
  slot,
  price,
  opening: null,
  closing: null,
  moved: { in: 0, premium: 0, out: 0 },
  ...moneyOf({ in: 0, premium: 0, out: 0 }, price),
  difference: 0,
  breaks: false,
  missing_hours: 0,
  held: 0,
  decided: 0,
  earlier: [],
})

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
 * A month from its days, in order: each meter from its first opening to its last closing at a slot and price; movement, money and differences are the
 * days' sums. A closing that is not the next opening is a break, and said.
 */
export function monthRows(days: readonly (readonly FormRow[])[]): FormRow[] {
  const found = new Map<string, FormRow>()
  for (const { beyond: _, ...row } of days.flatMap(lackingOnce)) {
    const key = `${row.slot._id} ${row.price}`
    const before = found.get(key)
    found.set(key, before ? joined(before, row) : row)
  }
  return [...found.values()].sort((a, b) => compare(a.slot.name, b.slot.name) || a.price - b.price)
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Of one day: what a slot lacks stands in the first of its prices, so that a month's rows add up to what is lacking. */
function lackingOnce(day: readonly FormRow[]): FormRow[] {
  const slots = new Set<string>()
  return day.map(row => {
    if (slots.has(row.slot._id)) return { ...row, missing_hours: 0, held: 0, decided: 0 }
    slots.add(row.slot._id)
    return row
  })
}

function joined(before: FormRow, next: FormRow): FormRow {
  const moved = Object.fromEntries(
    names.map(name => [name, before.moved[name] + next.moved[name]]),
  ) as Movement
  const opening = indexesFirstOf(before.opening, next.opening)
  const closing = indexesFirstOf(next.closing, before.closing)
  const gap = names.some(name => {
    const [was, is] = [before.closing?.[name], next.opening?.[name]]
    return typeof was === 'number' && typeof is === 'number' && was !== is
  })
  return {
    ...next,
    opening,
    closing,
    moved,
    ...moneyOf(moved, next.price),
    difference: before.difference + next.difference,
    breaks: before.breaks || next.breaks || gap,
    ...((before.summed || next.summed) && { summed: true }),
    missing_hours: before.missing_hours + next.missing_hours,
    held: before.held + next.held,
    decided: before.decided + next.decided,
    earlier: [...before.earlier, ...next.earlier],
  }
}

/** By meter: a reading may leave one out that another knows. */
function indexesFirstOf(one: FormIndexes | null, other: FormIndexes | null): FormIndexes | null {
  if (!one || !other) return one ?? other
  return { in: one.in ?? other.in, premium: one.premium ?? other.premium, out: one.out ?? other.out }
}

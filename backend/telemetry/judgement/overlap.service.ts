/**
 * Where a slot's own meters take over from the sum of its games: their first movement after the day's boundary begins
 * at their last reading before it, and what the games' sum has of it is booked once.
 */
import type { CompiledQuery } from 'kysely'
import { pipelined } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { markClosedDays } from '../readings/day-marks.service'
import type { Repair, Repairs } from '../readings/meter-marks'
import { movementNames } from '../readings/meters.contract'
import { observeBooked, type BookedCoinIn } from '../readings/observers.service'
import type { Place } from '../readings/place'
import { contextBetween, NO_CONTEXT } from '../readings/slot-history.queries'
import type { Overlap, OverlapPart, SummedTo } from '../readings/summed'
import { memoryAfter, type SlotReading } from './counter-readings'
import { insertedReadings } from './inserted-readings'
import type { Outcome } from './judge-reading'
import { Run } from './judged-run'
import { askLatest, readLatest, type Latest } from './latest.service'
import { overlapBy, type Step, type Track } from './overlap'
import { forEachReading } from './reading-cursor'
import { startBefore } from './rescan'
import { intoDays, intoHours, withoutEmptiedDays, withoutEmptiedHours, type SumRow } from './roll-ups'
import { rulingKey, rulingsOf, type Ruling } from './rulings.service'

type Boundary = Omit<SummedTo, 'overlap'>

/** `first`: when the slot first reported its own meters. Of what is stored. */
export async function overlapOf(db: Db, slotId: string, first: number, boundary: Boundary): Promise<Overlap> {
  const latest = readLatest((await db.executeQuery(askLatest(db, [slotId]))).rows).get(slotId)
  const own = latest?.get(0)
  const isLater = (last: Latest, meter: number) => (last.state.times[meter] ?? -Infinity) >= boundary.before
  if (!latest || !own || !meters.some(meter => isLater(own, meter)))
    return { parts: [], until: boundary.before, waits: meters }
  const rulings = await rulingsOf(db, [slotId])
  const judged = (last: Latest, take: Take) =>
    eachBooked(db, last, rulings.get(rulingKey(slotId, last.game)) ?? [], first, take)
  const games: Tracks[] = []
  for (const last of latest.values()) {
    if (last.game <= 0) continue
    const game = new Tracks(boundary)
    games.push(game)
    const passed = new Set<number>()
    game.before = await judged(last, (booked, before) => {
      for (const meter of meters) if (isRead(booked, meter) && !game.takes(booked, meter)) passed.add(meter)
      // What it moved while the slot changed its hall on that day is booked there.
      const mayTake = (meter: number) =>
        isLater(last, meter) && (game.stepsOf(meter).length > 0 || (before[meter] ?? null) !== null)
      return (
        !isWithin(booked.reading.place, boundary) &&
        meters.every(meter => passed.has(meter) || !mayTake(meter))
      )
    })
  }
  const whole = new Tracks(boundary)
  const after = new Map<number, Booked[]>(meters.map(meter => [meter, []]))
  const isEnough = (meter: number): boolean => {
    const last = after.get(meter)?.at(-1)
    return last !== undefined && games.every(game => game.endOf(meter) <= last.reading.at)
  }
  await judged(own, booked => {
    for (const meter of meters)
      if (isRead(booked, meter) && !whole.takes(booked, meter) && !isEnough(meter))
        after.get(meter)?.push(booked)
    return (
      !isWithin(booked.reading.place, boundary) &&
      meters.every(meter => isEnough(meter) || !isLater(own, meter) || whole.stepsOf(meter).length === 0)
    )
  })
  const parts: OverlapPart[] = []
  const waits: number[] = []
  for (const meter of meters) {
    const steps = whole.stepsOf(meter)
    if (steps.length === 0) continue
    const tracks = games.flatMap((game): Track[] => {
      const track = game.trackOf(meter)
      return track.steps.length > 0 || track.before !== null ? [track] : []
    })
    const rest = addParts(parts, after.get(meter) ?? [], meter, overlapBy(steps, tracks))
    if (rest !== 0 && !isEnough(meter)) waits.push(meter)
  }
  const until = Math.max(
    boundary.before,
    ...[whole, ...games].flatMap(one => meters.map(one.endOf)),
    ...[...after.values()].flatMap(all => all.at(-1)?.reading.at ?? []),
  )
  return { parts, until, waits }
}
const meters: readonly number[] = [...movementNames.keys()]

interface Booked {
  reading: SlotReading
  outcome: Outcome
}
/** `before`: when each meter was read before all of them. True: no more is needed. */
type Take = (booked: Booked, before: readonly (number | null)[]) => boolean
const isRead = ({ reading }: Booked, meter: number): boolean => (reading.values[meter] ?? null) !== null
const isWithin = ({ day }: Pick<Place, 'day'>, { through }: Boundary): boolean => day <= through

/** Where and how much of a meter is booked; remainders of tickets in cents, which have no price, are left out. */
const bookedOf = ({ reading, outcome }: Booked, meter: number): { place: Place; moved: number }[] => [
  ...(outcome.straddles ?? []).flatMap(({ change: { at, place }, moved }) =>
    place.denomination > 0 ? { place: { ...place, at }, moved: moved[meter] ?? 0 } : [],
  ),
  { place: reading.place, moved: outcome.moved[meter] ?? 0 },
]

/** A game's readings of the boundary's day, or of the slot itself, meter by meter. */
class Tracks {
  /** When each meter was last read before. */
  before: readonly (number | null)[] = []
  private readonly steps = new Map<number, Step[]>()
  private readonly prices = new Map<number, number>()

  constructor(private readonly boundary: Boundary) {}

  stepsOf = (meter: number): readonly Step[] => this.steps.get(meter) ?? []
  /** When it was last read of that day. */
  endOf = (meter: number): number => this.steps.get(meter)?.at(-1)?.at ?? -Infinity
  trackOf = (meter: number): Track => ({ before: this.before[meter] ?? null, steps: this.stepsOf(meter) })

  /** False for what is booked after the boundary. */
  takes(booked: Booked, meter: number): boolean {
    const { place, at, nano } = booked.reading
    const parts = bookedOf(booked, meter).filter(one => isWithin(one.place, this.boundary))
    const moved = parts.reduce((sum, one) => sum + one.moved, 0)
    if (!isWithin(place, this.boundary) && moved === 0) return false
    const price = this.prices.get(meter) ?? place.denomination
    this.prices.set(meter, place.denomination)
    const breaks = isBreak(booked, meter) || price !== place.denomination
    const steps = this.steps.get(meter)
    const step = { at, nano, moved, breaks }
    if (steps) steps.push(step)
    else this.steps.set(meter, [step])
    return true
  }
}

const unbroken: ReadonlySet<Repair | undefined> = new Set([undefined, 'rollover', 'straddle', 'confirmed'])
const isBreak = ({ outcome: { repairs } }: Booked, meter: number): boolean =>
  !unbroken.has(markOf(repairs, meter)) || Object.values(repairs).includes('restarted')
const markOf = (repairs: Repairs, meter: number): Repair | undefined => {
  const name = movementNames[meter]
  return name && repairs[name]
}

/**
 * Of readings in order; answers what is left. Never more than they moved: what the slot's own meter has not counted
 * nobody counts twice.
 */
function addParts(parts: OverlapPart[], readings: readonly Booked[], meter: number, overlap: number): number {
  let rest = overlap
  for (const booked of readings) {
    if (rest === 0) break
    const isBroken = isBreak(booked, meter)
    // What a new run moved is none of it; where a person says how the old one ended, it is.
    const isNewRun = isBroken && markOf(booked.outcome.repairs, meter) !== 'broken'
    const all = bookedOf(booked, meter)
    for (const [nr, { place, moved }] of all.entries()) {
      const isLast = nr === all.length - 1
      const less = rest > 0 ? (isNewRun ? 0 : Math.min(rest, moved)) : isLast ? rest : 0
      rest -= less
      if (less !== 0) addPart(parts, place, meter, less)
    }
    if (isBroken) return 0
  }
  return rest
}

/** Of one instant: an hour may be parted between two of them. */
function addPart(parts: OverlapPart[], place: Place, meter: number, less: number): void {
  const known = parts.find(
    one =>
      one.at === place.at &&
      one.day === place.day &&
      one.locationId === place.locationId &&
      one.denomination === place.denomination,
  )
  const change = movementNames.map((_, at) => (at === meter ? less : 0) + (known?.moved[at] ?? 0))
  if (known) known.moved = change
  else parts.push({ ...place, moved: change })
}

/** Good readings of a game from an instant on, until enough is taken; answers when each meter was read before. */
async function eachBooked(
  db: Db,
  last: Latest,
  rulings: readonly Ruling[],
  from: number,
  take: Take,
): Promise<readonly (number | null)[]> {
  const { slotId, game } = last
  const start = await startBefore(db, { slotId, game, last }, rulings, from)
  if (!start) return []
  const { opening, state, since } = start
  const memory = (await memoryAfter(db, [{ slotId, from: since }])).get(slotId) ?? []
  const held = (await contextBetween(db, [slotId])).get(slotId) ?? NO_CONTEXT
  const run = new Run(state, { memory, ...held, centsAfter: last.centsAfter }, rulings)
  const waiting = await insertedReadings(db, { slotId, game }, { before: [], now: rulings }, opening.anchor)
  let before: readonly (number | null)[] = state.times.slice()
  await forEachReading(db, { slotId, game, opening, waiting }, ({ reading, ruling }) => {
    // Judgement begins before the instant where a decision reaches over it.
    if (reading.at < from) {
      run.next(reading, ruling)
      before = state.times.slice()
      return false
    }
    run.next(reading, ruling)
    const verdict = run.verdicts.get(reading) ?? run.inserted.get(reading)
    run.verdicts.clear()
    run.inserted.clear()
    return verdict?.held === null && take({ reading, outcome: verdict.outcome }, before)
  })
  return before
}

/** What is booked otherwise than before. In the transaction that stores it. */
export async function bookOverlap(
  db: Db,
  slotId: string,
  was: readonly OverlapPart[],
  now: readonly OverlapPart[],
): Promise<void> {
  const [hours, days] = (['hour', 'day'] as const).map(time => overlapRows(slotId, was, now, time)) as [
    SumRow[],
    SumRow[],
  ]
  const statements = function* (): Iterable<CompiledQuery> {
    yield* intoHours(db, hours)
    yield* observeBooked(db, coinInOf(was, now))
    yield* intoDays(db, days)
    yield* markClosedDays(db, [...was, ...now])
    yield* withoutEmptiedHours(db, hours)
    yield* withoutEmptiedDays(db, days)
  }
  await pipelined(db, statements())
}

/** To be added to what is stored, or worked out without them. */
export function overlapRows(
  slotId: string,
  was: readonly OverlapPart[],
  now: readonly OverlapPart[],
  time: 'hour' | 'day',
): SumRow[] {
  const rows = new Map<string, SumRow>()
  for (const [sign, parts] of [
    [1, was],
    [-1, now],
  ] as const)
    for (const { moved, ...place } of parts) {
      const key = `${place[time]} ${place.locationId} ${place.denomination}`
      const row = rows.get(key) ?? [
        slotId,
        place[time],
        0,
        place.locationId,
        place.denomination,
        place.tenantId,
        place.currency,
        0,
        ...moved.map(() => 0),
      ]
      rows.set(
        key,
        row.map((value, at) => (at < FIRST ? value : Number(value) + sign * (moved[at - FIRST] ?? 0))),
      )
    }
  return [...rows.values()].filter(row => row.slice(FIRST).some(one => one !== 0))
}
/** In `SumRow`. */
const FIRST = 8
const COIN_IN = movementNames.indexOf('coin_in')

/** Jackpots are fed by what a slot's whole played. */
function coinInOf(was: readonly OverlapPart[], now: readonly OverlapPart[]): BookedCoinIn[] {
  const found = new Map<string, BookedCoinIn>()
  for (const [sign, parts] of [
    [1, was],
    [-1, now],
  ] as const)
    for (const { moved, slotId, locationId, tenantId, currency, hour, at, denomination } of parts) {
      const key = `${hour} ${locationId} ${currency}`
      const one = found.get(key)
      const minor = (one?.minor ?? 0) + sign * (moved[COIN_IN] ?? 0) * denomination
      found.set(key, {
        ...{ slot_id: slotId, location_id: locationId, tenant_id: tenantId, currency, hour, minor },
        last_at: Math.max(at, one?.last_at ?? at),
      })
    }
  return [...found.values()].filter(({ minor }) => minor !== 0)
}

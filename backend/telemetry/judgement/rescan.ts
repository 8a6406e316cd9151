/**
 * A late reading, or a late memory event, changes how the readings after it are judged. They are judged twice, without
 * and with it, from the last good reading before it to where both agree: what was booked for them is booked anew.
 */
import type { Db } from '../../platform/db/database'
import { breathe } from '../../platform/process/breathe'
import { contextBetween, NO_CONTEXT } from '../readings/slot-history.queries'
import { memoryAfter, openings, type Opening, type SlotReading } from './counter-readings'
import { agree, copyOf, nothingKnown, type State } from './judge-reading'
import { isSameEvent, NEAR_MS, reachOf, type Between } from '../readings/check-reading'
import type { MeterBreaks } from './meter-breaks.service'
import { insertedReadings, type Queued } from './inserted-readings'
import { Run, settle, storeBreaks, type Rulings } from './judged-run'
import type { Latest } from './latest.service'
import { dayArchived, floorsOf, fromFloor, isBelow, type Floors } from './archive-boundary.service'
import { mainNames, movementNames } from '../readings/meters.contract'
import { inOrder } from '../readings/movement'
import { endOf } from '../readings/place'
import type { RollUps } from './roll-ups'
import { stateFrom } from './state-before'
import { isTicketBefore } from './ticket-cents'
import { rulingKey, rulingsOf, spanOf, type Ruling } from './rulings.service'
import { forEachReading } from './reading-cursor'
import type { MemoryEvent } from '../readings/meter-marks'

export interface Late {
  slotId: string
  game: number
  /** In order. */
  readings: readonly SlotReading[]
  last: Latest | undefined
  events: readonly MemoryEvent[]
  /** Memory events that are stored, and count no more. */
  gone?: readonly MemoryEvent[]
  /** Stored readings that belong to another slot after all: those that a SMIB sent in (from, to]. */
  leaving?: Leaving
  /** Where people decide: what was ruled before instead of what stands now. */
  ruledBefore?: readonly Ruling[]
  /** Where it is only shown: judgement goes no further than about so many readings. */
  most?: number
}

interface Leaving {
  smib: string
  from: number
  to: number
}
const leaves = ({ leaving }: Late, { at, nano, smib }: SlotReading): boolean =>
  leaving !== undefined &&
  smib === leaving.smib &&
  endOf(at, nano) > leaving.from &&
  endOf(at, nano) <= leaving.to

export interface Rescanned {
  state: State | undefined
  breaks: MeterBreaks
  /** `most` was not enough: the result is not complete. */
  isCut: boolean
}

/** For each, where judgement stands after its newest reading. `write` false: only returns what would be booked. */
export async function rescan(
  db: Db,
  sums: RollUps,
  lates: readonly Late[],
  ruledNow?: readonly Ruling[],
  write = true,
): Promise<Rescanned[]> {
  if (lates.length === 0) return []
  const stored = ruledNow
    ? undefined
    : await rulingsOf(
        db,
        lates.map(({ slotId }) => slotId),
      )
  const floors = await floorsOf(
    db,
    lates.map(({ slotId }) => slotId),
  )
  const begun = lates.map(late => {
    const now = ruledNow ?? stored?.get(rulingKey(late.slotId, late.game)) ?? []
    const rulings = { before: late.ruledBefore ?? now, now }
    return { late, rulings, from: firstJudged(late, rulings, floors) }
  })
  const opened = await openings(
    db,
    begun.map(({ late: { slotId, game }, from }) => ({ slotId, game, from })),
  )
  const starts: Start[] = []
  for (const [index, { late, rulings, from }] of begun.entries()) {
    const start = await startFrom(db, late, rulings, from, opened[index])
    if (start) starts.push(start)
    await breathe()
  }
  const memory = await memoryAfter(
    db,
    starts.map(({ late, since }) => ({ slotId: late.slotId, from: since })),
  )
  const held = await contextBetween(
    db,
    starts.map(({ late }) => late.slotId),
  )
  const states: Rescanned[] = []
  for (const start of starts) {
    const between = {
      memory: memory.get(start.late.slotId) ?? [],
      ...(held.get(start.late.slotId) ?? NO_CONTEXT),
      centsAfter: start.late.last?.centsAfter,
    }
    states.push(await rescanned(db, sums, start, between, write))
    await breathe()
  }
  return states
}

export interface Start {
  late: Late
  rulings: Rulings
  opening: Opening
  state: State
  /** Memory events from here on matter. */
  since: number
}

async function startFrom(
  db: Db,
  late: Late,
  rulings: Rulings,
  from: number,
  opened: Opening | undefined,
): Promise<Start | undefined> {
  let opening = opened
  let since = from
  // Behind a ruling's reading its line may still be contradicted: judgement begins before the ruling.
  for (let ruling; opening?.anchor && (ruling = rulingBehind(rulings, opening.anchor));) {
    since = spanOf(ruling).from
    opening = (await openings(db, [{ slotId: late.slotId, game: late.game, from: since }]))[0]
  }
  if (!opening) return undefined
  const { anchor } = opening
  const state = anchor ? await stateFrom(db, late, anchor, since, metersOf(late)) : nothingKnown()
  // A value that a person inserted is newer than the last reading's: judgement begins before it, as far as it holds.
  const inserted = anchor && insertedBehind(rulings, anchor, state)
  if (inserted) {
    const [earlier] = await openings(db, [{ slotId: late.slotId, game: late.game, from: inserted.at }])
    return startFrom(db, late, rulings, inserted.at, earlier)
  }
  // In no row either: what a person inserted says that zeros are right.
  if (anchor)
    state.provenAt ??=
      [...rulings.now, ...rulings.before].flatMap(one =>
        one.kind === 'insert' && one.at <= anchor.at ? one.at : [],
      )[0] ?? null
  return {
    late,
    rulings,
    opening,
    state,
    since: Math.min(since, ...state.times.flatMap(at => at ?? [])),
  }
}

/** Where judgement of a game begins so that all from an instant on is judged by the rulings that hold. */
export async function startBefore(
  db: Db,
  { slotId, game, last }: { slotId: string; game: number; last: Latest },
  now: readonly Ruling[],
  from: number,
): Promise<Start | undefined> {
  const rulings = { before: now, now }
  const floor = (await floorsOf(db, [slotId])).get(rulingKey(slotId, game))
  const first = fromFloor(floor, from)
  // An inserted reading is in no row that could be looked back for.
  const since = fromFloor(
    floor,
    Math.min(
      first,
      ...now.map(spanOf).flatMap(span => (span.from < first && span.to >= first ? [span.from] : [])),
    ),
  )
  const [opening] = await openings(db, [{ slotId, game, from: since }])
  return startFrom(db, { slotId, game, last, readings: [], events: [] }, rulings, since, opening)
}

/** Where two sets of rulings differ. */
const changed = ({ before, now }: Rulings): Ruling[] => {
  const [was, is] = [before, now].map(all => new Set(all.map(one => JSON.stringify(one))))
  return [...before, ...now].filter(one => {
    const text = JSON.stringify(one)
    return !(was?.has(text) && is?.has(text))
  })
}

/** Beyond all readings, where nothing is concerned. No infinity, which a database has no number for. */
function firstConcerned({ readings, events, gone = [], leaving }: Late, rulings: Rulings): number {
  let from = Math.min(
    leaving?.from ?? Number.MAX_SAFE_INTEGER,
    ...readings.map(one => one.at),
    ...[...events, ...gone].map(one => one.at - NEAR_MS),
    ...changed(rulings).map(one => spanOf(one).from),
  )
  // An inserted reading is in no row that could be looked back for: what lies behind it is judged with it.
  for (const { from: first, to } of [...rulings.now, ...rulings.before]
    .map(spanOf)
    .sort((a, b) => b.to - a.to))
    if (first < from && to >= from) from = first
  return from
}

/** Throws 409 `day_archived` where readings in an archive would have to be judged again. */
function firstJudged(late: Late, rulings: Rulings, floors: Floors): number {
  const floor = floors.get(rulingKey(late.slotId, late.game))
  if (floor === undefined) return firstConcerned(late, rulings)
  if (
    late.readings.some(one => isBelow(floor, one)) ||
    changed(rulings).some(one => spanOf(one).from <= floor.at)
  )
    throw dayArchived()
  return fromFloor(floor, firstConcerned(late, rulings))
}

/** Between a ruling's first reading and its last it is not known yet what became of its break. */
const isWithin = ({ before, now }: Rulings, at: number): boolean =>
  [...before, ...now].map(spanOf).some(({ from, to }) => from <= at && at <= to)

const rulingBehind = ({ before, now }: Rulings, anchor: SlotReading): Ruling | undefined =>
  [...now, ...before].find(
    one => (one.kind === 'break' || one.kind === 'confirm') && inOrder(one.reading, anchor) === 0,
  )

const insertedBehind = ({ before, now }: Rulings, anchor: SlotReading, { times, tickets }: State) =>
  [...now, ...before]
    .flatMap(one => (one.kind === 'insert' && one.at <= anchor.at ? one : []))
    .find(
      ({ at, values }) =>
        movementNames.some((name, meter) => name in values && (times[meter] ?? 0) < at) ||
        isTicketBefore(tickets, values, at),
    )

async function rescanned(
  db: Db,
  sums: RollUps,
  { late, rulings, opening, state }: Start,
  stored: Between,
  write: boolean,
): Promise<Rescanned> {
  const { slotId, game, readings, last, events, gone = [], leaving, most } = late
  const before = new Run(copyOf(state), stored, rulings.before)
  const remains = stored.memory.filter(one => !gone.some(other => isSameEvent(one, other)))
  const after = new Run(state, { ...stored, memory: [...remains, ...events] }, rulings.now)
  const decisions = changed(rulings).map(spanOf)
  const settled = Math.max(
    leaving?.to ?? -Infinity,
    ...readings.map(one => one.at),
    ...[...events, ...gone].map(one => one.at + reachOf(one)),
    ...decisions.map(one => one.to),
  )
  // A meter that was last read before the event may still fall because of it.
  const explained = Math.max(0, ...[...events, ...gone].map(one => one.at + reachOf(one)))
  const inserted = await insertedReadings(db, late, rulings, opening.anchor)
  const waiting = [...readings.map((reading): Queued => ({ reading })), ...inserted]
  // Not between two readings of one moment: their breaks have one key, so the first one's end would be taken for the
  // second one's.
  let agreedAt: number | undefined
  const isOver = (at: number): boolean => {
    agreedAt = agree(before.state, after.state, explained) ? (agreedAt ?? at) : undefined
    return agreedAt !== undefined && at > agreedAt
  }
  const stopped = await forEachReading(
    db,
    { slotId, game, opening, waiting },
    ({ reading, ruling }) => {
      if (ruling) {
        if (rulings.before.includes(ruling)) before.next(reading, ruling)
        if (rulings.now.includes(ruling)) after.next(reading, ruling)
        return false
      }
      if (!reading.isNew) before.next(reading)
      if (!leaves(late, reading)) after.next(reading)
      return !reading.isNew && reading.at > settled && !isWithin(rulings, reading.at) && isOver(reading.at)
    },
    most,
  )
  await settle(db, sums, game, before, after, write)
  if (write) await storeBreaks(db, slotId, game, before.breaks, after.breaks, rulings)
  return {
    state: stopped === 'enough' ? last?.state : after.state,
    breaks: after.breaks,
    isCut: stopped === 'far',
  }
}

/** The meters whose state can matter: all that the game ever reported. */
const metersOf = ({ readings, last }: Late) =>
  mainNames.filter(
    (_, meter) =>
      (last?.state.values[meter] ?? null) !== null ||
      (last?.state.candidate?.values[meter] ?? null) !== null ||
      readings.some(one => one.values[meter] !== null),
  )

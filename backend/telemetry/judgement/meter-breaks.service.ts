/**
 * Where a game's meters left their line: from the last good reading to the first of the next line, with what was
 * doubtful. Judgement reports them as it goes; they are stored as rows in the same transaction, so that the list of
 * repairs looks through no readings.
 */
import { sql, type CompiledQuery } from 'kysely'
import { insertion } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { sameId } from '../../platform/db/new-id'
import type { SlotReading } from './counter-readings'
import { assignedAgain, withoutBreaks } from './gone-breaks.service'
import type { Outcome, State } from './judge-reading'
import { wrapped } from '../readings/limits'
import { countMeters, movementNames, type MovementMeter } from '../readings/meters.contract'
import type { Moment } from '../readings/movement'
import type { Repair, Verdict } from '../readings/meter-marks'

export type BreakKind = Exclude<Verdict, 'rollover' | 'straddle'>
export type BreakState = 'open' | 'decided' | 'contested'

/** What a doubtful meter showed on both sides. */
interface Sides {
  before: number
  after: number
}
export interface MeterBreak {
  /** When its first reading was read: with slot and game, its key. */
  at: number
  kind: BreakKind
  /** The first of the new line. */
  reading: Moment
  place: SlotReading['place']
  lastAt: number | null
  until: number
  meters: Partial<Record<MovementMeter, Sides>>
}

/** One step that judgement reports. */
export type Step =
  | { does: 'open'; at: number; row: MeterBreak }
  | { does: 'lengthen'; at: number; until: number }
  | { does: 'restart'; at: number; until: number }
  | { does: 'close'; at: number }
  /** `elsewhere`: the readings held until now are not what it decides. */
  | { does: 'decide'; at: number; elsewhere?: boolean }
  | { does: 'contest'; at: number }

/** `heldBefore`: since when readings were held before this one. `state`: after it. */
export function stepsOf(
  reading: SlotReading,
  outcome: Outcome,
  heldBefore: number | null,
  state: State,
): Step[] {
  const { ruled, contests, held, discardsHeld, begins } = outcome
  const steps: Step[] = []
  const closed = !held && heldBefore !== null && heldBefore !== ruled
  if (ruled !== undefined)
    return [
      ...(closed ? [{ does: 'close', at: heldBefore } as const] : []),
      { does: 'decide', at: ruled, elsewhere: heldBefore !== ruled },
    ]
  if (contests !== undefined) steps.push({ does: 'contest', at: contests })
  if (held) {
    const at = state.heldSince ?? reading.at
    steps.push(
      begins
        ? { does: 'open', at, row: breakAt(at, reading, outcome) }
        : { does: 'lengthen', at, until: reading.at },
    )
  } else if (begins) {
    const at = heldBefore ?? reading.at
    steps.push({ does: 'open', at, row: breakAt(at, reading, outcome) })
  } else if (heldBefore !== null)
    steps.push(
      discardsHeld
        ? { does: 'close', at: heldBefore }
        : { does: 'restart', at: heldBefore, until: reading.at },
    )
  return steps
}

/** The gravest verdict names it. */
const order: readonly Repair[] = ['cleared', 'fell', 'jumped', 'silent', 'unproven', 'repriced']

function breakAt(at: number, reading: SlotReading, { repairs, begins }: Outcome): MeterBreak {
  const marks = Object.values(repairs)
  const meters: MeterBreak['meters'] = {}
  for (const [meter, name] of movementNames.entries()) {
    const [before, after] = [begins?.before[meter] ?? null, reading.values[meter] ?? null]
    if (
      repairs[name] &&
      repairs[name] !== 'rollover' &&
      repairs[name] !== 'straddle' &&
      before !== null &&
      after !== null
    )
      meters[name] = { before, after }
  }
  const { nano, seq, smib } = reading
  return {
    at,
    kind: (order.find(one => marks.includes(one)) ?? 'fell') as BreakKind,
    reading: { at: reading.at, nano, seq, smib },
    place: reading.place,
    lastAt: begins?.lastAt ?? null,
    until: reading.at,
    meters,
  }
}

/** A new run that begins so low began at zero. */
const NEAR_ZERO = 1_000

/** Where the old line ended and the new one began, as far as the readings tell. */
export function proposedAfter(kind: BreakKind, meters: MeterBreak['meters']): MeterBreak['meters'] {
  const all = Object.values(meters)
  // Nothing but a wrap takes a meter down across a change of price: all of them are booked from where they stood, and
  // that one over its end.
  if (kind === 'repriced' && all.some(isDown))
    return Object.fromEntries(
      Object.entries(meters).map(([name, { before, after }]) => [
        name,
        after < before ? { before: before + wrapped(before, 0), after: 0 } : { before, after: before },
      ]),
    )
  const fromZero =
    kind === 'cleared' ||
    ((kind === 'unproven' || all.some(isDown)) && all.every(one => one.after <= NEAR_ZERO))
  return Object.fromEntries(
    Object.entries(meters).map(([name, { before, after }]) => [
      name,
      { before, after: fromZero ? 0 : after },
    ]),
  )
}

const isDown = ({ before, after }: Sides): boolean => after < before

/** What a break as it is proposed books of a meter. */
const proposedBy = (shown: Sides, proposal: Sides): number =>
  proposal.before - shown.before + (shown.after - proposal.after)

/** The meter that a row of a list speaks of. */
const mainMeter = (meters: MeterBreak['meters']): MovementMeter | null =>
  movementNames.find(name => meters[name]) ?? null

const intoRepairs = insertion(
  'repairs',
  {
    id: 'text',
    tenant_id: 'text',
    location_id: 'text',
    slot_id: 'text',
    game_nr: 'bigint',
    crossing: 'bigint',
    state: 'text',
    kind: 'text',
    reading: 'text',
    last_at: 'bigint',
    until: 'bigint',
    meters: 'text',
    meter: 'text',
    value_before: 'bigint',
    value_after: 'bigint',
    proposed_minor: 'bigint',
    denomination_minor: 'bigint',
    currency: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  },
  `(slot_id, game_nr, crossing) do update set state = excluded.state, kind = excluded.kind, reading = excluded.reading,
    last_at = excluded.last_at, until = excluded.until, meters = excluded.meters, meter = excluded.meter,
    value_before = excluded.value_before, value_after = excluded.value_after, proposed_minor = excluded.proposed_minor,
    denomination_minor = excluded.denomination_minor, currency = excluded.currency, location_id = excluded.location_id`,
)

export const repairId = (slotId: string, game: number, crossing: number): string =>
  sameId('repair', slotId, game, crossing)

export function storeBreak(
  db: Db,
  game: number,
  state: BreakState,
  { at, kind, reading, place, lastAt, until, meters }: MeterBreak,
): CompiledQuery[] {
  const meter = mainMeter(meters)
  const sides = meter && meters[meter]
  const proposal = meter && proposedAfter(kind, meters)[meter]
  const proposed = meter && sides && proposal && !countMeters.has(meter) ? proposedBy(sides, proposal) : null
  const id = repairId(place.slotId, game, at)
  const stored = intoRepairs(db, [
    [
      id,
      place.tenantId,
      place.locationId,
      place.slotId,
      game,
      at,
      state,
      kind,
      JSON.stringify(reading),
      lastAt,
      until,
      JSON.stringify(meters),
      meter,
      sides?.before ?? null,
      sides?.after ?? null,
      proposed === null ? null : proposed * place.denomination,
      place.denomination,
      place.currency,
      at,
      at,
    ],
  ])
  return [...stored, ...assignedAgain(db, id)]
}

/** Writes the steps in the order of judgement, for readings judged as they came. */
export function* storeSteps(
  db: Db,
  slotId: string,
  game: number,
  steps: readonly Step[],
): Iterable<CompiledQuery> {
  for (const step of steps) {
    const here = sql`slot_id = ${slotId} and game_nr = ${game} and crossing = ${step.at}`
    if (step.does === 'open') yield* storeBreak(db, game, 'open', step.row)
    else if (step.does === 'lengthen')
      yield sql`update repairs set until = ${step.until} where ${here}`.compile(db)
    else if (step.does === 'restart')
      yield sql`update repairs set until = ${step.until}, kind = case when kind = 'cleared' then kind else 'restarted' end where ${here}`.compile(
        db,
      )
    else if (step.does === 'close') yield* withoutBreaks(db, sql`${here} and state = 'open'`)
    else
      yield sql`update repairs set state = ${step.does === 'decide' ? 'decided' : 'contested'} where ${here}`.compile(
        db,
      )
  }
}

interface Entry {
  row?: MeterBreak
  contested: boolean
}

/**
 * A memory that was cleared stays the reason, and what it began with stays proposed, however many readings were held
 * before the new line held.
 */
const restarted = (kind: BreakKind): BreakKind => (kind === 'cleared' ? kind : 'restarted')

/** The same gathered, for readings that are judged anew. */
export class MeterBreaks {
  readonly entries = new Map<number, Entry>()

  take(steps: readonly Step[]): void {
    for (const step of steps) {
      const known = this.entries.get(step.at)
      if (step.does === 'open')
        this.entries.set(step.at, { row: step.row, contested: known?.contested ?? false })
      else if (step.does === 'close') {
        if (known) delete known.row
      } else if (step.does === 'decide') {
        // Late data put something else in doubt there: a decision about a later reading must not hide it.
        const isHidden = step.elsewhere && known?.row
        this.entries.set(step.at, isHidden ? { ...known, contested: true } : { contested: false })
      } else if (step.does === 'contest') this.entries.set(step.at, { ...known, contested: true })
      else if (known?.row)
        known.row = {
          ...known.row,
          until: step.until,
          ...(step.does === 'restart' && { kind: restarted(known.row.kind) }),
        }
    }
  }

  /** `ruled`: breaks with a stored ruling, which stay whatever became of them. */
  state(at: number, ruled: ReadonlySet<number>): { state: BreakState; row?: MeterBreak } | undefined {
    const entry = this.entries.get(at)
    if (!entry || (!entry.row && !ruled.has(at))) return undefined
    const state = !ruled.has(at) ? 'open' : entry.contested || entry.row ? 'contested' : 'decided'
    return { state, ...(entry.row && { row: entry.row }) }
  }
}

/**
 * A slot's day as the runs of its meters. Closing minus opening is what was played only while a meter runs on: where
 * its memory was cleared, its board changed, or it counted elsewhere or at another price meanwhile, one run ends and
 * another one begins. Pure.
 */
import { wrapped } from '../../telemetry/readings/limits'
import { movementNames, type MovementMeter } from '../../telemetry/readings/meters.contract'
import { beginnings, type Beginning } from './beginnings.contract'
import type { SlotDayRun } from './days.contract'
import type { Repairs } from '../../telemetry/readings/meter-marks'

export type Values = Partial<Record<MovementMeter, number | null>>

/**
 * A reading that a run may begin or end at. What lies between two of them runs on, at the slot's place and price of
 * both.
 */
export interface Link {
  at: number
  values: Values
  /** The slot's kind, in the location and on the day in question; null: before or after the day, or elsewhere. */
  kind: string | null
  marks: Repairs
  /** Of a break that a person put before it: where the old run ended, and where the new one begins. */
  ruled?: { before: Values; after: Values } | undefined
  /** Of a run that proved itself: the reading that its first difference is counted from. */
  counted?: Values | undefined
}

const begins: Partial<Record<NonNullable<Repairs[MovementMeter]>, Beginning>> = {
  cleared: 'cleared',
  restarted: 'restarted',
  broken: 'broken',
  repriced: 'repriced',
  unproven: 'unproven',
  reset: 'cleared',
  jump: 'broken',
}
/** Whether it ends a run, or does where the slot was moved. */
export const mayBegin = (mark: string): boolean => mark in begins || mark === 'straddle'

interface Crossing {
  ended: Values
  began: Values
  /** What a meter gained by going over its end. */
  over: Partial<Record<MovementMeter, number>>
  /** Null: all meters run on. */
  mark: Beginning | null
}

/** `isAcross`: the reading before was taken at another place or price. */
function crossingOf(link: Link, known: Values, isAcross: boolean): Crossing {
  const crossing: Crossing = { ended: {}, began: {}, over: {}, mark: null }
  const marks = Object.values(link.marks)
  const [isMoved, isProven] = [isAcross && marks.includes('straddle'), marks.includes('restarted')]
  const found = new Set<Beginning>()
  for (const name of movementNames) {
    const before = known[name] ?? null
    const value = link.values[name] ?? before
    const mark = link.marks[name]
    const set = (ended: number | null, began: number | null, why: Beginning | undefined) => {
      crossing.ended[name] = ended
      crossing.began[name] = began
      if (why && ended !== began) found.add(why)
    }
    if (before === null || value === null) set(before, before ?? value, undefined)
    else if (isProven) set(before, link.counted?.[name] ?? (mark ? value : before), 'restarted')
    else if (mark === 'broken')
      set(link.ruled?.before[name] ?? before, link.ruled?.after[name] ?? value, 'broken')
    else if (mark === 'reset') set(before, 0, 'cleared')
    else if (mark && begins[mark]) set(before, value, begins[mark])
    else if (isMoved) set(before, value, 'moved')
    else {
      set(before, before, undefined)
      if (value < before) crossing.over[name] = wrapped(before, value) - (value - before)
    }
  }
  crossing.mark = beginnings.find(one => found.has(one)) ?? null
  return crossing
}

/**
 * The runs of a slot at a price, in order of time. `known`: the kind of the reading that the chain begins with, where
 * the slot stood here then.
 */
export function runsOf(kind: string, chain: readonly Link[], known: string | null): SlotDayRun[] {
  const runs: SlotDayRun[] = []
  let open: SlotDayRun | undefined
  let shown: Values = {}
  const end = (closing: Values) => {
    if (open) runs.push({ ...open, closing: { ...open.closing, ...closing } })
    open = undefined
  }
  for (const [nr, link] of chain.entries()) {
    const values = { ...shown, ...reportedValues(link) }
    const first = nr === 0
    const { ended, began, over, mark } = crossingOf(link, shown, !open)
    if (link.kind !== kind) {
      // What moved until the slot was taken away is booked where it stood.
      if (!first && Object.values(link.marks).includes('straddle')) {
        if (!open && nr === 1 && known === kind)
          open = { began: null, at: link.at, opening: shown, closing: shown, over: {} }
        if (open) open = { ...open, over: added(open.over, over) }
        end(
          Object.fromEntries(movementNames.flatMap(name => (link.marks[name] ? [[name, values[name]]] : []))),
        )
      } else end({})
    } else {
      if (open && mark) end(ended)
      else if (!open && mark && movementNames.some(name => (ended[name] ?? null) !== (shown[name] ?? null)))
        runs.push({ began: null, at: link.at, opening: shown, closing: ended, over: {} })
      open = open
        ? { ...open, closing: values, over: added(open.over, over) }
        : { began: mark ?? goesOn(runs.at(-1), began), at: link.at, opening: began, closing: values, over }
    }
    shown = values
  }
  end({})
  return runs
}

/** A run that does not begin where the one before it ended: meanwhile the slot counted at another price. */
const goesOn = (before: SlotDayRun | undefined, began: Values): Beginning | null =>
  before && movementNames.some(name => (before.closing[name] ?? null) !== (began[name] ?? null))
    ? 'repriced'
    : null

const reportedValues = ({ values }: Link): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

const added = (one: SlotDayRun['over'], other: SlotDayRun['over']): SlotDayRun['over'] => {
  const sum = { ...one }
  for (const [name, by] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + by
  return sum
}

/**
 * Which of a slot's readings nothing needs any more once their days are sealed and old. Readings stay that a later
 * one is compared with (of each game the last good one, and of each meter its last good value), the one that proves an
 * older zero right, marked ones with those they are compared with, and the hours in which somebody read a mechanical
 * counter or a meter sheet. Pure; the database is elsewhere.
 */
import { HOUR_MS } from '../../platform/contract/durations'
import { mainNames, movementNames, NO_SMIB, type MainMeter } from '../../telemetry/readings/meters.contract'
import { inOrder, type Moment } from '../../telemetry/readings/movement'
import { spanOf, type Ruling } from '../../telemetry/judgement/rulings.service'

export interface StoredRow extends Record<MainMeter, number | null> {
  game_nr: number
  server_time: number
  server_nano: number
  message_seq_nr: number
  smib_id: string
  held: string | null
  repairs: string | null
  more?: string | null
}

export interface Bounds {
  /** What is read later stays. */
  until: number
  rulings: readonly Ruling[]
  /** When the first reading of each repair was read that nobody has decided yet. */
  undecided: readonly number[]
  /** When somebody read a counter of the machine. */
  readAt: readonly number[]
}

export interface Decided<Row extends StoredRow> {
  drop: Row[]
  /** The oldest reading that others are compared with, from now on; undefined where none can be. */
  floor: Moment | undefined
}

export const momentOf = (row: StoredRow): Moment => ({
  at: row.server_time,
  nano: row.server_nano,
  seq: row.message_seq_nr,
  smib: row.smib_id,
})

const ticketCodes = ['"000D"', '"000E"']

/** Of one game of one slot; `rows` from its floor on. */
export function droppable<Row extends StoredRow>(rows: readonly Row[], bounds: Bounds): Decided<Row> {
  const ordered = rows.toSorted((a, b) => inOrder(momentOf(a), momentOf(b)))
  const anchor = anchorIn(ordered, bounds)
  const row = ordered[anchor]
  if (!row) return { drop: [], floor: undefined }
  const retained = new Set<Row>()
  const keepLast = (name: MainMeter, from: number, isGood: boolean) => {
    for (let at = from - 1; at >= 0; at--) {
      const one = ordered[at]
      if (!one || one[name] === null || (isGood && one.held !== null)) continue
      retained.add(one)
      return
    }
  }
  /** With the credits, the cents of tickets. */
  const keepCents = (from: number) => {
    for (const code of ticketCodes) {
      if (ordered[from]?.more?.includes(code)) continue
      const last = ordered.findLast((one, at) => at < from && one.held === null && one.more?.includes(code))
      if (last) retained.add(last)
    }
  }
  const keepMeters = (from: number, isGood: boolean) => {
    keepCents(from)
    for (const name of mainNames) if ((ordered[from]?.[name] ?? null) === null) keepLast(name, from, isGood)
  }
  const keepBefore = (from: number, isGood: boolean) => {
    const last = ordered.findLastIndex((one, at) => at < from && (!isGood || one.held === null))
    if (last < 0) return
    const one = ordered[last]
    if (one) retained.add(one)
    keepMeters(last, isGood)
  }
  keepMeters(anchor, true)
  const proof = proofOfZeros(ordered.slice(0, anchor + 1))
  if (proof) retained.add(proof)
  for (const [at, one] of ordered.entries()) {
    if (at > anchor) break
    if (one.repairs === null || one.held !== null) continue
    retained.add(one)
    keepBefore(at, true)
    if (one.repairs.includes('restarted')) keepBefore(at, false)
  }
  for (const at of bounds.readAt) keepHour(ordered, at, retained, from => keepBefore(from, true))
  return {
    drop: ordered.filter((one, at) => at < anchor && one.server_time < row.server_time && !retained.has(one)),
    floor: momentOf(row),
  }
}

/**
 * Where a meter's last good value is a zero that is older than all that is known above zero, judgement asks which
 * reading was the first to prove that its SMIB reads the slot (`provenBefore` in standing-before.ts).
 */
function proofOfZeros<Row extends StoredRow>(rows: readonly Row[]): Row | undefined {
  const good = rows.filter(one => one.held === null)
  const last = movementNames.flatMap(name => {
    const row = good.findLast(one => one[name] !== null)
    return row ? [{ isZero: row[name] === 0, at: row.server_time }] : []
  })
  const zeros = last.filter(({ isZero }) => isZero)
  const others = Math.min(...last.flatMap(({ isZero, at }) => (isZero ? [] : at)))
  if (others < Infinity && zeros.every(({ at }) => at >= others)) return undefined
  return good.find(
    one =>
      one.repairs !== null || one.smib_id === NO_SMIB || movementNames.some(name => (one[name] ?? 0) > 0),
  )
}

/**
 * The last good reading that judgement may begin behind: not within what somebody has ruled, since what lies behind it
 * is judged with the whole of that.
 */
function anchorIn(
  ordered: readonly StoredRow[],
  { until, rulings, undecided }: Pick<Bounds, 'until' | 'rulings' | 'undecided'>,
): number {
  let limit = until
  for (;;) {
    const at = ordered.findLastIndex(one => one.held === null && one.server_time <= limit)
    const time = ordered[at]?.server_time
    if (time === undefined) return -1
    const earlier = Math.min(
      ...undecided.filter(one => one <= time),
      ...rulings.map(spanOf).flatMap(({ from, to }) => (from <= time && time <= to ? [from] : [])),
    )
    if (earlier === Infinity) return at
    limit = earlier - 1
  }
}

/** What its part before and after the instant is worked out of, each from the last good reading before it. */
function keepHour<Row extends StoredRow>(
  ordered: readonly Row[],
  at: number,
  retained: Set<Row>,
  keepBefore: (from: number) => void,
): void {
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS
  const first = ordered.findIndex(one => one.server_time >= hour)
  if (first < 0) return
  keepBefore(first)
  const before = ordered.findLastIndex((one, nr) => nr < first && one.held === null)
  for (const one of ordered.slice(before < 0 ? first : before)) {
    retained.add(one)
    if (one.server_time > hour + HOUR_MS && one.held === null) break
  }
}

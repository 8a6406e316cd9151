/**
 * What people decided of readings in doubt, as judgement applies it: one ruling for each break, stored apart from the
 * readings, so that rescans and later late data respect it. Only rescans ask for them: a reading newer than all
 * others has none yet.
 */
import type { Db } from '../../platform/db/database'
import { movementNames, type MeterValues, type MovementMeter } from '../readings/meters.contract'
import { inOrder, type Moment } from '../readings/movement'
import { wrapped } from '../readings/limits'

/** Which stored reading is meant. */
export type ReadingKey = Moment

type Values = Partial<Record<MovementMeter, number>>

/**
 * `ignore`: what is in doubt from the break's first reading up to an instant is discarded. `insert`: a reading that
 * no SMIB sent. `break`: the old run ended with `before`, the new one began with `after`. `confirm`: the difference
 * is booked as it is.
 */
export type RulingBody =
  | { kind: 'ignore'; until: number }
  | { kind: 'insert'; at: number; values: Values }
  | { kind: 'break'; reading: Moment; before: Values; after: Values }
  | { kind: 'confirm'; reading: Moment }
/** Of a meter break. */
export type Decided = RulingBody & {
  /** When its first reading was read. */
  crossing: number
}
/** `omit`: a reading that is passed by, doubtful or not: somebody ignores its message. */
export type Omitted = { kind: 'omit'; reading: Moment }
export type Ruling = Decided | Omitted

/** The breaks that are decided. */
export const decidedBreaks = (rulings: readonly Ruling[]): Set<number> =>
  new Set(rulings.flatMap(one => (one.kind === 'omit' ? [] : [one.crossing])))

/** By slot and game. */
export async function rulingsOf(db: Db, slotIds: readonly string[]): Promise<Map<string, Ruling[]>> {
  const found = new Map<string, Ruling[]>()
  if (slotIds.length === 0) return found
  const rows = await db
    .selectFrom('repair_rulings')
    .select(['slot_id', 'game_nr', 'crossing', 'body'])
    .where('slot_id', 'in', [...new Set(slotIds)])
    .orderBy('crossing')
    .execute()
  const add = (slotId: string, game: number, ruling: Ruling) => {
    const key = rulingKey(slotId, game)
    const known = found.get(key)
    if (known) known.push(ruling)
    else found.set(key, [ruling])
  }
  const omitted = await db
    .selectFrom('omitted_readings')
    .select(['slot_id', 'game_nr', 'at', 'nano', 'seq', 'smib_id'])
    .where('slot_id', 'in', [...new Set(slotIds)])
    .orderBy('at')
    .execute()
  // First: what is passed by falls under no decision.
  for (const { slot_id, game_nr, at, nano, seq, smib_id } of omitted)
    add(slot_id, game_nr, { kind: 'omit', reading: { at, nano, seq, smib: smib_id } })
  for (const row of rows)
    add(row.slot_id, row.game_nr, { ...(JSON.parse(row.body) as RulingBody), crossing: row.crossing })
  return found
}

export const rulingKey = (slotId: string, game: number): string => `${slotId} ${game}`

/** An inserted reading is one more in the order of the others, though no SMIB sent it. */
export const insertedMoment = (at: number): Moment => ({ at, nano: 0, seq: -1, smib: '' })

/** The ruling that a stored reading falls under. */
export const rulingFor = (rulings: readonly Ruling[], reading: Moment): Ruling | undefined =>
  rulings.find(one =>
    one.kind === 'ignore'
      ? reading.at >= one.crossing && reading.at <= one.until
      : one.kind !== 'insert' && inOrder(one.reading, reading) === 0,
  )

/** The first and the last instant whose readings it concerns. */
export function spanOf(ruling: Ruling): { from: number; to: number } {
  if (ruling.kind === 'omit') return { from: ruling.reading.at, to: ruling.reading.at }
  const own =
    ruling.kind === 'ignore' ? ruling.until : ruling.kind === 'insert' ? ruling.at : ruling.reading.at
  return { from: Math.min(ruling.crossing, own), to: Math.max(ruling.crossing, own) }
}

/** What a ruling books, by meter; undefined where a later reading contradicts it. */
export function movedBy(
  ruling: Exclude<Decided, { kind: 'ignore' }>,
  before: MeterValues,
  values: MeterValues,
): number[] | undefined {
  const moved = movementNames.map((name, meter) => {
    const [known, value] = [before[meter] ?? null, values[meter] ?? null]
    if (known === null || value === null) return 0
    if (ruling.kind === 'confirm') return value >= known ? value - known : wrapped(known, value)
    if (ruling.kind === 'insert') return value - known
    const [ended, began] = [ruling.before[name], ruling.after[name]]
    if (ended === undefined || began === undefined) return value - known
    return ended < known || value < began ? -1 : ended - known + (value - began)
  })
  return moved.some(one => one < 0) ? undefined : moved
}

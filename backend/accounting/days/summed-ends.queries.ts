/**
 * Where a slot's games stand for it, its day opens and closes with the sums of their readings: a game's last one before
 * its first of the day, and its last one of the day, which of a game that was silent is the same.
 */
import type { Db } from '../../platform/db/database'
import { mainNames } from '../../telemetry/readings/meters.contract'
import { inOrder } from '../../telemetry/readings/movement'
import type { Summed } from '../../telemetry/readings/summed'
import type { Day } from '../../telemetry/gaming-days/place.service'
import { firstAndLast, kindKey, momentOf, openings, type StoredReading } from './readings.queries'
import { runsIn, type RunQuery } from './runs.queries'
import { summedRuns } from './summed-runs'
import type { SlotDayRun } from './days.contract'

/** `earlier` is of the time before the day. */
export interface Ends {
  first?: StoredReading
  last?: StoredReading
  earlier?: StoredReading
  /** Of a game, or of their sum where one of them has several or went over its end. */
  runs?: readonly SlotDayRun[]
}

/** Those whose games stand for them on the day. */
export const summedOn = (summed: Summed, day: string): Set<string> =>
  new Set([...summed].flatMap(([slotId, { through }]) => (day <= through ? slotId : [])))

/** By slot, currency and price. */
export async function summedEnds(
  db: Db,
  place: Day,
  query: Omit<RunQuery, 'game'>,
): Promise<Map<string, Ends>> {
  const { kinds } = query
  const found = new Map<string, Ends>()
  if (kinds.length === 0) return found
  const games = await db
    .selectFrom('counter_latest')
    .select(['slot_id', 'game_nr'])
    .where('slot_id', 'in', [...new Set(kinds.map(({ slot_id }) => slot_id))])
    .where('game_nr', '>', 0)
    .execute()
  const byKind = new Map<string, Ends[]>()
  for (const game of new Set(games.map(({ game_nr }) => game_nr))) {
    const slots = new Set(games.flatMap(one => (one.game_nr === game ? one.slot_id : [])))
    const own = kinds.filter(({ slot_id }) => slots.has(slot_id))
    const ends = await firstAndLast(db, place, own, game)
    const moments = own.map(kind => {
      const first = ends.get(kindKey(kind))?.first
      return {
        slot: kind.slot_id,
        key: kindKey(kind),
        at: first?.server_time ?? place.from,
        nano: first?.server_nano ?? 1,
        seq: first?.message_seq_nr ?? -1,
      }
    })
    const before = await openings(db, moments, game)
    const allRuns = await runsIn(db, place, { ...query, kinds: own, game })
    for (const kind of own) {
      const key = kindKey(kind)
      const [earlier, runs] = [before.get(key), allRuns.get(key)]
      const known = byKind.get(key) ?? []
      byKind.set(key, [...known, { ...ends.get(key), ...(earlier && { earlier }), ...(runs && { runs }) }])
    }
  }
  for (const [key, ends] of byKind) {
    const sum = summed(ends)
    if (sum) found.set(key, sum)
  }
  return found
}

/** Undefined where none of the games was read on the day. */
function summed(games: readonly Ends[]): Ends | undefined {
  const read = games.filter(({ first, earlier }) => first ?? earlier)
  if (!read.some(({ first }) => first)) return undefined
  const firsts = read.flatMap(({ first, earlier }) => first ?? earlier ?? [])
  const lasts = read.flatMap(({ last, first, earlier }) => last ?? first ?? earlier ?? [])
  const openings = read.flatMap(({ earlier, first }) => earlier ?? first ?? [])
  const inDay = (one: 'first' | 'last') => read.flatMap(ends => ends[one] ?? [])
  const earlier = read.flatMap(ends => ends.earlier ?? [])
  // A meter that a game reported at one end only would look as if it had moved by all that it shows.
  const comparable = mainNames.filter(name =>
    read.every(
      (_, at) =>
        new Set([openings, firsts, lasts].map(ends => typeof ends[at]?.[name] === 'number')).size === 1,
    ),
  )
  const of = (values: readonly StoredReading[], moments: readonly StoredReading[], newest: boolean) => {
    const head = moments.toSorted((a, b) => inOrder(momentOf(a), momentOf(b))).at(newest ? -1 : 0)
    if (!head) return undefined
    const sums = Object.fromEntries(
      mainNames.map(name => {
        const known = values.flatMap(one => one[name] ?? [])
        return [
          name,
          comparable.includes(name) && known.length > 0 ? known.reduce((all, one) => all + one, 0) : null,
        ]
      }),
    )
    const repairs = moments.find(one => one.repairs !== null)?.repairs ?? null
    return { ...head, ...sums, repairs } as StoredReading
  }
  const [first, last, before] = [
    of(firsts, inDay('first'), false),
    of(lasts, inDay('last'), true),
    of(openings, earlier, true),
  ]
  const runs = summedRuns(
    read.map(({ runs: own }, at) => ({ opening: openings[at], closing: lasts[at], runs: own })),
    comparable,
  )
  return {
    ...(first && { first }),
    ...(last && { last }),
    ...(before && { earlier: before }),
    ...(runs && { runs }),
  }
}

/**
 * Where a SMIB's message belongs: the slot that it stood on when it told it, at the place and the price that the slot had then. What is newer than the
 * last change, which is nearly everything, needs no look at the past.
 */
import type { Db } from '../../platform/db/database'
import { boardLocations, type Board, type BoardLocation } from './smib-context'
import { limitsOf } from './limits'
import { endOf } from './place'
import { inForce, slotHistories, smibHistories, type SlotRow } from './slot-history.queries'
import type { SmibHistoryTable } from '../../estate/slot-history/histories.table'

export interface Past {
  /** As it stands now. */
  now: Board
  placings: readonly SmibHistoryTable[]
  slots: ReadonlyMap<string, readonly SlotRow[]>
  locations: ReadonlyMap<string, BoardLocation>
  /** Worked out already, one for each row of the histories. */
  held: Map<string, Board>
}

interface Moment {
  at: number
  nano: number
}
interface Told {
  board: Board
  message: Moment & { events: readonly Moment[] }
}

/** Looks up the past of those SMIBs that tell of a time before their last change. */
export async function withPast<One extends Told>(db: Db, known: readonly One[]): Promise<readonly One[]> {
  const asked = new Set<Board>()
  for (const { board, message } of known)
    if (board.since > 0 && [message, ...message.events].some(one => isPast(board, one))) asked.add(board)
  if (asked.size === 0) return known
  const placings = await smibHistories(
    db,
    [...asked].map(board => board.smibId),
  )
  const slots = await slotHistories(db, [
    ...[...placings.values()].flatMap(rows => rows.flatMap(row => row.slot_id ?? [])),
    ...[...asked].flatMap(board => board.slot?.id ?? []),
  ])
  const locations = await boardLocations(db, [
    ...new Set([...slots.values()].flatMap(rows => rows.map(row => row.location_id))),
  ])
  const looked = new Map<Board, Board>()
  for (const board of asked) {
    const past = { placings: placings.get(board.smibId) ?? [], slots, locations, held: new Map() }
    const now: Board = { ...board }
    now.past = { ...past, now }
    looked.set(board, now)
  }
  return known.map(one => ({ ...one, board: looked.get(one.board) ?? one.board }))
}

const isPast = (board: Board, { at, nano }: Moment): boolean => endOf(at, nano) <= board.since

/** As it stood when it told this. */
export function heldAt(board: Board, moment: Moment): Board {
  const { past } = board
  if (!past) return board
  const { now } = past
  if (!isPast(now, moment)) return now
  const end = endOf(moment.at, moment.nano)
  const slotId = inForce(past.placings, end)?.slot_id
  const row = slotId ? inForce(past.slots.get(slotId) ?? [], end) : undefined
  const location = row && past.locations.get(row.location_id)
  const key = row && location ? `${row.slot_id} ${row.valid_from}` : ''
  let held = past.held.get(key)
  if (!held) {
    held =
      row && location
        ? {
            ...now,
            ...location,
            locationId: row.location_id,
            slot: {
              id: row.slot_id,
              serial: row.serial,
              denomination: row.denomination_minor,
              currency: row.currency,
              limits: limitsOf(row),
              since: past.slots.get(row.slot_id)?.at(-1)?.valid_from ?? 0,
            },
          }
        : { ...now, slot: null, unplaced: now.slot }
    past.held.set(key, held)
  }
  return held
}

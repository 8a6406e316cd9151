/** The network of the bench of a day: slots in halls, and what they report. */
import { newId } from '../../backend/platform/db/new-id'
import type { Db } from '../../backend/platform/db/database'
import { locations, tenants } from '../people'
import { writeSetForTest } from '../support/kept-settings'
import { slotRow } from '../support/network'
import { smibRow } from './smib-row'

const MOST_HALLS = 200
const GAMES = 5
/** Slots of a batch: five hundred readings, as a gateway gathers them. */
const GROUP = 100
const [DOOR_OPENED, DOOR_CLOSED] = ['11', '12']

/** Halls of a network of so many slots: each has a gateway of its own at least. */
export const hallsOf = (slots: number): number => Math.min(MOST_HALLS, slots / GROUP)

export interface DayBatch {
  /** When its readings were taken, epoch milliseconds. */
  at: number
  messages: readonly object[]
}

/** `slots` in at most 200 halls of one tenant, each with a SMIB that stands there since an hour before `start`. */
export async function dayNetwork(db: Db, slots: number, start: number): Promise<void> {
  const since = start - 3_600_000
  // A day closes as soon as it is over, so that a run of a few hours shows it.
  await writeSetForTest({ db, clock: (() => since) as never }, 'fraud', tenants.carpathia.id, {
    day_grace: 0,
  })
  const model = await db
    .selectFrom('locations')
    .selectAll()
    .where('id', '=', locations.cluj.id)
    .executeTakeFirstOrThrow()
  const halls = Array.from({ length: hallsOf(slots) }, (_, nr) => ({
    ...model,
    id: newId(),
    code: `H-${nr}`,
    code_key: `h${nr}`,
    name: `Hall ${nr}`,
  }))
  await db.insertInto('locations').values(halls).execute()
  for (let from = 0; from < slots; from += GROUP) {
    const hall = halls[(from / GROUP) % halls.length]!
    const rows = Array.from({ length: GROUP }, (_, offset) => ({
      ...slotRow(newId(), `DAY-${from + offset}`, 'EGT', 'cluj', since),
      location_id: hall.id,
    }))
    await db.insertInto('slots').values(rows).execute()
    await db
      .insertInto('smibs')
      .values(rows.map((slot, offset) => smibRow(macOf(from + offset), slot, since)))
      .execute()
  }
}

/** What the slots of a group report of a quarter of an hour: five games each, and a door opened or closed. */
export function dayBatch(group: number, quarter: number, at: number): DayBatch {
  const messages = Array.from({ length: GROUP }, (_, offset) => ({
    smib_id: macOf(group * GROUP + offset),
    message_seq_nr: quarter + 1,
    server_time_nano: `${at}000000`,
    counters: Array.from({ length: GAMES }, (_none, game) => ({
      game_nr: game,
      meters: metersAfter(quarter, offset + game),
    })),
    events: [{ event_seq_nr: quarter + 1, code: quarter % 2 === 0 ? DOOR_OPENED : DOOR_CLOSED }],
  }))
  return { at, messages }
}

/** In credits: a game at a stake of ten, some ninety of them in a quarter of an hour. */
const metersAfter = (quarter: number, nr: number) => ({
  '0000': 1_000_000 + quarter * (900 + nr),
  '0001': 900_000 + quarter * (810 + nr),
  '0002': 10_000,
  '0003': 50_000,
  '0005': 100_000 + quarter * 90,
  '0006': 20_000 + quarter * 12,
  '000B': 400_000 + quarter * 60,
  '0015': 7_000,
  '0016': 9_000,
  '000C': 3_000,
  '0024': 500_000 + quarter * 90,
})

const macOf = (nr: number) => (0xa5_00_00_00_00_00 + nr).toString(16)

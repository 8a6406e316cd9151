/**
 * The newest reading of each slot's game, and where its judgement stands after it: the next reading is compared with
 * it, so it is stored apart.
 */
import { sql, type CompiledQuery } from 'kysely'
import { insertion, isPostgres, rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import {
  emptyValues,
  mainNames,
  movementNames,
  type MainMeter,
  type MeterValues,
} from '../readings/meters.contract'
import type { State } from './judge-reading'
import { isUnproven, type Known } from '../readings/check-reading'
import type { Moment } from '../readings/movement'

export interface Latest extends Moment {
  slotId: string
  game: number
  state: State
  /**
   * The newest event that may have cleared the slot's memory: a meter that was last read before it needs a closer look.
   */
  memoryAt: number | null
  /** What was read up to here was booked before the cents meters of tickets led; absent: nothing was. */
  centsAfter?: number | undefined
}

/** A slot's games by number. */
export type LatestOf = ReadonlyMap<string, ReadonlyMap<number, Latest>>

interface Row {
  slot_id: string
  /** Of each of its games a list in JSON: hundreds of rows would cost more to hand over than to find. */
  games: string
}
type Stored = [
  game: number,
  at: number,
  nano: number,
  seq: number,
  centsAfter: number,
  meters: StoredMeters,
  standing: RareState | null,
]
/** What is rarely there, as it is stored. */
interface RareState extends Partial<
  Pick<State, 'provenAt' | 'clearedAt' | 'candidate' | 'heldSince' | 'left' | 'tickets'>
> {
  memoryAt?: number
}

const NOTHING: RareState = {}

/** What is JSON as it is stored stands in the list as it is. */
const STORED = sql`concat_ws(',', l.game_nr, l.server_time, l.server_nano, l.message_seq_nr, l.cents_after, l.meters,
  coalesce(l.standing, 'null')), '],['`

export const askLatest = (db: Db, slotIds: readonly string[]): CompiledQuery =>
  sql`select l.slot_id, ${isPostgres(db) ? sql`string_agg(${STORED})` : sql`group_concat(${STORED})`} as games
    from ${rowsAsTable(
      db,
      { id: 'text' },
      slotIds.map(id => ({ id })),
    )} join counter_latest l on l.slot_id = b.id group by l.slot_id`.compile(db)

export function readLatest(rows: readonly unknown[]): Map<string, Map<number, Latest>> {
  const latest = new Map<string, Map<number, Latest>>()
  for (const { slot_id: slotId, games } of rows as Row[]) {
    const stored = JSON.parse(`[[${games}]]`) as Stored[]
    const byGame = new Map<number, Latest>()
    for (const one of stored) byGame.set(one[0], latestFrom(slotId, one))
    latest.set(slotId, byGame)
  }
  return latest
}

function latestFrom(slotId: string, [game, at, nano, seq, centsAfter, meters, rare]: Stored): Latest {
  const known = knownFrom(meters, at)
  const standing = rare ?? NOTHING
  return {
    slotId,
    game,
    at,
    nano,
    seq,
    smib: '',
    memoryAt: standing.memoryAt ?? null,
    ...(centsAfter > 0 && { centsAfter }),
    state: {
      values: known.values,
      times: known.times,
      // Stored since 2026-11-28: in older rows a zero is a baseline next to what is none.
      provenAt: standing.provenAt ?? (isAtZero(known) ? null : 0),
      clearedAt: standing.clearedAt ?? null,
      candidate: standing.candidate ?? null,
      heldSince: standing.heldSince ?? null,
      left: standing.left ?? null,
      ...(standing.tickets && { tickets: standing.tickets }),
    },
  }
}

const intoLatest = insertion(
  'counter_latest',
  {
    slot_id: 'text',
    game_nr: 'bigint',
    server_time: 'bigint',
    server_nano: 'bigint',
    message_seq_nr: 'bigint',
    meters: 'text',
    standing: 'text',
  },
  `(slot_id, game_nr) do update set server_time = excluded.server_time, server_nano = excluded.server_nano,
    message_seq_nr = excluded.message_seq_nr, meters = excluded.meters, standing = excluded.standing`,
)

export const storeLatest = (db: Db, newest: readonly Latest[]): CompiledQuery[] =>
  intoLatest(
    db,
    newest.map(one => [one.slotId, one.game, one.at, one.nano, one.seq, textOf(one), rareStateOf(one)]),
  )

function rareStateOf({ state, memoryAt }: Latest): string | null {
  const provenAt = provenIn(state)
  const { tickets } = state
  const isPlain = memoryAt === null && provenAt === null && state.clearedAt === null && !tickets
  if (isPlain && !state.left && !state.candidate) return null
  const standing: RareState = {
    ...(provenAt !== null && { provenAt }),
    ...(memoryAt !== null && { memoryAt }),
    ...(state.clearedAt !== null && { clearedAt: state.clearedAt }),
    ...(state.left && { left: state.left }),
    ...(tickets && { tickets }),
    ...(state.candidate && { candidate: state.candidate, heldSince: state.heldSince }),
  }
  return JSON.stringify(standing)
}

function isAtZero({ values }: Known): boolean {
  for (let meter = 0; meter < movementNames.length; meter++) if ((values[meter] ?? 0) !== 0) return false
  return true
}

/**
 * Only where the values do not say it: zeros that are right, and a zero from before the others were reported. The
 * least instant that says the same of each zero, since in which order readings came decides how far back one was
 * looked for.
 */
function provenIn(state: State): number | null {
  if (state.provenAt === null) return null
  let newest = -1
  for (let meter = 0; meter < movementNames.length; meter++) {
    const at = state.times[meter] ?? 0
    if (state.values[meter] === 0 && at > newest && isUnproven(state, at)) newest = at
  }
  if (newest >= 0) return newest + 1
  return isAtZero(state) ? 0 : null
}

/** Last known values by name, from the stored text. */
export function latestMeters(text: string): Partial<Record<MainMeter, number>> {
  const { values } = knownFrom(JSON.parse(text) as StoredMeters, 0)
  return Object.fromEntries(
    mainNames.flatMap((name, meter) => (values[meter] === null ? [] : [[name, values[meter]]])),
  )
}

type Entry = number | null | [value: number, at: number]
/** By name until 2026-11-20. */
type StoredMeters = Entry[] | Partial<Record<MainMeter, Entry>>

/**
 * In which order they stand in the stored text: a meter that got its column later stands at the end, so that older
 * texts stay readable.
 */
const LATER: readonly MainMeter[] = ['coins_in']
const places = [...mainNames.filter(name => !LATER.includes(name)), ...LATER].map(name =>
  mainNames.indexOf(name),
)

/** Filled anew for each text: what is made for each reading is most of what ingestion has to clear away. */
const entries: Entry[] = places.map(() => null)

/** A time is written only where it is not the newest reading's. */
function textOf({ state: { values, times }, at }: Latest): string {
  for (let place = 0; place < places.length; place++) {
    const meter = places[place] ?? 0
    const value = values[meter] ?? null
    entries[place] = value === null || times[meter] === at ? value : [value, times[meter] ?? at]
  }
  return JSON.stringify(entries)
}

function knownFrom(stored: StoredMeters, at: number): Known {
  const values: MeterValues = emptyValues()
  const times: (number | null)[] = emptyValues()
  for (let place = 0; place < places.length; place++) {
    const meter = places[place] ?? 0
    const name = mainNames[meter]
    const entry = (Array.isArray(stored) ? stored[place] : name && stored[name]) ?? null
    const both = typeof entry === 'object' && entry !== null
    values[meter] = both ? entry[0] : entry
    times[meter] = entry === null ? null : both ? entry[1] : at
  }
  return { values, times }
}

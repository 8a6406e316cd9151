/**
 * The order of a stream's rows, and a row's position in it. Rows of the same nanosecond are distinguished by their
 * numbers and by whose they are: else a row could be on two pages, and another on none. A position is what a page
 * goes on from, and what a file's row is known by.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Columns } from '../../platform/db/bulk'
import type { ColumnType } from '../../platform/db/stored-as'

export type StreamTable =
  | 'events'
  | 'messages'
  | 'counter_readings'
  | 'slot_data'
  | 'smib_logs'
  /** A view of `sequence_breaks` with the streams' names for its columns. */
  | 'sequence_gaps'
  | 'checkpoints'
export type Direction = 'asc' | 'desc'
export type Position = readonly (string | number | null)[]
/** A page begins after, or ends before, this position, which is not on it. */
export interface PageCursor {
  side: 'after' | 'before'
  position: Position
}

const time = { server_time: 'bigint', server_nano: 'bigint', message_seq_nr: 'bigint' } as const

/** Each table's key is among its columns. `many`: as the wire names it. */
const streams: Record<StreamTable, { many: string; columns: Columns<Record<string, ColumnType>> }> = {
  events: { many: 'events', columns: { ...time, event_seq_nr: 'bigint', id: 'text' } },
  messages: {
    many: 'messages',
    columns: { ...time, event_seq_nr: 'bigint', smib_id: 'text', run: 'bigint' },
  },
  counter_readings: {
    many: 'counters',
    columns: { ...time, game_nr: 'bigint', slot_id: 'text', smib_id: 'text', run: 'bigint' },
  },
  slot_data: { many: 'slotdata', columns: { ...time, smib_id: 'text', run: 'bigint' } },
  smib_logs: { many: 'logs', columns: { ...time, line_nr: 'bigint', smib_id: 'text', run: 'bigint' } },
  sequence_gaps: { many: 'gaps', columns: { ...time, id: 'text' } },
  checkpoints: { many: 'checkpoints', columns: { ...time, id: 'text' } },
}

/** Events that no message brought have no numbers, and not every message has an event's. */
const NULLABLE = new Set(['message_seq_nr', 'event_seq_nr'])

export const keyOf = (table: StreamTable) => streams[table].columns
const namesOf = (table: StreamTable): string[] => Object.keys(keyOf(table))

/** What has no number comes last among equals, in both directions and both engines. Read backwards, it comes first. */
export function orderBy(table: StreamTable, direction: Direction, backwards = false): RawBuilder<unknown> {
  const way = sql.raw(isUp(direction, backwards) ? 'asc' : 'desc')
  const nulls = sql.raw(backwards ? 'nulls first' : 'nulls last')
  return sql`order by ${sql.join(namesOf(table).map(name => sql`${sql.ref(name)} ${way} ${NULLABLE.has(name) ? nulls : sql``}`))}`
}

export const isUp = (direction: Direction, backwards: boolean): boolean => (direction === 'asc') !== backwards

/** The number that stands for none when positions are compared. */
const noneIn = (direction: Direction) => (direction === 'asc' ? Number.MAX_SAFE_INTEGER : -1)

/**
 * Rows next to a position. The bound on the time alone is the index's; it is returned apart, since a period has one
 * as well.
 */
export function cursorBounds(
  table: StreamTable,
  direction: Direction,
  { side, position }: PageCursor,
): { from?: number; to?: number; condition: RawBuilder<unknown> } {
  const up = isUp(direction, side === 'before')
  const none = noneIn(direction)
  const [at, ...rest] = position
  const columns = namesOf(table)
    .slice(1)
    .map(name => (NULLABLE.has(name) ? sql`coalesce(${sql.ref(name)}, ${none})` : sql.ref(name)))
  const than = sql.raw(up ? '>' : '<')
  const condition = sql`and (server_time ${than} ${at} or (${sql.join(columns)}) ${than} (${sql.join(rest.map(one => one ?? none))}))`
  return up ? { from: Number(at), condition } : { to: Number(at) + 1, condition }
}

/** In memory as `orderBy` does it, read forwards. */
export function sortRows(rows: object[], table: StreamTable, direction: Direction): void {
  const [names, none] = [namesOf(table), noneIn(direction)]
  const sign = direction === 'asc' ? 1 : -1
  const positions = new Map(rows.map(row => [row, positionOf(table, row).map(one => one ?? none)]))
  rows.sort((a, b) => {
    const [left = [], right = []] = [positions.get(a), positions.get(b)]
    const differs = names.findIndex((_, nr) => left[nr] !== right[nr])
    return differs < 0 ? 0 : (left[differs] ?? none) < (right[differs] ?? none) ? -sign : sign
  })
}

export const positionOf = (table: StreamTable, row: object): Position =>
  namesOf(table).map(name => (row as Record<string, string | number | null>)[name] ?? null)

/** A position as a text without a meaning of its own: names the stream, so that one of another is refused. */
export const cursorOf = (table: StreamTable, row: object): string =>
  [streams[table].many, ...positionOf(table, row).map(one => one ?? '')].join('.')

/** Undefined for a text that is no cursor of this stream. */
export function readCursor(table: StreamTable, text: string): Position | undefined {
  const [many, ...parts] = text.split('.')
  const columns = Object.entries(keyOf(table))
  if (many !== streams[table].many || parts.length !== columns.length) return undefined
  const isOne = ([name, type]: [string, ColumnType], part: string) =>
    part === '' ? NULLABLE.has(name) : type === 'bigint' ? /^-?\d{1,15}$/.test(part) : /^\w{1,40}$/.test(part)
  if (!columns.every((column, nr) => isOne(column, parts[nr] ?? ''))) return undefined
  return columns.map(([, type], nr) =>
    parts[nr] === '' ? null : type === 'bigint' ? Number(parts[nr]) : (parts[nr] ?? ''),
  )
}

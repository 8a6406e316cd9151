/**
 * Filters of a stream that are no column of its rows: flags, a meter, and the specification's own names of what every
 * stream has.
 */
import { sql, type RawBuilder } from 'kysely'
import type { ListRequest } from '../../platform/contract/list'
import { DEFAULT_ZONE } from '../../platform/contract/period'
import { endAt, startAt } from '../../platform/contract/period-end'
import { Problem } from '../../platform/contract/problem'
import { LATE_MS, type StreamFlag } from '../../platform/contract/stream'
import { datable, type ListBody } from '../../platform/request/list-body'
import { mainNames, meterPlace } from '../readings/meters.contract'
import type { StreamTable } from './stream-order'

/** What a stream's request says, with the names that are every stream's. */
export type StreamBody = ListRequest & Pick<ListBody, 'smibid' | 'type' | 'id'>

/** As rows are flagged when they are shown: from the stored breaks, and by the time from happening to arriving. */
export function isFlagged(table: StreamTable, flags: readonly StreamFlag[]): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  const kinds = flags.filter(flag => flag !== 'late')
  const ways = [
    ...(kinds.length > 0
      ? [
          sql`exists (select 1 from sequence_breaks as k where k.smib_id = ${of('smib_id')} and k.run = ${of('run')}
            and k.to_seq = ${of('message_seq_nr')} and k.closed_at is null and k.kind in (${sql.join(kinds)}))`,
        ]
      : []),
    ...(flags.includes('late') ? [isLate(table, of)] : []),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}

function isLate(table: StreamTable, of: (column: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  if (table === 'slot_data') return sql`${of('server_time')} - ${of('sent_at')} > ${LATE_MS}`
  // A reading's row is as narrow as can be: its message's row says when it arrived.
  if (table === 'counter_readings')
    return sql`exists (select 1 from messages as m where m.smib_nr = ${of('smib_nr')} and m.server_time = ${of('server_time')}
      and m.server_nano = ${of('server_nano')} and m.message_seq_nr = ${of('message_seq_nr')} and m.run = ${of('run')}
      and ${isLateIn('m')})`
  return isLateIn(table)
}

/** Without a parameter: an index of late rows serves no other condition than its own. */
export const isLateIn = (table: string): RawBuilder<unknown> =>
  sql.raw(`${table}.received_at - ${table}.server_time > ${LATE_MS}`)

/** A main meter has a column of its own; any other stands in the JSON of the rest. */
export const hasMeter = (codes: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(
    codes.map(given => {
      const code = given.toUpperCase()
      if (!/^[0-9A-F]{4}$/.test(code)) return sql`1 = 0`
      const name = mainNames[meterPlace(code) ?? -1]
      return name
        ? sql`${sql.ref(`counter_readings.${name}`)} is not null`
        : sql`counter_readings.more like ${`%"${code}":%`}`
    }),
    sql` or `,
  )})`

/** Few readings are marked: an index has these alone. */
export const isMarked = (kinds: readonly string[]): RawBuilder<unknown> =>
  sql`(counter_readings.repairs is not null and (${sql.join(
    kinds.map(kind => sql`counter_readings.repairs like ${`%:"${kind}"%`}`),
    sql` or `,
  )}))`

/** Rows of things of these types: each row has a tenant and a location, not each a slot or a SMIB. */
export const isOfType =
  (table: StreamTable) =>
  (types: readonly string[]): RawBuilder<unknown> =>
    sql`(${sql.join(
      types.map(type => sql`${sql.ref(`${table}.${type}_id`)} is not null`),
      sql` or `,
    )})`

const ends = {
  dateStart: (value: string | number) => startAt(value, DEFAULT_ZONE),
  dateEnd: (value: string | number) => endAt(value, DEFAULT_ZONE),
}
const isEnd = (name: string): name is keyof typeof ends => Object.hasOwn(ends, name)

/**
 * A request that used the specification's names, in those of every stream. Said twice it is refused: neither would be a
 * surprise to ignore.
 */
export function inOwnNames(
  request: StreamBody,
  names: Readonly<Record<string, keyof StreamBody>>,
): StreamBody {
  const own: Record<string, unknown> = {}
  const whole = new Set(request.exactFields.map(name => names[name]))
  const left = request.exactFields.map((name, index) => ({ name, value: request.exactValues[index] ?? '' }))
  const rest = left.filter(({ name, value }) => {
    const known = names[name]
    // A type without an id narrows to that type, as a filter of the list's own.
    if (known === undefined || (known === 'type' && !whole.has('id'))) return true
    if (request[known] !== undefined || own[known] !== undefined)
      throw new Problem(422, 'invalid', { fields: { [name]: [{ code: 'repeated' }] } })
    const values = [value].flat()
    if (known !== 'smibid' && values.length !== 1)
      throw new Problem(422, 'invalid', { fields: { [name]: [{ code: 'invalid' }] } })
    const [first] = values
    own[known] =
      known === 'smibid' ? values : isEnd(known) ? datable(ends[known](first as string | number)) : first
    return false
  })
  if (rest.length === left.length) return request
  const answer = {
    ...request,
    ...own,
    exactFields: rest.map(({ name }) => name),
    exactValues: rest.map(({ value }) => value),
  } as StreamBody
  if (
    answer.dateStart !== undefined &&
    answer.dateEnd !== undefined &&
    Number(answer.dateStart) >= Number(answer.dateEnd)
  )
    throw new Problem(422, 'invalid', { fields: { end_time: [{ code: 'not_after_start' }] } })
  return answer
}

/**
 * What every stream's rows have, as far as its contract says so: when and where it happened, its numbers, what is odd
 * about it.
 */
import type { Contract } from '../../../backend/platform/contract/contract'
import {
  streamSubjects,
  type streamFlags,
  type StreamSubject,
} from '../../../backend/platform/contract/stream'
import { resourceOf } from '../definition/subjects'
import type { Mark } from '../../ui/tone'
import { flagFilter, flags, integer, linkTo, placeTime, text } from '../fields'
import type { AnyField } from '../fields/field'

export type StreamField =
  | StreamSubject
  | 'server_time'
  | 'received_at'
  | 'time_zone'
  | 'message_seq_nr'
  | 'event_seq_nr'
  | 'flags'

/** Gravest first. */
const marks: Record<keyof typeof streamFlags, Mark> = { gap: 'warn', reset: 'info', late: 'muted' }

export function streamFields({
  row: { shape },
  filters,
}: Pick<Contract, 'row' | 'filters'>): Record<string, AnyField> {
  const raised = Object.entries(marks).filter(([name]) => Object.hasOwn(shape, name))
  const all = {
    server_time: placeTime('time_zone', ...['slot', 'game_nr'].filter(name => Object.hasOwn(shape, name))),
    received_at: placeTime('time_zone'),
    time_zone: text(),
    message_seq_nr: integer(),
    event_seq_nr: integer(),
    ...Object.fromEntries(streamSubjects.map(type => [type, linkTo(resourceOf[type])])),
  }
  return {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(shape, name))),
    ...(Object.hasOwn(filters.shape, 'flag') && { flag: flagFilter(raised.map(([name]) => name)) }),
    ...(raised.length > 0 && { flags: flags(Object.fromEntries(raised)) }),
  } as unknown as Record<string, AnyField>
}

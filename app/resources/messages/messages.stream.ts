import { messagesContract } from '../../../backend/rawdata/streams.contract'
import { flags, integer, linkTo, openChoice, placeTime, text } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'

/** What SMIBs sent, by number: where numbers are missing, and where the numbering began anew. */
export const messages = defineStream('messages', messagesContract, {
  subjects: ['smib', 'slot', 'location', 'tenant'],
  period: 'today',
  fields: {
    server_time: placeTime('time_zone'),
    time_zone: text(),
    smib: linkTo('smibs'),
    slot: linkTo('slots'),
    location: linkTo('locations'),
    tenant: linkTo('tenants'),
    message_seq_nr: integer(),
    event_seq_nr: integer(),
    kind: openChoice(['events', 'counters', 'heartbeat']),
    event_count: integer(),
    counter_count: integer(),
    received_at: placeTime('time_zone'),
    flags: flags({ gap: 'warn', reset: 'info', late: 'muted' }),
  },
  columns: [
    'server_time',
    'message_seq_nr',
    'kind',
    'smib',
    'slot',
    'location',
    'event_count',
    'counter_count',
    'received_at',
    'flags',
  ],
  more: ['event_seq_nr', 'tenant', 'time_zone'],
  summary: ['message_seq_nr', 'smib', 'flags'],
  filters: ['kind', 'tenant', 'location'],
})

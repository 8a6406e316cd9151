import { messagesContract } from '../../../backend/telemetry/streams/streams.contract'
import { integer, openChoice } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'
import { messageNumber } from './message-number'

/** What SMIBs sent, by number: where numbers are missing, and where the numbering began anew. */
export const messages = defineStream('messages', messagesContract, {
  fields: {
    message_seq_nr: messageNumber(),
    kind: openChoice(['events', 'counters', 'heartbeat', 'slotdata', 'logs']),
    event_count: integer(),
    counter_count: integer(),
  },
  columns: [
    'message_seq_nr',
    'kind',
    'smib',
    'slot',
    'location',
    'event_count',
    'counter_count',
    'received_at',
  ],
  more: ['event_seq_nr'],
  summary: ['message_seq_nr', 'smib', 'flags'],
  filters: ['kind', 'flag', 'tenant', 'location'],
})

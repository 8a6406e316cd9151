import { countersContract } from '../../../backend/telemetry/streams/streams.contract'
import { date, integer, money } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'
import { messageNumber } from '../messages/message-number'
import { held, mark, meterFields, meterFilter, meters, otherMeters, repairs } from './meter-fields'

const first = ['coin_in', 'coin_out', 'jackpot', 'games_played'] as const

/** Electronic counters: what the slot's meters stood at, as its SMIB read them. */
export const counters = defineStream('counters', countersContract, {
  subject: 'smib',
  fields: {
    ...meterFields,
    game_nr: integer(),
    message_seq_nr: messageNumber(),
    gaming_day: date(),
    denomination: money(),
    more: otherMeters(),
    repairs: repairs('counters'),
    held: held(),
    mark: mark(),
    meterId: meterFilter(),
  },
  columns: ['slot', 'game_nr', ...first, 'repairs', 'smib', 'location', 'message_seq_nr'],
  more: [
    ...meters.filter(name => !first.some(one => one === name)),
    'more',
    'held',
    'denomination',
    'gaming_day',
  ],
  summary: ['slot', 'coin_in', 'flags'],
  filters: ['flag', 'held', 'mark', 'location', 'tenant', 'game_nr'],
  quiet: ['meterId', 'slot', 'smib'],
})

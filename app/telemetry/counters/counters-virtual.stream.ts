import { virtualCountersContract } from '../../../backend/telemetry/streams/counter-streams.contract'
import { date, integer, money } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'
import { meterFields, meterFilter, meters } from './meter-fields'

const first = ['coin_in', 'coin_out', 'jackpot', 'games_played', 'total_drop'] as const

/** Virtual counters: readings that only rise, with what rollovers and resets took from them. */
export const virtualCounters = defineStream('counters-virtual', virtualCountersContract, {
  subject: 'smib',
  fields: {
    ...meterFields,
    game_nr: integer(),
    gaming_day: date(),
    denomination: money(),
    meterId: meterFilter(),
  },
  columns: ['slot', 'game_nr', ...first, 'smib', 'location'],
  more: [
    ...meters.filter(name => !first.some(one => one === name)),
    'message_seq_nr',
    'denomination',
    'gaming_day',
  ],
  summary: ['slot', 'coin_in', 'flags'],
  filters: ['flag', 'game_nr', 'tenant', 'location'],
  quiet: ['meterId', 'slot', 'smib'],
})

import { logicCountersContract } from '../../../backend/telemetry/streams/counter-streams.contract'
import { date, integer, money, percent } from '../../engine/fields'
import { defineStream } from '../../engine/stream/define-stream'
import { meterFilter } from './meter-fields'

/** Logic counters: what is computed of the virtual ones, from the slot's first reading on. */
export const logicCounters = defineStream('counters-logic', logicCountersContract, {
  subject: 'smib',
  fields: {
    net_win: money(),
    won: money(),
    total_in: money(),
    total_out: money(),
    ggr: money(),
    games_played: integer(),
    average_bet: money(),
    rtp: percent(),
    hold: percent(),
    game_nr: integer(),
    gaming_day: date(),
    denomination: money(),
    meterId: meterFilter(),
  },
  columns: ['slot', 'game_nr', 'net_win', 'ggr', 'total_in', 'total_out', 'games_played', 'rtp', 'location'],
  more: ['won', 'average_bet', 'hold', 'smib', 'message_seq_nr', 'denomination', 'gaming_day'],
  summary: ['slot', 'net_win', 'rtp'],
  filters: ['flag', 'game_nr', 'tenant', 'location'],
  quiet: ['meterId', 'slot', 'smib'],
})

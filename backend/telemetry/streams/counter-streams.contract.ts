/**
 * Readings in the three other ways that people look at them: by meter id, as values that never fall, and as what is
 * computed of those.
 */
import { z } from 'zod'
import { money } from '../../platform/contract/primitives'
import { defineStreamContract, streamFlags } from '../../platform/contract/stream'
import { counterFilters, unnumberedRow } from './streams.contract'

/** The meters that have a column of their own, and what each counts. */
export const meterColumns = {
  coin_in: 'credits',
  coin_out: 'credits',
  jackpot: 'credits',
  handpaid_cancelled: 'credits',
  games_played: 'count',
  games_won: 'count',
  bills_in: 'credits',
  ticket_in: 'credits',
  ticket_out: 'credits',
  electronic_in: 'credits',
  electronic_out: 'credits',
  hopper_out: 'credits',
  total_drop: 'credits',
  coins_in: 'credits',
  current_credits: 'credits',
} as const
export type MeterColumn = keyof typeof meterColumns

/** More than all codes of table C-7. */
const MOST_METERS = 300
const meterEntry = z.object({
  /** SAS meter code. */
  id: z.string(),
  value: z.number(),
  details: z.object({
    name: z.string(),
    unit: z.enum(['credits', 'cents', 'count', 'percent']),
    currency: z.string().optional(),
  }),
})
export type MeterEntry = z.infer<typeof meterEntry>

const readingRow = unnumberedRow.extend({
  game_nr: z.number().int(),
  gaming_day: z.string(),
  denomination: money,
  ...streamFlags,
})

export const meterRow = readingRow.extend({
  /** As the slot reported them. */
  meters_uint: z.array(meterEntry.extend({ value: z.number().int() })).max(MOST_METERS),
  /** The same in money, or in percent, where they are no plain counts. */
  meters_float: z.array(meterEntry).max(MOST_METERS),
})
export const virtualRow = readingRow.extend({
  /**
   * Meters with a name, in credits or counts: what was read, with what a rollover or a reset took from it. Null while a
   * value is in doubt.
   */
  meters: z.record(z.string(), z.number().int().nullable()),
  money: z.record(z.string(), money.nullable()),
})

export const logicMeasures = ['net_win', 'won', 'total_in', 'total_out', 'ggr', 'games_played'] as const
const amount = money.nullable()
export const logicRow = readingRow.extend({
  net_win: amount,
  won: amount,
  total_in: amount,
  total_out: amount,
  ggr: amount,
  games_played: z.number().int().nullable(),
  average_bet: amount,
  /** In basis points. */
  rtp: z.number().int().nullable(),
  hold: z.number().int().nullable(),
})

export type MeterRow = z.infer<typeof meterRow>
export type VirtualRow = z.infer<typeof virtualRow>
export type LogicRow = z.infer<typeof logicRow>

export const messageMetersContract = defineStreamContract({
  family: 'rawdata',
  one: 'message-meters',
  many: 'meters',
  row: meterRow,
  filters: counterFilters,
  permission: 'slot::get',
})
export const virtualCountersContract = defineStreamContract({
  family: 'rawdata',
  one: 'virtual-counter',
  many: 'counters-virtual',
  row: virtualRow,
  filters: counterFilters,
  permission: 'slot::get',
})
export const logicCountersContract = defineStreamContract({
  family: 'rawdata',
  one: 'logic-counter',
  many: 'counters-logic',
  row: logicRow,
  filters: counterFilters,
  permission: 'slot::get',
})

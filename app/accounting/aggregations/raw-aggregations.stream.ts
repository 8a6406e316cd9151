import { granulation } from '../../../backend/accounting/aggregations/aggregation-rules.contract'
import { rawAggregationsContract } from '../../../backend/accounting/aggregations/aggregations.contract'
import { streamSubjects } from '../../../backend/platform/contract/stream'
import { movementNames } from '../../../backend/telemetry/readings/meters.contract'
import { choice, integer, memberOf, money, dayOrMonth, placeTime, thingType } from '../../engine/fields'
import type { Field } from '../../engine/fields/field'
import { defineStream } from '../../engine/stream/define-stream'

const meters = Object.fromEntries(movementNames.map(name => [name, integer()])) as Record<
  (typeof movementNames)[number],
  Field<number>
>
const first = ['coin_in', 'coin_out', 'jackpot', 'games_played'] as const

/** Hours, gaming days and months as ingestion has summed them up, in credits and counts. */
export const rawAggregations = defineStream('raw-aggregations', rawAggregationsContract, {
  fields: {
    ...meters,
    end_time: placeTime('time_zone'),
    interval: dayOrMonth(),
    granulation: choice(granulation.options),
    smib: memberOf('smibs'),
    hours: integer(),
    game_nr: integer(),
    readings: integer(),
    denomination: money(),
    type: thingType(streamSubjects),
  },
  columns: ['interval', 'slot', 'location', 'game_nr', 'denomination', 'hours', 'readings', ...first],
  more: [
    'end_time',
    'granulation',
    ...movementNames.filter(name => !(first as readonly string[]).includes(name)),
  ],
  summary: ['interval', 'slot', 'coin_in'],
  filters: ['granulation', 'game_nr', 'tenant', 'location'],
  quiet: ['type', 'slot', 'smib'],
})

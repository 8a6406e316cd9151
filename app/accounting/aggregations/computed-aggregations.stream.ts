import {
  aggregatedBy,
  granulation,
  measureName,
  type Measure,
} from '../../../backend/accounting/aggregations/aggregation-rules.contract'
import { computedAggregationsContract } from '../../../backend/accounting/aggregations/aggregations.contract'
import type { Money } from '../../../backend/platform/contract/primitives'
import { streamSubjects } from '../../../backend/platform/contract/stream'
import { unitOf } from '../../../backend/telemetry/readings/measures.contract'
import {
  choice,
  integer,
  memberOf,
  money,
  dayOrMonth,
  percent,
  placeTime,
  thingType,
} from '../../engine/fields'
import type { Field } from '../../engine/fields/field'
import { defineStream } from '../../engine/stream/define-stream'

const kinds = { money, count: integer, percent }
type Counted = 'games_played' | 'games_won' | 'rtp'
const measures = Object.fromEntries(
  measureName.options.map(name => [name, kinds[unitOf(name)]()] as const),
) as unknown as Record<Exclude<Measure, Counted>, Field<Money>> & Record<Counted, Field<number>>
const first = ['coin_in', 'coin_out', 'jackpot', 'net_win', 'rtp', 'games_played'] as const

/** Measures by interval, by a rule or all of them, in money at the denomination that each reading had. */
export const computedAggregations = defineStream('computed-aggregations', computedAggregationsContract, {
  fields: {
    ...measures,
    end_time: placeTime('time_zone'),
    interval: dayOrMonth(),
    granulation: choice(granulation.options),
    smib: memberOf('smibs'),
    by: choice(aggregatedBy.options),
    rule: memberOf('aggregation-rules'),
    hours: integer(),
    game_nr: integer(),
    slots: integer(),
    readings: integer(),
    type: thingType(streamSubjects),
  },
  columns: ['interval', 'slot', 'game_nr', 'location', 'hours', 'slots', ...first],
  more: [
    'end_time',
    'granulation',
    'readings',
    ...measureName.options.filter(name => !(first as readonly string[]).includes(name)),
  ],
  summary: ['location', 'slot', 'game_nr', 'net_win'],
  filters: ['rule', 'by', 'granulation', 'tenant', 'location'],
  quiet: ['type', 'slot', 'smib', 'game_nr'],
})

/** Roll-ups as they are stored, and measures computed of them (specification, section 7: aggregations). */
import { z } from 'zod'
import { daysInOrder } from '../../platform/contract/days-in-order'
import { MAX_ROWS_PER_PAGE } from '../../platform/contract/list'
import { currency, id, instant, money, reference } from '../../platform/contract/primitives'
import { defineStreamContract, streamSubjects, subjectFilters } from '../../platform/contract/stream'
import { MOST_DAYS } from '../figures/aggregate.contract'
import { figureSums } from '../../telemetry/readings/measures.contract'
import { movementNames } from '../../telemetry/readings/meters.contract'
import { aggregatedBy, granulation, measureName, type Measure } from './aggregation-rules.contract'

/** Ruling 18: whose aggregations they are, their permission. */
export const readsCheckpoints = {
  any: ['smib::get_checkpoint', 'slot::get_checkpoint', 'location::get_checkpoint', 'tenant::get_checkpoint'],
} as const

const row = {
  /** What the row sums up; the same whenever it is read. */
  _id: z.string(),
  /** When its interval begins, and when it ends. */
  server_time: instant,
  end_time: instant,
  /** The gaming day, or the month of gaming days; of an hour none. */
  interval: z.string().nullable(),
  granulation,
  /** How long it is: days of 23 and 25 hours are, and an hour in which the day changes is two parts. */
  hours: z.number(),
  time_zone: z.string(),
  tenant: reference,
  location: reference.nullable(),
  slot: reference.nullable(),
  game_nr: z.number().int().nullable(),
  readings: z.number().int(),
}
const filters = {
  ...subjectFilters,
  granulation,
  game_nr: z.number().int(),
  /** With `id` or `resourceId` what that is of; without one rows of things of that type, computed ones one for each. */
  type: z.enum(streamSubjects),
}

/** The specification's names, of raw and of computed aggregations alike. */
const aliases = {
  gameId: 'game_nr',
  resourceId: 'id',
  locationIds: 'location',
  tenantIds: 'tenant',
  columns: 'fields',
  granulation: 'granulation',
} as const

type Meters = Record<(typeof movementNames)[number], z.ZodNumber>
/** Credits and counts, by the denomination that the readings had. */
export const rawAggregationRow = z.object({
  ...row,
  denomination: money,
  ...(Object.fromEntries(movementNames.map(name => [name, z.number().int()])) as unknown as Meters),
})
export type RawAggregationRow = z.output<typeof rawAggregationRow>
export const rawAggregationsContract = defineStreamContract({
  family: 'aggregations',
  one: 'raw-aggregation',
  many: 'raw',
  row: rawAggregationRow,
  filters: z.object(filters),
  aliases,
  permission: readsCheckpoints,
})

const COUNTS = ['games_played', 'games_won'] as const
type Counts = (typeof COUNTS)[number] | 'rtp'
type Amounts = Exclude<Measure, Counts>
const isCount = (name: string) => name === 'rtp' || (COUNTS as readonly string[]).includes(name)
/** A measure that a rule leaves out is null, as is a ratio without play. */
const amounts = Object.fromEntries(
  measureName.options.filter(name => !isCount(name)).map(name => [name, money.nullable()]),
) as unknown as Record<Amounts, z.ZodNullable<typeof money>>
const counts = Object.fromEntries(
  [...COUNTS, 'rtp' as const].map(name => [name, z.number().int().nullable()]),
) as unknown as Record<Counts, z.ZodNullable<z.ZodNumber>>

export const computedAggregationRow = z.object({
  ...row,
  /** How many slots it sums up. */
  slots: z.number().int(),
  ...amounts,
  ...counts,
})
/**
 * The specification's names of a page, and all that the list finds summed up, one row for each currency: for whoever
 * has not chosen `fields`.
 */
export const aggregationEnvelope = {
  data: z.array(z.record(z.string(), z.unknown())).max(MAX_ROWS_PER_PAGE).optional(),
  total_aggregation: z
    .array(z.object({ currency, slots: z.number().int(), readings: z.number().int(), ...amounts, ...counts }))
    .max(10)
    .optional(),
}
export type ComputedAggregationRow = z.output<typeof computedAggregationRow>
export const computedAggregationsContract = defineStreamContract({
  family: 'aggregations',
  one: 'computed-aggregation',
  many: 'query',
  row: computedAggregationRow,
  filters: z.object({
    ...filters,
    by: aggregatedBy,
    /** An aggregation rule: its measures, and its interval and rows where the request names no others. */
    rule: id,
  }),
  aliases,
  permission: readsCheckpoints,
})

const day = z.iso.date()
const MOST_GAMES = 64
/** What is summed up: gaming days, both included. */
export const aggregationRequest = z
  .strictObject({
    ids: z.array(id).min(1).max(500),
    from: day,
    to: day,
    /** Games of the slots by their numbers; left out, the whole slots. */
    games: z.array(z.number().int().min(0).max(9_999)).min(1).max(MOST_GAMES).optional(),
    /** Left out, all measures. */
    measures: z.array(measureName).min(1).max(measureName.options.length).optional(),
  })
  .superRefine(daysInOrder(MOST_DAYS))
export const intervalRequest = aggregationRequest.safeExtend({ granulation: granulation.default('day') })

const figures = z
  .object({
    ...(Object.fromEntries(figureSums.map(name => [name, z.number().int()])) as unknown as Record<
      (typeof figureSums)[number],
      z.ZodNumber
    >),
    rtp: z.number().int().nullable(),
    average_bet: z.number().int().nullable(),
  })
  .partial()
const summed = figures.extend({ currency, slots: z.number().int(), readings: z.number().int() })
/** Amounts in minor units of the row's currency, `rtp` in basis points. */
export const aggregationAnswer = z.object({
  data: z.array(
    summed.extend({
      /** Null where the whole period is one row. */
      entity: id.nullable(),
      game_nr: z.number().int().nullable(),
      /** The hour's start, the gaming day, or the month; null of a whole period. */
      interval: z.union([instant, z.string()]).nullable(),
    }),
  ),
  total: z.number().int(),
  /** Of all rows, one for each currency. */
  total_aggregation: z.array(summed),
  from: day,
  to: day,
  as_of: instant,
})
export type AggregationAnswer = z.output<typeof aggregationAnswer>

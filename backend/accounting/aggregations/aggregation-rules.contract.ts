/**
 * Saved definitions of aggregations: which measures, of what, by which interval (specification, section 2: Aggregation
 * Rules).
 */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, line, optionalLines, reference, recordRow } from '../../platform/contract/primitives'
import { figureSums } from '../../telemetry/readings/measures.contract'

/** What a row of computed aggregations stands for. A game of a slot is known by its number there. */
export const aggregatedBy = z.enum(['tenant', 'location', 'slot', 'game'])
export type AggregatedBy = z.output<typeof aggregatedBy>

export const granulation = z.enum(['hour', 'day', 'month'])
export type Granulation = z.output<typeof granulation>

export const measureName = z.enum([...figureSums, 'rtp', 'average_bet'])
export type Measure = z.output<typeof measureName>

/** Each reader has to have one of these. */
const readers = {
  any: ['aggregation_rule::get', 'aggregation_rule::update', 'aggregation_rule::create'],
} as const

export const aggregationRulesContract = defineContract({
  family: 'configuration',
  one: 'aggregation_rule',
  many: 'aggregation-rules',
  paths: { get: 'aggregation-rule', create: 'aggregation-rule', update: 'aggregation-rule' },
  row: z.object({
    ...recordRow,
    name: z.string(),
    tenant: reference.nullable(),
    by: aggregatedBy,
    granulation,
    measures: z.array(measureName),
    note: z.string().nullable(),
  }),
  input: z.object({
    name: line(3, 60),
    tenant: z
      .union([z.literal('').transform(() => null), id])
      .nullish()
      .transform(value => value ?? null),
    by: aggregatedBy.default('location'),
    granulation: granulation.default('day'),
    measures: z
      .array(measureName)
      .min(1)
      .max(measureName.options.length)
      .transform(names => measureName.options.filter(one => names.includes(one))),
    note: optionalLines(300),
  }),
  filters: z.object({ tenant: id, by: aggregatedBy, granulation }),
  sort: ['name', 'by', 'granulation', 'created_at', 'updated_at'],
  permissions: {
    list: readers,
    read: readers,
    create: 'aggregation_rule::create',
    update: 'aggregation_rule::update',
  },
  actions: {},
})

/** The regulator's terminal view (domain notes, section 7), and who looked at it. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, reference, recordRow } from '../../platform/contract/primitives'
import { reportOfNow, reportAnswerOf, type ReportMeasures } from '../../platform/contract/report'

export const inspectorGroups = ['slot'] as const
export const inspectorRequest = reportOfNow(inspectorGroups, 'slot')
export type InspectorRequest = z.output<typeof inspectorRequest>

const counter = z.number().int().nullable()
export const inspectorAnswer = reportAnswerOf({
  organiser: z.string(),
  county: z.string().nullable(),
  town: z.string(),
  address: z.string().nullable(),
  location: z.string(),
  /** As the slot's electronic meters show them, in credits, each worth `credit` minor units. */
  counter_in: counter,
  counter_out: counter,
  counter_jackpot: counter,
  credit: z.number().int(),
  /** The day of the reading, by the location's clock. */
  read_on: z.string().nullable(),
  state: z.enum(['on', 'off']),
})
export type InspectorAnswer = z.output<typeof inspectorAnswer>

export const inspectorMeasures = {
  organiser: 'name',
  county: 'name',
  town: 'name',
  address: 'name',
  location: 'name',
  counter_in: 'count',
  counter_out: 'count',
  counter_jackpot: 'count',
  credit: 'money',
  read_on: 'day',
  state: 'word',
} as const satisfies ReportMeasures

export const inspectorContract = {
  path: '/api/inspections/v1/inspector-view/report',
  permission: 'slot::inspect' as const,
  groups: inspectorGroups,
}

export const inspectionsContract = defineContract({
  family: 'inspections',
  one: 'inspection',
  many: 'inspections',
  confidential: ['looked_by', 'address'],
  row: z.object({
    ...recordRow,
    looked_by: z.string(),
    tenant: reference,
    location: reference.nullable(),
    shape: z.enum(['page', 'file']),
    slots: z.number().int(),
    address: z.string().nullable(),
  }),
  input: z.object({}),
  filters: z.object({ tenant: id, location: id, shape: z.enum(['page', 'file']) }),
  sort: ['created_at', 'looked_by'],
  permissions: { list: 'slot::list_inspections', read: 'slot::list_inspections' },
  actions: {},
})

/** Who is on call when: people in an order, who take turns of so many hours from a day and time on. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, isoDay, line, recordRow, reference, timeZone } from '../../platform/contract/primitives'
import { alarmRulesContract, writesAlarmRules } from './alarm-rules.contract'

const MOST_PEOPLE = 30
const MOST_HOURS = 31 * 24

/** They name people, so it takes both. */
export const readsSteps = { all: [alarmRulesContract.permissions.list, 'acl_user::list'] } as const

/** Of on-call orders and of the steps that name them. */
export const escalationPermissions = {
  list: readsSteps,
  read: readsSteps,
  create: writesAlarmRules,
  update: writesAlarmRules,
  delete: writesAlarmRules,
} as const

export const onCallOrdersContract = defineContract({
  family: 'alarms',
  one: 'on-call-order',
  many: 'on-call-orders',
  confidential: 'all',
  row: z.object({
    ...recordRow,
    name: z.string(),
    tenant: reference,
    /** User names, the first turn's first. */
    people: z.array(z.string()),
    turn_hours: z.number().int(),
    starts_on: isoDay,
    turn_time: z.string(),
    time_zone: z.string(),
    /** Whose turn it is now, in the answer about one. Somebody who was disabled since has none. */
    on_call: z.string().nullable().optional(),
  }),
  input: z.object({
    name: line(3, 60),
    tenant: z
      .union([z.literal('').transform(() => null), id])
      .nullish()
      .transform(value => value ?? null),
    people: z
      .array(line(1, 100))
      .min(1)
      .max(MOST_PEOPLE)
      .transform(names => [...new Set(names.map(name => name.toLowerCase()))]),
    /** 168 is a week. A turn ends at the same time of day in summer and in winter. */
    turn_hours: z.number().int().min(1).max(MOST_HOURS).default(168),
    starts_on: isoDay,
    turn_time: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'time_of_day')
      .default('08:00'),
    time_zone: timeZone.default('Europe/Bucharest'),
  }),
  filters: z.object({ tenant: id }),
  sort: ['name', 'created_at', 'updated_at'],
  order: { by: 'name', direction: 'ASC' },
  permissions: escalationPermissions,
  usedBy: [{ list: 'alarms/alarm-steps', filter: 'order' }],
  actions: {},
})

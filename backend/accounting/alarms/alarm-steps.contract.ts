/**
 * To whom an alarm goes that nobody has acknowledged after so many minutes. Groups hold no groups and orders only
 * people, so no step leads back to itself.
 */
import { z } from 'zod'
import { across, type Faults } from '../../platform/contract/across'
import { defineContract } from '../../platform/contract/contract'
import { id, recordRow, reference } from '../../platform/contract/primitives'
import { escalationPermissions } from './on-call-orders.contract'

/** Of a rule. */
export const MOST_STEPS = 5
const MOST_MINUTES = 7 * 24 * 60
const MOST_CHOSEN = 50

const chosen = z
  .array(id)
  .max(MOST_CHOSEN)
  .default([])
  .transform(ids => [...new Set(ids)])

export const alarmStepsContract = defineContract({
  family: 'alarms',
  one: 'alarm-step',
  many: 'alarm-steps',
  confidential: 'all',
  row: z.object({
    ...recordRow,
    rule: reference,
    tenant: reference,
    minutes: z.number().int(),
    order: reference.nullable(),
    users: z.array(reference),
    groups: z.array(reference),
    roles: z.array(reference),
    channels: z.array(reference),
  }),
  input: across(
    z.object({
      rule: id,
      /** Since it fired. */
      minutes: z.number().int().min(1).max(MOST_MINUTES),
      /** Whoever is on call by it then. */
      order: z
        .union([z.literal('').transform(() => null), id])
        .nullish()
        .transform(value => value ?? null),
      users: chosen,
      groups: chosen,
      roles: chosen,
      channels: chosen,
    }),
    ({ order, users, groups, roles, channels }): Faults =>
      order === null && [users, groups, roles, channels].every(ids => ids?.length === 0)
        ? { users: [{ code: 'to_somebody' }] }
        : {},
  ),
  filters: z.object({ tenant: id, rule: id, order: id, user: id, group: id, role: id, channel: id }),
  sort: ['minutes', 'created_at', 'updated_at'],
  order: { by: 'minutes', direction: 'ASC' },
  permissions: escalationPermissions,
  actions: {},
})

/** What rules of a tenant's own found: one row for a rule, a slot and a time, open until it clears by itself. */
import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { id, instant, optionalLines, recordRow, reference } from '../../platform/contract/primitives'
import { ruleSeverity, watchedKind } from './alarm-rules.contract'

export const alarmState = z.enum(['open', 'cleared'])
/** What `value` and `threshold` are counted in: minutes, events or what a measure counts, minor units of `currency`. */
export const alarmUnit = z.enum(['min', 'times', 'minor'])
/**
 * why: the value went back; the rule was switched off, archived, watches something else or is about other slots now, or
 * the slot stands elsewhere.
 */
export const clearedBy = z.enum(['value', 'rule'])

export const alarmsContract = defineContract({
  family: 'alarms',
  one: 'alarm',
  many: 'alarms',
  row: z.object({
    ...recordRow,
    state: alarmState,
    rule: reference,
    severity: ruleSeverity,
    watched: watchedKind,
    tenant: reference,
    location: reference,
    slot: reference,
    /** From when on the condition held. It fired, at `created_at`, once it had held for as long as the rule says. */
    since: instant,
    /** When it fired, and the limit that held then. */
    value: z.number().int(),
    threshold: z.number().int(),
    unit: alarmUnit,
    currency: z.string().nullable(),
    cleared_at: instant.nullable(),
    cleared_by: clearedBy.nullable(),
    /** Who sees to it, and since when: it goes no further up the steps of its rule. */
    acknowledged_by: z.string().nullable(),
    acknowledged_at: instant.nullable(),
    acknowledged_note: z.string().nullable(),
    /** Minutes of the last step that it was escalated by. */
    escalated_after: z.number().int().nullable(),
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    location: id,
    slot: id,
    rule: id,
    state: alarmState,
    acknowledged: z.boolean(),
    severity: ruleSeverity,
  }),
  // A rule may find 65,000 in a minute: the list has one order, which indexes have.
  sort: ['since'],
  order: { by: 'since', direction: 'DESC' },
  permissions: { list: 'slot::get', read: 'slot::get' },
  actions: {
    acknowledge: {
      permission: 'finding::acknowledge',
      path: '/api/alarms/v1/alarm-acknowledge',
      input: z.object({ note: optionalLines(500) }),
    },
  },
})

/** Of a rule: whom each of its steps would reach now, and whom it names in vain. */
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import { writesAlarmRules } from './alarm-rules.contract'

/**
 * off: disabled or archived. no_right: may not see slots at all. none, some: rules narrow what they see to none or to a
 * part of the rule's slots; of the others they are not notified. too_many: more are named than one step notifies.
 */
const whyNot = z.enum(['off', 'no_right', 'none', 'some', 'too_many'])

export const MOST_NAMED = 20

export const ruleEscalation = z.object({
  steps: z
    .array(
      z.object({
        _id: id,
        minutes: z.number().int(),
        /** People who are notified of at least some of its slots. */
        people: z.number().int(),
        /** Channels that are switched on. */
        channels: z.number().int(),
        /** Who is on call now and may see some of its slots; null: nobody, or it names no order. */
        on_call: z.string().nullable(),
        left_out: z.array(z.object({ name: z.string(), why: whyNot })).max(MOST_NAMED),
        /** How many more are left out than are named. */
        more: z.number().int(),
      }),
    )
    .max(5),
})
export type RuleEscalation = z.output<typeof ruleEscalation>
export type WhyNot = z.output<typeof whyNot>

/** It says what others may see, so it is for whoever writes rules. */
export const readsEscalation = { all: [writesAlarmRules, 'acl_user::list'] } as const
export const escalationPath = (rule: string) => `/api/alarms/v1/alarm-rule/${rule}/escalation`

/** One SMIB, as its control page shows it. */
import { DAY_MS, MINUTE_MS } from '../../platform/contract/durations'
import { z } from 'zod'
import { lockState, machineCommand, unassignRule } from '../orders/control.contract'
import { instant } from '../../platform/contract/primitives'
import { slotStatus } from '../slots/slots.contract'
import { smibsContract } from './smibs.contract'

/** A clock that is off by more is reported (domain notes, section 12). Milliseconds. */
export const CLOCK_DRIFT_MS = MINUTE_MS
/** Test mode is for an hour's work, not for good. Milliseconds. */
export const LONG_TEST_MS = DAY_MS

/** A warning for somebody to look at; `data` are its figures. */
export const smibWarning = z.discriminatedUnion('code', [
  z.object({ code: z.literal('never_heard') }),
  z.object({ code: z.literal('offline'), since: instant }),
  z.object({ code: z.literal('stale'), since: instant }),
  z.object({ code: z.literal('clock_drift'), ms: z.number().int() }),
  z.object({ code: z.literal('gaps'), gaps: z.number().int(), messages: z.number().int() }),
  z.object({ code: z.literal('test_mode'), since: instant }),
  z.object({ code: z.literal('firmware'), own: z.string(), most: z.string() }),
  z.object({ code: z.literal('without_slot') }),
])
export type SmibWarning = z.infer<typeof smibWarning>

export const smibControlAnswer = z.object({
  smib: smibsContract.row.extend({
    test_mode_since: instant.nullable(),
    log_mode_since: instant.nullable(),
    password_changed_at: instant.nullable(),
  }),
  last_message: z
    .object({
      seq: z.number().int(),
      kind: z.string(),
      server_time: instant,
      received_at: instant,
      events: z.number().int(),
      counters: z.number().int(),
    })
    .nullable(),
  /** The slot it serves, as far as taking the SMIB from it depends on it. */
  slot: z
    .object({
      status: slotStatus,
      lock_state: lockState,
      credits: z.number().int().nullable(),
      protocol: z.string(),
      unassign_rule: unassignRule,
    })
    .nullable(),
  warnings: z.array(smibWarning),
  commands: z.array(machineCommand),
  as_of: instant,
})
export type SmibControlAnswer = z.infer<typeof smibControlAnswer>

import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { customFilter, customInput, customValues } from '../../platform/contract/custom-values'
import { presence } from '../../platform/contract/presence'
import { id, instant, optionalLine, reference, recordRow } from '../../platform/contract/primitives'

/** A SMIB's own id: its MAC address, 12 hexadecimal digits (domain notes, section 4). */
export const mac = z
  .string()
  .trim()
  .toLowerCase()
  .max(40)
  .transform(text => text.replace(/[:-]/g, ''))
  .pipe(z.string().regex(/^[0-9a-f]{12}$/, 'mac'))

export const smibsContract = defineContract({
  family: 'configuration',
  one: 'smib',
  many: 'smibs',
  confidential: ['custom'],
  row: z.object({
    ...recordRow,
    mac: z.string(),
    serial: z.string().nullable(),
    tenant: reference,
    location: reference,
    slot: reference.nullable(),
    firmware: z.string().nullable(),
    /** What it last reported to run; `firmware` is what somebody has written down. */
    reported_firmware: z.string().nullable(),
    firmware_reported_at: instant.nullable(),
    network: z.string().nullable(),
    broker: z.string().nullable(),
    /** Null: as its location or tenant says (`comms.poll_ms`). */
    poll_ms: z.number().int().nullable(),
    test_mode: z.boolean(),
    log_mode: z.boolean(),
    state: presence,
    last_seen_at: instant.nullable(),
    /** The newest reading's own time: how old the figures are, which is not the time of the last contact. */
    last_reading_at: instant.nullable(),
    online_since: instant.nullable(),
    last_message_seq: z.number().int().nullable(),
    custom: customValues,
  }),
  input: z.object({
    mac,
    serial: optionalLine(40),
    location: id,
    slot: z
      .union([z.literal('').transform(() => null), id])
      .nullish()
      .transform(value => value ?? null),
    firmware: optionalLine(30),
    network: optionalLine(60),
    broker: optionalLine(120),
    /** SAS polling interval in milliseconds: 40 in real-time mode, otherwise 200 to 5,000 (domain notes, section 1). */
    poll_ms: z
      .number()
      .int()
      .min(40)
      .max(5000)
      .nullish()
      .transform(value => value ?? null),
    custom: customInput,
  }),
  // Its counters are booked to the slot that it serves.
  reasoned: ['slot'],
  bulk: ['firmware', 'network', 'poll_ms'],
  filters: z.object({
    tenant: id,
    location: id,
    slot: id,
    assigned: z.boolean(),
    state: presence,
    test_mode: z.boolean(),
    log_mode: z.boolean(),
    reported_firmware: z.string().max(30),
    archived: z.boolean(),
    custom: customFilter,
  }),
  sort: ['mac', 'location', 'firmware', 'poll_ms', 'last_seen_at', 'created_at', 'updated_at'],
  permissions: {
    list: 'smib::list',
    read: 'smib::list',
    create: 'smib::create',
    update: 'smib::update',
    archive: 'smib::archive',
    unarchive: 'smib::unarchive',
  },
  actions: {
    toggle_test: {
      permission: 'smib::toggle_test',
      path: '/api/configuration/v1/smib-toggle-test',
      input: z.object({}),
    },
    toggle_log: {
      permission: 'smib::toggle_log',
      path: '/api/configuration/v1/smib-toggle-log',
      input: z.object({}),
    },
  },
})

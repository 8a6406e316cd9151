import { sql } from 'kysely'
import {
  derived,
  readOnly,
  readOnlyFlag,
  placeOf,
  readOnlyRefTo,
  refTo,
  type ColumnMap,
} from '../../platform/store/columns'
import { ruledBy } from '../../platform/store/rules'
import {
  seenColumnsOf,
  limitReads,
  presenceOf,
  presenceReads,
  seenAs,
} from '../../platform/store/presence-limits'
import { defineStore } from '../../platform/store/store'
import { customColumn, hasCustomValues } from '../../workflow/custom-fields/custom-values.service'
import { reportedBy } from '../firmware/reported-firmware.service'
import { smibRules } from './smib-rules.service'
import { smibsContract } from './smibs.contract'

/** 0 is stored for "none of its own". */
const pollMs: ColumnMap = {
  column: 'poll_ms',
  of: ['poll_ms'],
  read: row => row.poll_ms || null,
  write: value => ({ poll_ms: value ?? 0 }),
}

export const smibsStore = defineStore(smibsContract, {
  table: 'smibs',
  ownedBy: 'tenant_id',
  sortKeys: {
    table: 'smib_sort_keys',
    columns: ['mac', 'created_at', 'updated_at', 'firmware', 'poll_ms'],
  },
  reads: { ...limitReads(seenColumnsOf('smibs')), ...reportedBy('t.id') },
  columns: {
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: placeOf('location_id', 'locations', 'name'),
    slot: refTo('slot_id', 'slots', 'serial'),
    poll_ms: pollMs,
    test_mode: readOnlyFlag('test_mode'),
    log_mode: readOnlyFlag('log_mode'),
    state: derived(presenceReads, (row, now) => presenceOf(row, now)),
    last_seen_at: readOnly('last_seen_at'),
    last_reading_at: readOnly('last_reading_at'),
    reported_firmware: derived(['reported_firmware'], row => row.reported_firmware ?? null),
    firmware_reported_at: derived(['firmware_reported_at'], row => row.firmware_reported_at ?? null),
    online_since: readOnly('online_since'),
    last_message_seq: readOnly('last_message_seq'),
    custom: customColumn,
  },
  search: ({ mac, serial, firmware, network }) => [mac, serial, firmware, network] as string[],
  setFilters: { custom: hasCustomValues('smib') },
  filters: {
    assigned: (value: boolean) =>
      value ? sql<boolean>`t.slot_id is not null` : sql<boolean>`t.slot_id is null`,
    state: seenAs('smibs'),
    reported_firmware: (value: string) =>
      sql<boolean>`t.id in (select f.smib_id from smib_firmware f where f.firmware = ${value})`,
  },
  ...ruledBy(smibRules),
})

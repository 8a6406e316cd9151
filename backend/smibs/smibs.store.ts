import { sql } from 'kysely'
import { presenceAt } from '../contract/presence'
import { derived, plain, readOnly, readOnlyFlag, readOnlyRefTo, refTo } from '../db/columns'
import { ruledBy } from '../db/rules'
import { seenAs } from '../db/seen-as'
import { defineStore } from '../db/store'
import { smibRules } from './smib-rules.service'
import { smibsContract } from './smibs.contract'

export const smibsStore = defineStore(smibsContract, {
  table: 'smibs',
  ownedBy: 'tenant_id',
  columns: {
    mac: plain('mac'), serial: plain('serial'), tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'), location: refTo('location_id', 'locations', 'name'), slot: refTo('slot_id', 'slots', 'serial'),
    firmware: plain('firmware'), network: plain('network'), broker: plain('broker'), poll_ms: plain('poll_ms'), test_mode: readOnlyFlag('test_mode'), log_mode: readOnlyFlag('log_mode'),
    state: derived((row, now) => presenceAt(row.last_seen_at as number | null, now)),
    last_seen_at: readOnly('last_seen_at'), online_since: readOnly('online_since'), last_message_seq: readOnly('last_message_seq'),
  },
  search: ({ mac, serial, firmware, network }) => [mac, serial, firmware, network] as string[],
  filters: { assigned: (value: boolean) => (value ? sql<boolean>`t.slot_id is not null` : sql<boolean>`t.slot_id is null`), state: seenAs },
  ...ruledBy(smibRules),
})

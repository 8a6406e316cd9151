import { sql } from 'kysely'
import { derived, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { firmwareBoardsContract } from './firmware-boards.contract'
import { reportedBy } from './reported-firmware.service'

export const store = defineStore(firmwareBoardsContract, {
  table: 'firmware_boards',
  columns: {
    rollout: readOnlyRefTo('rollout_id', 'firmware_rollouts', 'name'),
    smib: readOnlyRefTo('smib_id', 'smibs', 'mac'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    result: readOnly('result'),
    code: readOnly('code'),
    wave: readOnly('wave'),
    firmware_before: readOnly('firmware_before'),
    firmware: readOnly('firmware'),
    reported: derived(['reported_firmware'], row => row.reported_firmware ?? null),
    reported_at: derived(['firmware_reported_at'], row => row.firmware_reported_at ?? null),
    last_seen_at: derived(['seen_at'], row => row.seen_at ?? null),
    ordered_at: readOnly('ordered_at'),
    settled_at: readOnly('settled_at'),
  },
  reads: {
    ...reportedBy('t.smib_id'),
    seen_at: () => sql`(select s.last_seen_at from smibs s where s.id = t.smib_id)`,
  },
  search: ({ firmware }) => [firmware] as string[],
})

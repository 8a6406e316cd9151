import { sql } from 'kysely'
import { absent, derived, named, readOnly, readOnlyRefTo, refFrom } from '../../platform/store/columns'
import { inGroup } from '../../platform/store/in-group'
import {
  seenColumnsOf,
  isIn,
  limitReads,
  presenceOf,
  presenceReads,
  seenAs,
} from '../../platform/store/presence-limits'
import { defineStore } from '../../platform/store/store'
import { slotsOfflineContract } from './slots-offline.contract'

/**
 * The slots that are silent now: the same rows as the slot list's, found by its `search` and its index on
 * `last_seen_at`.
 */
export const slotsOfflineStore = defineStore(slotsOfflineContract, {
  table: 'slots',
  ownedBy: 'tenant_id',
  reads: limitReads(seenColumnsOf('slots')),
  within: now => sql<boolean>`(t.last_seen_at is null or ${isIn('offline', seenColumnsOf('slots'), now)})`,
  columns: {
    serial: readOnly('serial'),
    asset_no: readOnly('asset_no'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    smib: refFrom('smibs', 'slot_id', 'mac'),
    position: readOnly('position'),
    manufacturer: named('manufacturer'),
    game_mix: named('game_mix'),
    status: readOnly('status'),
    lock_state: readOnly('lock_state'),
    state: derived(presenceReads, (row, now) => presenceOf(row, now)),
    last_seen_at: readOnly('last_seen_at'),
    last_reading_at: readOnly('last_reading_at'),
    credits_worth: derived(['credits', 'denomination_minor', 'currency'], row =>
      row.credits === null
        ? null
        : { minor: Number(row.credits) * Number(row.denomination_minor), currency: row.currency },
    ),
    silent_for: derived(['last_seen_at'], (row, now) =>
      row.last_seen_at === null ? null : Math.max(0, now - Number(row.last_seen_at)),
    ),
    last_event: absent,
    last_event_at: absent,
  },
  search: () => [],
  filters: { state: seenAs('slots') },
  names: { group: null },
  setFilters: { group: inGroup('slot', 'tenant_id') },
})

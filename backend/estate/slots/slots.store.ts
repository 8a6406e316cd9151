import { sql } from 'kysely'
import {
  absent,
  derived,
  moneyIn,
  named,
  namedIn,
  placeOf,
  readOnly,
  readOnlyFlag,
  readOnlyRefTo,
  refFrom,
} from '../../platform/store/columns'
import { reportedBetween } from '../../platform/db/active-between'
import { ruledBy } from '../../platform/store/rules'
import { inGroup } from '../../platform/store/in-group'
import {
  seenColumnsOf,
  limitReads,
  presenceOf,
  presenceReads,
  seenAs,
} from '../../platform/store/presence-limits'
import { defineStore } from '../../platform/store/store'
import { customColumn, hasCustomValues } from '../../workflow/custom-fields/custom-values.service'
import { isDoorOpen, openDoorIn } from './doors.service'
import { slotRules } from './slot-rules.service'
import { slotHasWord, slotsWithWords } from './slot-search.service'
import { slotWords } from './slot-words.service'
import { slotsContract } from './slots.contract'

export const slotsStore = defineStore(slotsContract, {
  table: 'slots',
  ownedBy: 'tenant_id',
  sortKeys: {
    table: 'slot_sort_keys',
    columns: [
      'serial',
      'manufacturer',
      'status',
      'lock_state',
      'created_at',
      'updated_at',
      'asset_no',
      'machine_type',
      'game_mix',
    ],
  },
  reads: {
    ...limitReads(seenColumnsOf('slots')),
    open_repairs: () => sql`(select count(*) from repairs r where r.slot_id = t.id and r.state <> 'decided')`,
  },
  columns: {
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: placeOf('location_id', 'locations', 'name'),
    smib: refFrom('smibs', 'slot_id', 'mac'),
    manufacturer: named('manufacturer'),
    machine_type: named('machine_type'),
    game_mix: named('game_mix'),
    protocol: named('protocol'),
    denomination: moneyIn('denomination_minor', 'currency'),
    credits: readOnly('credits'),
    status: readOnly('status'),
    lock_reason: readOnly('lock_reason'),
    lock_delivery: readOnly('lock_delivery'),
    lock_state: readOnly('lock_state'),
    lock_ordered_at: readOnly('lock_ordered_at'),
    lock_ordered_by: readOnly('lock_ordered_by'),
    lock_answer_code: readOnly('lock_answer_code'),
    state: derived(presenceReads, (row, now) => presenceOf(row, now)),
    last_seen_at: readOnly('last_seen_at'),
    last_reading_at: readOnly('last_reading_at'),
    door_open_at: derived(['door_open_at'], (row, now) => openDoorIn(row.door_open_at as number | null, now)),
    open_repairs: derived(['open_repairs'], row => Number(row.open_repairs ?? 0)),
    net_win_today: absent,
    demo: readOnlyFlag('demo'),
    custom: customColumn,
  },
  search: stored => slotWords(stored) as string[],
  hasWord: (db, word) => slotHasWord(db, 't', word),
  withWords: slotsWithWords,
  activeBetween: reportedBetween,
  filters: {
    state: seenAs('slots'),
    door: (_: 'open', now: number) => isDoorOpen('t', now),
    manufacturer: namedIn('manufacturer'),
    machine_type: namedIn('machine_type'),
    game_mix: namedIn('game_mix'),
    protocol: namedIn('protocol'),
  },
  names: { group: null },
  setFilters: { group: inGroup('slot', 'tenant_id'), custom: hasCustomValues('slot') },
  ...ruledBy(slotRules),
})

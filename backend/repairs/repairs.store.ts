import { sql } from 'kysely'
import { ANSWER_WITHIN_MS } from '../approvals/asking.service'
import { derived, optionalMoneyIn, readOnly, readOnlyRefTo } from '../db/columns'
import { defineStore } from '../db/store'
import { repairsContract } from './repairs.contract'
import { wordsOfItsSlot } from '../slots/slot-words.service'

const { read: readProposed } = optionalMoneyIn('proposed_minor', 'currency')

export const repairsStore = defineStore(repairsContract, {
  table: 'repairs',
  ownedBy: 'tenant_id',
  columns: {
    state: readOnly('state'),
    kind: readOnly('kind'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    game_nr: readOnly('game_nr'),
    crossing: readOnly('crossing'),
    last_at: readOnly('last_at'),
    until: readOnly('until'),
    meter: readOnly('meter'),
    value_before: readOnly('value_before'),
    value_after: readOnly('value_after'),
    proposed: derived((row, now) => readProposed(row, now, 'proposed')),
    waiting: derived(
      (row, now) => row.waiting_since !== null && Number(row.waiting_since) + ANSWER_WITHIN_MS > now,
    ),
  },
  reads: () => sql`(select d.at from repair_decisions d where d.id = t.waiting) as waiting_since`,
  search: () => [],
  searchedIn: wordsOfItsSlot,
})

import { requestsOf } from './approvals-of'
import { derived, moneyIn, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { ignoredMessagesContract } from './ignored-messages.contract'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'

export const ignoredMessagesStore = defineStore(ignoredMessagesContract, {
  table: 'ignored_messages',
  ownedBy: 'tenant_id',
  columns: {
    state: readOnly('state'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    smib: readOnlyRefTo('smib_id', 'smibs', 'mac'),
    message_seq_nr: readOnly('message_seq_nr'),
    at: readOnly('at'),
    readings: readOnly('readings'),
    cause: readOnly('cause'),
    ignored_by: readOnly('ignored_by'),
    moved: { ...moneyIn('moved_minor', 'currency'), write: () => ({}) },
    effect: derived(['effect'], row => JSON.parse(String(row.effect)) as object),
    restored_by: readOnly('restored_by'),
    restored_at: readOnly('restored_at'),
    restored_reason: readOnly('restored_reason'),
    approval: derived([], () => null),
    back_approval: derived([], () => null),
  },
  adds: requestsOf,
  search: () => [],
  searchedIn: wordsOfItsSlot,
})

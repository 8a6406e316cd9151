import { requestsOf } from './approvals-of'
import { derived, moneyIn, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { messageEditsContract } from './message-edits.contract'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'

const jsonColumn = (name: string) => derived([name], row => JSON.parse(String(row[name])) as object)

export const messageEditsStore = defineStore(messageEditsContract, {
  table: 'message_edits',
  ownedBy: 'tenant_id',
  columns: {
    state: readOnly('state'),
    bucket: readOnly('bucket'),
    does: readOnly('does'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    smib: readOnlyRefTo('smib_id', 'smibs', 'mac'),
    message_seq_nr: readOnly('message_seq_nr'),
    message_at: readOnly('message_at'),
    at: readOnly('at'),
    item: readOnly('item'),
    gaming_day: readOnly('gaming_day'),
    before: jsonColumn('before'),
    after: jsonColumn('after'),
    cause: readOnly('cause'),
    edited_by: readOnly('edited_by'),
    moved: { ...moneyIn('moved_minor', 'currency'), write: () => ({}) },
    effect: jsonColumn('effect'),
    taken_back_by: readOnly('taken_back_by'),
    taken_back_at: readOnly('taken_back_at'),
    taken_back_reason: readOnly('taken_back_reason'),
    approval: derived([], () => null),
    back_approval: derived([], () => null),
  },
  adds: requestsOf,
  search: () => [],
  searchedIn: wordsOfItsSlot,
})

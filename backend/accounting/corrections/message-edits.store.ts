import { requestsOf } from './requests-of'
import { readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { correctionColumns, jsonColumn, requestColumns } from './correction-columns'
import { defineStore } from '../../platform/store/store'
import { messageEditsContract } from './message-edits.contract'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'

export const messageEditsStore = defineStore(messageEditsContract, {
  table: 'message_edits',
  ownedBy: 'tenant_id',
  columns: {
    ...correctionColumns,
    ...requestColumns,
    bucket: readOnly('bucket'),
    does: readOnly('does'),
    smib: readOnlyRefTo('smib_id', 'smibs', 'mac'),
    message_seq_nr: readOnly('message_seq_nr'),
    message_at: readOnly('message_at'),
    at: readOnly('at'),
    item: readOnly('item'),
    gaming_day: readOnly('gaming_day'),
    before: jsonColumn('before'),
    after: jsonColumn('after'),
    edited_by: readOnly('edited_by'),
    taken_back_by: readOnly('taken_back_by'),
    taken_back_at: readOnly('taken_back_at'),
    taken_back_reason: readOnly('taken_back_reason'),
  },
  adds: requestsOf,
  search: () => [],
  searchedIn: wordsOfItsSlot,
})

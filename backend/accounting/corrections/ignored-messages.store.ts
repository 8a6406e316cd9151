import { requestsOf } from './requests-of'
import { readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { correctionColumns, requestColumns } from './correction-columns'
import { defineStore } from '../../platform/store/store'
import { ignoredMessagesContract } from './ignored-messages.contract'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'

export const ignoredMessagesStore = defineStore(ignoredMessagesContract, {
  table: 'ignored_messages',
  ownedBy: 'tenant_id',
  columns: {
    ...correctionColumns,
    ...requestColumns,
    smib: readOnlyRefTo('smib_id', 'smibs', 'mac'),
    message_seq_nr: readOnly('message_seq_nr'),
    at: readOnly('at'),
    readings: readOnly('readings'),
    ignored_by: readOnly('ignored_by'),
    restored_by: readOnly('restored_by'),
    restored_at: readOnly('restored_at'),
    restored_reason: readOnly('restored_reason'),
  },
  adds: requestsOf,
  search: () => [],
  searchedIn: wordsOfItsSlot,
})

import { readOnly } from '../../platform/store/columns'
import { correctionColumns, jsonColumn } from './correction-columns'
import { defineStore } from '../../platform/store/store'
import { manualReadingsContract } from './manual-readings.contract'
import { wordsOfItsSlot } from '../../estate/slots/slot-words.service'

export const manualReadingsStore = defineStore(manualReadingsContract, {
  table: 'manual_readings',
  ownedBy: 'tenant_id',
  columns: {
    ...correctionColumns,
    kind: readOnly('kind'),
    at: readOnly('at'),
    gaming_day: readOnly('gaming_day'),
    meters: jsonColumn('meters'),
    entered_by: readOnly('entered_by'),
    import: readOnly('import_id'),
    taken_back_by: readOnly('taken_back_by'),
    taken_back_at: readOnly('taken_back_at'),
    taken_back_reason: readOnly('taken_back_reason'),
  },
  search: () => [],
  searchedIn: wordsOfItsSlot,
})

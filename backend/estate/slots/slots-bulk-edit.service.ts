import { bulkWriterOf } from '../../platform/store/bulk-writer'
import { slotRules } from './slot-rules.service'
import { slotsStore } from './slots.store'

export const slotsBulkWriter = bulkWriterOf(slotsStore, slotRules, {
  location_id: 'text',
  serial_key: 'text',
  asset_key: 'text',
  manufacturer: 'text',
  machine_type: 'text',
  game_mix: 'text',
  protocol: 'text',
  manufacturer_id: 'text',
  machine_type_id: 'text',
  game_mix_id: 'text',
  protocol_id: 'text',
  denomination_minor: 'bigint',
  currency: 'text',
  status: 'text',
  demo: 'bigint',
  custom: 'text',
  custom_folded: 'text',
})

import { manyOf } from '../../platform/store/store-many'
import { slotRules } from './slot-rules.service'
import { slotsStore } from './slots.store'

export const slotsBulkWriter = manyOf(slotsStore, slotRules, {
  location_id: 'text',
  serial: 'text',
  asset_no: 'text',
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
  sas_address: 'bigint',
  denomination_minor: 'bigint',
  currency: 'text',
  theoretical_rtp: 'bigint',
  fastest_game_ms: 'bigint',
  highest_bet: 'bigint',
  top_award: 'bigint',
  highest_note: 'bigint',
  position: 'text',
  type_approval: 'text',
  authorisation_no: 'text',
  cvt_no: 'text',
  cvt_valid_to: 'text',
  status: 'text',
  demo: 'bigint',
})

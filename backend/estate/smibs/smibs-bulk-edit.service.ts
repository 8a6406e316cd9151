import { manyOf } from '../../platform/store/store-many'
import { smibRules } from './smib-rules.service'
import { smibsStore } from './smibs.store'

export const smibsBulkWriter = manyOf(smibsStore, smibRules, {
  location_id: 'text',
  slot_id: 'text',
  mac: 'text',
  serial: 'text',
  firmware: 'text',
  network: 'text',
  broker: 'text',
  poll_ms: 'bigint',
  test_mode: 'bigint',
  log_mode: 'bigint',
  test_mode_since: 'bigint',
  log_mode_since: 'bigint',
})

import { bulkWriterOf } from '../../platform/store/bulk-writer'
import { smibRules } from './smib-rules.service'
import { smibsStore } from './smibs.store'

export const smibsBulkWriter = bulkWriterOf(smibsStore, smibRules, {
  location_id: 'text',
  slot_id: 'text',
  test_mode: 'bigint',
  log_mode: 'bigint',
  test_mode_since: 'bigint',
  log_mode_since: 'bigint',
  custom: 'text',
  custom_folded: 'text',
})

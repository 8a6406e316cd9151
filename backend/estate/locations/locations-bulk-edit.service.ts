import { bulkWriterOf } from '../../platform/store/bulk-writer'
import { locationRules } from './location-rules.service'
import { locationsStore } from './locations.store'

export const locationsBulkWriter = bulkWriterOf(locationsStore, locationRules, {
  code_key: 'text',
  custom: 'text',
  custom_folded: 'text',
})

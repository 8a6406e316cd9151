import { manyOf } from '../../platform/store/store-many'
import { locationRules } from './location-rules.service'
import { locationsStore } from './locations.store'

export const locationsBulkWriter = manyOf(locationsStore, locationRules, {
  code_key: 'text',
})

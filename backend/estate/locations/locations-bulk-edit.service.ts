import { manyOf } from '../../platform/store/store-many'
import { locationRules } from './location-rules.service'
import { locationsStore } from './locations.store'

export const locationsBulkWriter = manyOf(locationsStore, locationRules, {
  code: 'text',
  code_key: 'text',
  name: 'text',
  county: 'text',
  city: 'text',
  address: 'text',
  lat: 'text',
  lon: 'text',
  time_zone: 'text',
  gaming_day_start: 'text',
  rules_from: 'text',
  licence_no: 'text',
  work_point_no: 'text',
  contact: 'text',
  phone: 'text',
})

import { plain, refTo } from '../../platform/store/columns'
import { ruledBy } from '../../platform/store/rules'
import { inGroup } from '../../platform/store/in-group'
import { defineStore } from '../../platform/store/store'
import { BEGINNING } from './gaming-day.service'
import { locationRules } from './location-rules.service'
import { locationsContract } from './locations.contract'

export const locationsStore = defineStore(locationsContract, {
  table: 'locations',
  ownedBy: 'tenant_id',
  columns: {
    code: plain('code'),
    name: plain('name'),
    tenant: refTo('tenant_id', 'tenants', 'name'),
    county: plain('county'),
    city: plain('city'),
    address: plain('address'),
    lat: plain('lat'),
    lon: plain('lon'),
    time_zone: plain('time_zone'),
    gaming_day_start: plain('gaming_day_start'),
    rules_from: {
      column: 'rules_from',
      of: ['rules_from'],
      read: row => (row.rules_from === BEGINNING ? null : row.rules_from),
    },
    licence_no: plain('licence_no'),
    work_point_no: plain('work_point_no'),
    contact: plain('contact'),
    phone: plain('phone'),
  },
  search: ({ code, name, county, city, address }) => [code, name, county, city, address] as string[],
  names: { group: null },
  setFilters: { group: inGroup('location', 'tenant_id') },
  ...ruledBy(locationRules),
})

import { absent, refTo } from '../../platform/store/columns'
import { ruledBy } from '../../platform/store/rules'
import { inGroup } from '../../platform/store/in-group'
import { defineStore } from '../../platform/store/store'
import { customColumn, hasCustomValues } from '../../workflow/custom-fields/custom-values.service'
import { BEGINNING } from './gaming-day.service'
import { locationRules } from './location-rules.service'
import { locationsContract } from './locations.contract'

export const locationsStore = defineStore(locationsContract, {
  table: 'locations',
  ownedBy: 'tenant_id',
  columns: {
    tenant: refTo('tenant_id', 'tenants', 'name'),
    slots: absent,
    connected: absent,
    net_win_today: absent,
    custom: customColumn,
    rules_from: {
      column: 'rules_from',
      of: ['rules_from'],
      read: row => (row.rules_from === BEGINNING ? null : row.rules_from),
    },
  },
  search: ({ code, name, county, city, address }) => [code, name, county, city, address] as string[],
  names: { group: null },
  setFilters: { group: inGroup('location', 'tenant_id'), custom: hasCustomValues('location') },
  ...ruledBy(locationRules),
})

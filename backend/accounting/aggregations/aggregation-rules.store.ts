import { invalidField } from '../../platform/contract/problem'
import { SYSTEM_TENANT } from '../../platform/contract/primitives'
import { derived, plain, refTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import { demandFree } from '../../platform/store/demand-free'
import { aggregationRulesContract, type Measure } from './aggregation-rules.contract'

export const aggregationRulesStore = defineStore(aggregationRulesContract, {
  table: 'aggregation_rules',
  ownedBy: 'tenant_id',
  columns: {
    tenant: refTo('tenant_id', 'tenants', 'name'),
    by: plain('aggregated_by'),
    measures: derived(['measures'], row => JSON.parse(String(row.measures ?? '[]')) as Measure[]),
  },
  search: ({ name, note }) => [name as string, note as string | null],
  prepare,
})

async function prepare({
  db,
  id,
  scope,
  before,
  input,
}: WriteContext<typeof aggregationRulesContract>): Promise<Stored> {
  const owner = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId ?? SYSTEM_TENANT)
  // Reports that were made by it say whose it is.
  if (before && input.tenant && input.tenant !== owner) throw invalidField('tenant', 'fixed')
  await demandFree(db, 'aggregation_rules', id, { tenant_id: owner, name: input.name }, 'name')
  return { tenant_id: owner, measures: JSON.stringify(input.measures) }
}

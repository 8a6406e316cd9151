import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { registerAggregateFamily } from './aggregate.endpoints'
import { registerAggregationLists } from './aggregation-lists'
import { aggregationRulesStore } from './aggregation-rules.store'

export function register(api: Api): void {
  registerAggregateFamily(api)
  registerAggregationLists(api)
  crud(api, aggregationRulesStore)
}

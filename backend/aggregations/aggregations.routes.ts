import type { Api } from '../http/api'
import { crud } from '../http/crud'
import { aggregationRulesStore } from './aggregation-rules.store'

export function register(api: Api): void {
  crud(api, aggregationRulesStore)
}

import { z } from 'zod'
import type { Api } from '../http/api'
import { aggregateAnswer, aggregateEntity, aggregateRequest } from './aggregate.contract'
import { byGamingDay } from './aggregate.queries'

export function registerAggregates(api: Api): void {
  api.endpoint({
    method: 'POST', path: '/api/aggregate/v1/:entityType/days', family: 'aggregate', permission: 'slot::get',
    summary: 'Sums by gaming day of tenants, locations or slots; what is outside the scope adds nothing',
    params: z.object({ entityType: aggregateEntity }), body: aggregateRequest, response: aggregateAnswer,
  }, async ({ params, body, db, scope, now }) => ({ ...await byGamingDay(db, scope, { entity: params.entityType, ...body }), as_of: now }))
}

import { z } from 'zod'
import type { Api } from '../../platform/http/api'
import { aggregateAnswer, aggregateEntity, aggregateRequest } from '../figures/aggregate.contract'
import { byGamingDay, lastGamingDays } from '../figures/aggregate.queries'

export function registerAggregates(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: '/api/aggregate/v1/:entityType/days',
      family: 'aggregate',
      permission: 'slot::get',
      summary: 'Sums by gaming day of tenants, locations or slots; what is outside the scope adds nothing',
      params: z.object({ entityType: aggregateEntity }),
      body: aggregateRequest,
      response: aggregateAnswer,
      reads: true,
      mayLag: true,
    },
    async ({ params, body, db, scope, now }) => {
      const entities = { entity: params.entityType, ids: body.ids }
      const period =
        'days' in body
          ? await lastGamingDays(db, scope, entities, body.days, now)
          : { from: body.from, to: body.to }
      return { ...(await byGamingDay(db, scope, { ...entities, ...period })), ...period, as_of: now }
    },
  )
}

/** The aggregate family of the specification: plain, by interval, total, total by interval, and per game. */
import { z } from 'zod'
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { aggregateEntity } from '../figures/aggregate.contract'
import { aggregate, type Aggregation } from './aggregate.queries'
import type { AggregatedBy } from './aggregation-rules.contract'
import {
  aggregationAnswer,
  aggregationRequest,
  intervalRequest,
  readsCheckpoints,
} from './aggregations.contract'

type Entity = z.output<typeof aggregateEntity>
interface Family {
  path: string
  summary: string
  by: (entity: Entity) => AggregatedBy | null
}

/** Of whole periods. */
const plain: readonly Family[] = [
  {
    path: 'aggregate',
    summary: 'Sums of a period for each tenant, location or slot',
    by: entity => entity,
  },
  {
    path: 'total',
    summary: 'Sums of a period of all these tenants, locations or slots together',
    by: () => null,
  },
  {
    path: 'games',
    summary: 'Sums of a period for each game of the slots of tenants, locations or slots',
    by: () => 'game',
  },
]
/** A row for each hour, gaming day or month. */
const intervals: readonly Family[] = [
  {
    path: 'intervals',
    summary: 'Sums by hour, gaming day or month for each tenant, location or slot',
    by: entity => entity,
  },
  {
    path: 'total/intervals',
    summary: 'Sums by hour, gaming day or month of all these tenants, locations or slots together',
    by: () => null,
  },
  {
    path: 'games/intervals',
    summary: 'Sums by hour, gaming day or month for each game of the slots',
    by: () => 'game',
  },
]

export function registerAggregateFamily(api: Api): void {
  for (const family of plain) endpoint(api, family, aggregationRequest)
  for (const family of intervals) endpoint(api, family, intervalRequest)
}

function endpoint(
  api: Api,
  { path, summary, by }: Family,
  body: typeof aggregationRequest | typeof intervalRequest,
): void {
  api.endpoint(
    {
      method: 'POST',
      path: `/api/aggregate/v1/:entityType/${path}`,
      family: 'aggregate',
      permission: readsCheckpoints,
      summary: `${summary}; what is outside the scope adds nothing`,
      params: z.object({ entityType: aggregateEntity }),
      body: body as typeof intervalRequest,
      response: aggregationAnswer,
      reads: true,
      mayLag: true,
    },
    async ({ params: { entityType: entity }, body, actor, db, scope, now }) => {
      // Ruling 18: each type is gated by its own permission.
      if (!allows(actor.permissions, `${entity}::get_checkpoint`)) throw new Problem(403, 'forbidden')
      const wanted: Aggregation = { ...body, entity, by: by(entity), granulation: body.granulation ?? null }
      return {
        ...(await aggregate(db, scope, wanted)),
        from: body.from,
        to: body.to,
        as_of: now,
      }
    },
  )
}

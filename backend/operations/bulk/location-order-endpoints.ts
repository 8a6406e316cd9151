/** The two orders for a whole location, each with its plan. */
import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Reference } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Api } from '../../platform/http/api'
import type { Scope } from '../../platform/request/actor'
import { bulkAction, bulkAnswer, bulkContract } from './bulk.contract'
import { answer } from './bulk-answer'
import type { BulkTasks } from './bulk.service'
import { locationOrder, locationOrderPath, locationOrderRule, locationPlan } from './location-order.contract'
import { orderLocation, planLocation } from './location-order.service'

const { family } = bulkContract
const params = z.object({ id })

export function registerLocationOrders(api: Api, tasks: BulkTasks): void {
  for (const action of bulkAction.options) {
    const shared = { path: `${locationOrderPath(action)}/:id`, family, permission: locationOrderRule, params }
    api.endpoint(
      {
        ...shared,
        method: 'GET',
        response: z.object({ plan: locationPlan }),
        summary: `What the ${action} of a whole location would do: now, later, and what a person has to choose`,
      },
      async ({ db, scope, params: { id: location }, now }) => ({
        plan: await planLocation(db, await locationIn(db, scope, location), action, now),
      }),
    )
    api.endpoint(
      {
        ...shared,
        method: 'POST',
        body: locationOrder,
        write: true,
        response: bulkAnswer,
        summary: `Begin the ${action} of a location for the slots that its plan named`,
      },
      async ({ db, actor, scope, params: { id: location }, body, now }) => {
        const { _id } = await locationIn(db, scope, location)
        return answer(
          db,
          scope,
          await orderLocation(db, actor, { location: _id, action }, body, tasks, now),
          now,
        )
      },
    )
  }
}

async function locationIn(db: Db, { tenantId }: Scope, location: string): Promise<Reference> {
  const row = await db
    .selectFrom('locations')
    .select(['id as _id', 'name'])
    .where('id', '=', location)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId))
    .executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found', { message: 'No such location' })
  return row
}

import { z } from 'zod'
import type { Money } from '../../platform/contract/primitives'
import { id } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { crud } from '../../platform/http/crud'
import { actualCash, actualCashPath, collectorCheckpointsContract } from './collector-checkpoints.contract'
import { collectorCheckpointsStore } from './collector-checkpoints.store'
import { collectionRound, roundPath } from './round.contract'
import { roundOf } from './round.queries'
import { expectedCash, lastCollection } from './expected-cash.service'

export function register(api: Api): void {
  crud(api, collectorCheckpointsStore)
  api.endpoint(
    {
      method: 'GET',
      path: `${roundPath}/:location`,
      family: collectorCheckpointsContract.family,
      summary: 'The slots of a location, and which of them have been collected in the open gaming day',
      permission: collectorCheckpointsContract.permissions.read,
      params: z.object({ location: id }),
      response: z.object({ round: collectionRound }),
    },
    async ({ db, scope, params, now }) => ({ round: await roundOf(db, scope, params.location, now) }),
  )
  api.endpoint(
    {
      method: 'GET',
      path: `${actualCashPath}/:id`,
      family: collectorCheckpointsContract.family,
      summary: 'What must be in the stacker of a slot now, by its bill meter since its last collection',
      permission: collectorCheckpointsContract.permissions.read,
      params: z.object({ id }),
      response: z.object({ cash: actualCash }),
    },
    async ({ db, scope, params, now }) => {
      const slot = await db
        .selectFrom('slots')
        .select(['id', 'serial', 'currency'])
        .where('id', '=', params.id)
        .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
        .executeTakeFirst()
      if (!slot) throw new Problem(404, 'not_found')
      const last = await lastCollection(db, slot.id)
      const known = await expectedCash(db, slot.id, last, now)
      const money = (minor: number | null): Money | null =>
        minor === null ? null : { minor, currency: slot.currency as Money['currency'] }
      return {
        cash: {
          slot: { _id: slot.id, name: slot.serial },
          currency: slot.currency,
          last: last ? { _id: last.id, number: last.number, timestamp: last.collected_at } : null,
          opening: money(known.opening_minor),
          opening_at: known.opening_at,
          closing: money(known.closing_minor),
          closing_at: known.closing_at,
          expected: money(known.expected_minor),
          unknown_because: known.unknown_because,
        },
      }
    },
  )
}

import { sql } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import { derived, readOnly, readOnlyRefTo, refTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { refuse } from './belongs'
import {
  ANSWER_WITHIN_MS,
  jackpotRequestsContract,
  permissionFor,
  type RequestState,
} from './requests.contract'

export const jackpotRequestsStore = defineStore(jackpotRequestsContract, {
  table: 'jackpot_requests',
  columns: {
    level_name: readOnly('level_name'),
    state: derived(['answer', 'expires_at'], stateOf),
    jackpot: readOnlyRefTo('jackpot_id', 'jackpots', 'name'),
    level: refTo('level_id', 'jackpot_levels', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    asked_by: readOnly('asked_by'),
    expires_at: readOnly('expires_at'),
    answered_by: readOnly('answered_by'),
    answered_at: readOnly('answered_at'),
    answer_reason: readOnly('answer_reason'),
  },
  search: ({ level_name }) => [level_name as string],
  filters: {
    state: (value: string, now: number) =>
      value === 'waiting'
        ? sql<boolean>`t.answer is null and t.expires_at > ${now}`
        : value === 'expired'
          ? sql<boolean>`t.answer is null and t.expires_at <= ${now}`
          : sql<boolean>`t.answer = ${value}`,
  },
  prepare: async ({ db, actor, scope, now, input }) => {
    if (!allows(actor.permissions, permissionFor[input.kind]))
      throw new Problem(403, 'forbidden', { details: { permission: permissionFor[input.kind] } })
    // Held: of two who ask at once the second finds the first one's request.
    const level = await db
      .updateTable('jackpot_levels')
      .set(row => ({ updated_at: row.ref('updated_at') }))
      .where('id', '=', input.level)
      .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
      .returningAll()
      .executeTakeFirst()
    if (!level) throw refuse('level', 'unknown')
    if (input.kind === 'reset' && level.state !== 'hit') throw refuse('kind', 'level_running')
    if (input.kind === 'regenerate' && level.kind !== 'mystery') throw refuse('kind', 'only_mystery')
    if (input.kind === 'regenerate' && level.state === 'hit') throw refuse('kind', 'level_hit')
    const waiting = await db
      .selectFrom('jackpot_requests')
      .select('id')
      .where('level_id', '=', level.id)
      .where('answer', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (waiting) throw refuse('level', 'request_waits')
    return {
      tenant_id: level.tenant_id,
      location_id: level.location_id,
      jackpot_id: level.jackpot_id,
      level_name: level.name,
      asked_by_id: actor.id,
      asked_by: actor.name,
      expires_at: now + ANSWER_WITHIN_MS,
    }
  },
})

function stateOf({ answer, expires_at }: Stored, now: number): RequestState {
  if (answer !== null) return answer as RequestState
  return Number(expires_at) <= now ? 'expired' : 'waiting'
}

import { sql } from 'kysely'
import { Problem } from '../../platform/contract/problem'
import { derived, readOnly, readOnlyRefTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { wordsOfItsRecords } from '../../platform/db/words-of'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { sealedThrough } from '../period-lock/fiscal-head.service'
import { demandUnlocked } from '../period-lock/period-lock.service'
import { MOST_REOPENED, sealedFrom } from '../sealing/reopen.service'
import { demandReadings } from '../archives/archived.service'
import { ANSWER_WITHIN_MS } from '../../workflow/second-person/asking.service'
import { reopeningsContract, type ReopeningState } from './reopenings.contract'

export const reopeningsStore = defineStore(reopeningsContract, {
  table: 'reopenings',
  ownedBy: 'tenant_id',
  columns: {
    state: derived(['answer', 'expires_at'], stateOf),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: readOnlyRefTo('location_id', 'locations', 'name'),
    through: readOnly('through'),
    days: readOnly('days'),
    months: readOnly('months'),
    asked_by: readOnly('asked_by'),
    expires_at: readOnly('expires_at'),
    answered_by: readOnly('answered_by'),
    answered_at: readOnly('answered_at'),
    answer_reason: readOnly('answer_reason'),
  },
  search: () => [],
  searchedIn: wordsOfItsRecords({ locations: 'location_id' }),
  filters: {
    state: (value: string, now: number) =>
      value === 'waiting'
        ? sql<boolean>`t.answer is null and t.expires_at > ${now}`
        : value === 'expired'
          ? sql<boolean>`t.answer is null and t.expires_at <= ${now}`
          : sql<boolean>`t.answer = ${value}`,
  },
  prepare: async ({ db, actor, scope, now, input }) => {
    const place = dayOf(await placeOf(db, scope, input.location), input.day)
    await demandUnlocked(db, place, input.day)
    const { days, reports, months } = await sealedFrom(db, place)
    const through = await sealedThrough(db, place.locationId)
    const refuse = (code: string, params = {}) =>
      new Problem(422, 'invalid', { fields: { day: [{ code, params }] } })
    if (through === null || !reports.some(({ day }) => day === input.day)) throw refuse('not_sealed')
    if (days.length > MOST_REOPENED) throw refuse('too_many_days', { max: MOST_REOPENED })
    await demandReadings(db, { type: 'location', id: place.locationId }, input.day)
    // One that nobody answered in time makes room.
    await db
      .updateTable('reopenings')
      .set({ answer: 'refused', answered_at: now, updated_at: now })
      .where('location_id', '=', place.locationId)
      .where('answer', 'is', null)
      .where('expires_at', '<=', now)
      .execute()
    const waiting = await db
      .selectFrom('reopenings')
      .select('id')
      .where('location_id', '=', place.locationId)
      .where('answer', 'is', null)
      .executeTakeFirst()
    if (waiting) throw refuse('reopening_waits')
    return {
      tenant_id: place.tenantId,
      location_id: place.locationId,
      through,
      days: days.length,
      months: [...new Set(months.map(({ month }) => month))].join(', '),
      asked_by_id: actor.id,
      asked_by: actor.name,
      expires_at: now + ANSWER_WITHIN_MS,
    }
  },
})

function stateOf({ answer, expires_at }: Stored, now: number): ReopeningState {
  if (answer !== null) return answer as ReopeningState
  return Number(expires_at) <= now ? 'expired' : 'waiting'
}

import { sql } from 'kysely'
import { invalidField } from '../../platform/contract/problem'
import { readOnly } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { wordsOfItsRecords } from '../../platform/db/words-of'
import { dayOf, placeOf } from '../../telemetry/gaming-days/place.service'
import { newRequest } from '../../workflow/second-person/asking.service'
import { readerAdds, readerColumns } from '../../workflow/second-person/reader-part'
import { requestColumns, stateOf } from '../../workflow/second-person/request-columns'
import { sealedThrough } from '../period-lock/fiscal-head.service'
import { demandUnlocked } from '../period-lock/period-lock.service'
import { MOST_REOPENED, sealedFrom } from '../sealing/reopen.service'
import { demandReadings } from '../archives/archived.service'
import { reopeningsContract } from './reopenings.contract'

const state = stateOf('reopened')

export const reopeningsStore = defineStore(reopeningsContract, {
  table: 'approvals',
  only: sql<boolean>`t.kind = 'reopening'`,
  ownedBy: 'tenant_id',
  columns: {
    ...requestColumns,
    ...readerColumns,
    state: state.column,
    through: readOnly('through'),
    days: readOnly('days'),
    months: readOnly('months'),
  },
  adds: readerAdds,
  search: () => [],
  searchedIn: wordsOfItsRecords({ locations: 'location_id' }),
  filters: { state: state.filter },
  prepare: async ({ db, actor, scope, now, input }) => {
    const place = dayOf(await placeOf(db, scope, input.location), input.day)
    await demandUnlocked(db, place, input.day)
    const { days, reports, months } = await sealedFrom(db, place)
    const through = await sealedThrough(db, place.locationId)
    const refuse = (code: string, params = {}) => invalidField('day', code, params)
    if (through === null || !reports.some(({ day }) => day === input.day)) throw refuse('not_sealed')
    if (days.length > MOST_REOPENED) throw refuse('too_many_days', { max: MOST_REOPENED })
    await demandReadings(db, { type: 'location', id: place.locationId }, input.day)
    return newRequest(
      { db, actor, now },
      {
        kind: 'reopening',
        about: `reopening ${place.locationId}`,
        tenant_id: place.tenantId,
        location_id: place.locationId,
        through,
        days: days.length,
        months: [...new Set(months.map(({ month }) => month))].join(', '),
      },
      { refusal: () => refuse('reopening_waits') },
    )
  },
})

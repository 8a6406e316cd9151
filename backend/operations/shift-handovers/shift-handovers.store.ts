import { sql } from 'kysely'
import { demandWholeLocation, shiftOf } from './bounds.service'
import { derived, readOnly, readOnlyRefTo, refTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { sheetOf } from './sheet.service'
import { shiftHandoversContract } from './shift-handovers.contract'

export const shiftHandoversStore = defineStore(shiftHandoversContract, {
  table: 'shift_handovers',
  columns: {
    number: readOnly('number'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: refTo('location_id', 'locations', 'name'),
    state: readOnly('state'),
    from: readOnly('from_at'),
    to: readOnly('to_at'),
    time_zone: readOnly('time_zone'),
    handed_over_by: readOnly('handed_over_by'),
    handed_over_at: readOnly('to_at'),
    taken_over_by: readOnly('taken_over_by'),
    taken_over_at: readOnly('taken_over_at'),
    taken_over_remarks: readOnly('taken_over_remarks'),
    own: derived([], () => false),
    sheet: derived([], () => undefined),
  },
  search: ({ number, handed_over_by, taken_over_by, remarks }) => [
    number as string,
    handed_over_by as string,
    taken_over_by as string | null,
    remarks as string | null,
  ],
  setFilters: {
    own: (values, { scope: { asker } }) => {
      const isOwn = sql<boolean>`t.handed_over_by_id = ${asker?.id ?? ''}`
      const wanted = values.map(value => (value === 'true' ? isOwn : sql<boolean>`not ${isOwn}`))
      return Promise.resolve(sql<boolean>`(${sql.join(wanted, sql` or `)})`)
    },
  },
  adds: {
    own: async ({ db, scope: { asker } }, rows) => {
      if (!asker || rows.length === 0) return
      const own = await db
        .selectFrom('shift_handovers')
        .select('id')
        .where(
          'id',
          'in',
          rows.map(row => String(row._id)),
        )
        .where('handed_over_by_id', '=', asker.id)
        .execute()
      const ids = new Set(own.map(({ id }) => id))
      for (const row of rows) Object.assign(row, { own: ids.has(String(row._id)) })
    },
  },
  more: async ({ db }, row) => {
    const { sheet } = await db
      .selectFrom('shift_handovers')
      .select('sheet')
      .where('id', '=', String(row._id))
      .executeTakeFirstOrThrow()
    Object.assign(row, { sheet: JSON.parse(sheet) as object })
  },
  prepare: async ({ db, actor, scope, now, input }) => {
    demandWholeLocation(actor)
    const { location, from, before, seq } = await shiftOf(db, scope, input.location, {
      now,
      beganAt: input.began_at,
      demandsNoneWaiting: true,
    })
    const sheet = await sheetOf({ db, actor, location, from, to: now }, before)
    return {
      tenant_id: location.tenant_id,
      number: `${location.code}/${seq}`,
      seq,
      state: 'waiting',
      from_at: from,
      to_at: now,
      time_zone: location.time_zone,
      sheet: JSON.stringify(sheet),
      handed_over_by_id: actor.id,
      handed_over_by: actor.name,
    }
  },
})

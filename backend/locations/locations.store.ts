import { Problem } from '../contract/problem'
import { plain, refTo } from '../db/columns'
import { defineStore } from '../db/store'
import { locationsContract } from './locations.contract'

export const locationsStore = defineStore(locationsContract, {
  table: 'locations',
  ownedBy: 'tenant_id',
  columns: {
    code: plain('code'), name: plain('name'), tenant: refTo('tenant_id', 'tenants', 'name'), county: plain('county'), city: plain('city'), address: plain('address'),
    time_zone: plain('time_zone'), gaming_day_start: plain('gaming_day_start'),
    licence_no: plain('licence_no'), work_point_no: plain('work_point_no'), contact: plain('contact'), phone: plain('phone'),
  },
  search: ({ code, name, county, city, address }) => [code, name, county, city, address] as string[],
  prepare: async ({ db, input, before, id }) => {
    const refuse = (field: string, code: string) => new Problem(422, 'invalid', { fields: { [field]: [{ code }] } })
    if (before && before.tenant_id !== input.tenant) throw refuse('tenant', 'fixed')
    if (await db.selectFrom('locations').select('id').where('tenant_id', '=', input.tenant).where('code', '=', input.code).where('id', '!=', id).executeTakeFirst()) throw refuse('code', 'taken')
    return {}
  },
  beforeArchive: async ({ db, id }) => {
    if (await db.selectFrom('slots').select('id').where('location_id', '=', id).where('archived_at', 'is', null).executeTakeFirst()) {
      throw new Problem(409, 'has_slots', { message: 'Archive or move its slots first' })
    }
  },
})

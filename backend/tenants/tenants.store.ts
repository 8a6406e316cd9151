import { Problem } from '../contract/problem'
import { flag, plain } from '../db/columns'
import { inGroup } from '../db/in-group'
import { defineStore } from '../db/store'
import { tenantsContract } from './tenants.contract'

export const tenantsStore = defineStore(tenantsContract, {
  table: 'tenants',
  ownedBy: 'id',
  columns: {
    name: plain('name'), login_host: plain('login_host'), legal_name: plain('legal_name'), fiscal_code: plain('fiscal_code'),
    trade_register_no: plain('trade_register_no'), licence_no: plain('licence_no'), address: plain('address'), contact_email: plain('contact_email'), phone: plain('phone'),
    currency: plain('currency'), time_zone: plain('time_zone'), deducts_handpaid_jackpots: flag('deducts_handpaid_jackpots'),
  },
  search: ({ name, login_host, legal_name, fiscal_code }) => [name, login_host, legal_name, fiscal_code] as string[],
  filters: { group: inGroup('tenant', 'id') },
  prepare: async ({ db, input, before, id, scope }) => {
    // Only the system makes tenants: a tenant's own people would make one that they cannot see.
    if (!before && scope.tenantId !== null) throw new Problem(403, 'forbidden')
    const twin = await db.selectFrom('tenants').select('id').where('login_host', '=', input.login_host).where('id', '!=', id).executeTakeFirst()
    if (twin) throw new Problem(422, 'invalid', { fields: { login_host: [{ code: 'taken' }] } })
    return {}
  },
  beforeArchive: async ({ db, id }) => {
    if (await db.selectFrom('locations').select('id').where('tenant_id', '=', id).where('archived_at', 'is', null).executeTakeFirst()) {
      throw new Problem(409, 'has_locations', { message: 'Archive its locations first' })
    }
  },
})

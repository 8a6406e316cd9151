import { invalidField } from '../../platform/contract/problem'
import { absent, readOnly, readOnlyRefTo, refTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { demandFree } from '../../platform/store/demand-free'
import { demandLocation, jackpotOf } from './belongs'
import { jackpotsContract, jackpotSourcesContract } from './jackpots.contract'
import { nextHour } from './terms.service'

export const jackpotsStore = defineStore(jackpotsContract, {
  table: 'jackpots',
  columns: {
    tenant: refTo('tenant_id', 'tenants', 'name'),
    location: refTo('location_id', 'locations', 'name'),
    levels: absent,
  },
  search: ({ name, note }) => [name as string, note as string | null],
  prepare: async ({ db, scope, before, input, id }) => {
    const tenant = before ? String(before.tenant_id) : (input.tenant ?? scope.tenantId)
    if (tenant === null) throw invalidField('tenant', 'required')
    // Past contributions were in this currency, and for this location.
    if (before) {
      for (const field of ['kind', 'currency'] as const)
        if (input[field] !== before[field]) throw invalidField(field, 'fixed')
      if (input.location !== before.location_id) throw invalidField('location', 'fixed')
      if (input.tenant !== null && input.tenant !== tenant) throw invalidField('tenant', 'fixed')
    } else if (input.location) await demandLocation(db, tenant, input.location)
    await demandFree(db, 'jackpots', id, { tenant_id: tenant, name: input.name }, 'name')
    return { tenant_id: tenant }
  },
})

export const jackpotSourcesStore = defineStore(jackpotSourcesContract, {
  table: 'jackpot_sources',
  columns: {
    jackpot: refTo('jackpot_id', 'jackpots', 'name'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
    location: refTo('location_id', 'locations', 'name'),
    slot: refTo('slot_id', 'slots', 'serial'),
    from: readOnly('from_hour'),
    to: readOnly('to_hour'),
  },
  search: ({ name }) => [name as string],
  prepare: async ({ db, scope, input, now }) => {
    const jackpot = await jackpotOf(db, scope, input.jackpot)
    if (input.location) await demandLocation(db, jackpot.tenant_id, input.location)
    if (jackpot.location_id && input.location && input.location !== jackpot.location_id)
      throw invalidField('location', 'other_location')
    if (input.slot) {
      const slot = await db
        .selectFrom('slots')
        .select(['location_id', 'currency'])
        .where('id', '=', input.slot)
        .where('tenant_id', '=', jackpot.tenant_id)
        .executeTakeFirst()
      if (!slot) throw invalidField('slot', 'unknown')
      if (slot.currency !== jackpot.currency) throw invalidField('slot', 'other_currency')
      if (jackpot.location_id && slot.location_id !== jackpot.location_id)
        throw invalidField('slot', 'other_location')
    }
    // A jackpot of one location is fed there alone, wherever its slots go later.
    const location_id = input.location ?? jackpot.location_id
    return { tenant_id: jackpot.tenant_id, location_id, from_hour: nextHour(now), to_hour: null }
  },
})

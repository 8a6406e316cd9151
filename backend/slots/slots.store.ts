import { presenceAt } from '../contract/presence'
import { Problem } from '../contract/problem'
import { derived, moneyIn, plain, readOnly, readOnlyFlag, readOnlyRefTo, refFrom, refTo } from '../db/columns'
import { seenAs } from '../db/seen-as'
import { defineStore } from '../db/store'
import { slotsContract } from './slots.contract'

export const slotsStore = defineStore(slotsContract, {
  table: 'slots',
  ownedBy: 'tenant_id',
  columns: {
    serial: plain('serial'), asset_no: plain('asset_no'),
    tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'), location: refTo('location_id', 'locations', 'name'), smib: refFrom('smibs', 'slot_id', 'mac'),
    manufacturer: plain('manufacturer'), machine_type: plain('machine_type'), game_mix: plain('game_mix'),
    protocol: plain('protocol'), sas_address: plain('sas_address'), denomination: moneyIn('denomination_minor', 'currency'),
    credits: readOnly('credits'), theoretical_rtp: plain('theoretical_rtp'), position: plain('position'),
    type_approval: plain('type_approval'), authorisation_no: plain('authorisation_no'), cvt_no: plain('cvt_no'), cvt_valid_to: plain('cvt_valid_to'),
    status: readOnly('status'), lock_reason: readOnly('lock_reason'),
    state: derived((row, now) => presenceAt(row.last_seen_at as number | null, now)), last_seen_at: readOnly('last_seen_at'), demo: readOnlyFlag('demo'),
  },
  search: ({ serial, asset_no, manufacturer, machine_type, game_mix }) => [serial, asset_no, manufacturer, machine_type, game_mix] as string[],
  filters: { state: seenAs },
  prepare: async ({ db, input, before, id }) => {
    const location = await db.selectFrom('locations').select('tenant_id').where('id', '=', input.location).executeTakeFirstOrThrow()
    // A machine's figures belong to whom it stood with: handing it over is a new machine there, so that no total changes hands.
    if (before && before.tenant_id !== location.tenant_id) throw new Problem(422, 'invalid', { fields: { location: [{ code: 'other_tenant' }] } })
    const twin = await db.selectFrom('slots').select('id').where('tenant_id', '=', location.tenant_id).where('serial', '=', input.serial).where('id', '!=', id).executeTakeFirst()
    if (twin) throw new Problem(422, 'invalid', { fields: { serial: [{ code: 'taken' }] } })
    // The board goes where its machine goes.
    if (before && before.location_id !== input.location) await db.updateTable('smibs').set({ location_id: input.location }).where('slot_id', '=', id).execute()
    return { tenant_id: location.tenant_id, ...(before ? {} : { status: 'active', demo: 0 }) }
  },
})

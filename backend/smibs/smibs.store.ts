import { presenceAt } from '../contract/presence'
import { Problem } from '../contract/problem'
import { derived, plain, readOnly, readOnlyFlag, readOnlyRefTo, refTo } from '../db/columns'
import { seenAs } from '../db/seen-as'
import { defineStore } from '../db/store'
import { smibsContract } from './smibs.contract'

export const smibsStore = defineStore(smibsContract, {
  table: 'smibs',
  ownedBy: 'tenant_id',
  columns: {
    mac: plain('mac'), tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'), location: refTo('location_id', 'locations', 'name'), slot: refTo('slot_id', 'slots', 'serial'),
    firmware: plain('firmware'), network: plain('network'), poll_ms: plain('poll_ms'), test_mode: readOnlyFlag('test_mode'), log_mode: readOnlyFlag('log_mode'),
    state: derived((row, now) => presenceAt(row.last_seen_at as number | null, now)),
    last_seen_at: readOnly('last_seen_at'), online_since: readOnly('online_since'), last_message_seq: readOnly('last_message_seq'),
  },
  search: ({ mac, firmware, network }) => [mac, firmware, network] as string[],
  filters: { state: seenAs },
  prepare: async ({ db, input, before, id }) => {
    const refuse = (field: string, code: string) => new Problem(422, 'invalid', { fields: { [field]: [{ code }] } })
    const location = await db.selectFrom('locations').select('tenant_id').where('id', '=', input.location).executeTakeFirstOrThrow()
    // What a board has sent is filed under its tenant; it cannot take that along.
    if (before && before.tenant_id !== location.tenant_id) throw refuse('location', 'other_tenant')
    if (await db.selectFrom('smibs').select('id').where('mac', '=', input.mac).where('id', '!=', id).executeTakeFirst()) throw refuse('mac', 'taken')
    if (input.slot) {
      const slot = await db.selectFrom('slots').select('location_id').where('id', '=', input.slot).executeTakeFirst()
      if (slot?.location_id !== input.location) throw refuse('slot', 'other_location')
      if (await db.selectFrom('smibs').select('id').where('slot_id', '=', input.slot).where('id', '!=', id).executeTakeFirst()) throw refuse('slot', 'already_linked')
    }
    return { tenant_id: location.tenant_id, ...(before ? {} : { test_mode: 0, log_mode: 0 }) }
  },
  beforeArchive: async ({ db, id }) => {
    const row = await db.selectFrom('smibs').select('slot_id').where('id', '=', id).executeTakeFirst()
    if (row?.slot_id) throw new Problem(409, 'linked_to_slot', { message: 'Unlink the slot first' })
  },
})

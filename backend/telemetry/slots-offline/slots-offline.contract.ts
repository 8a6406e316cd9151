import { z } from 'zod'
import { defineContract } from '../../platform/contract/contract'
import { presence } from '../../platform/contract/presence'
import { id, instant, money, namedReference, reference, recordRow } from '../../platform/contract/primitives'
import { lockState } from '../../estate/orders/control.contract'
import { slotStatus } from '../../estate/slots/slots.contract'

/**
 * Slots without a recent message (specification, section 7: public_api). From when on a silence counts:
 * `contract/presence.ts`.
 */
export const slotsOfflineContract = defineContract({
  family: 'public_api',
  one: 'slot-offline',
  many: 'slots-offline',
  row: z.object({
    ...recordRow,
    serial: z.string(),
    asset_no: z.string().nullable(),
    tenant: reference,
    location: reference,
    smib: reference.nullable(),
    position: z.string().nullable(),
    manufacturer: namedReference,
    game_mix: namedReference.nullable(),
    status: slotStatus,
    lock_state: lockState,
    /** `never`: no SMIB has ever spoken for it, so its silence has no beginning. */
    state: presence,
    last_seen_at: instant.nullable(),
    last_reading_at: instant.nullable(),
    /** Money that stood on it when it was last read, by its present denomination. Null: no reading said so. */
    credits_worth: money.nullable(),
    /** Milliseconds since its last message. */
    silent_for: z.number().int().nullable(),
    /** The last event that its SMIB sent before: a SAS exception code. */
    last_event: z.string().nullable().optional(),
    last_event_at: instant.nullable().optional(),
  }),
  input: z.object({}),
  filters: z.object({
    tenant: id,
    location: id,
    status: slotStatus,
    lock_state: lockState,
    state: z.enum(['offline', 'never']),
    group: id,
    archived: z.boolean(),
  }),
  sort: ['serial', 'asset_no', 'location', 'manufacturer', 'status', 'lock_state', 'last_seen_at'],
  permissions: { list: 'slot::list_slots_status', read: 'slot::list_slots_status' },
  actions: {},
})

import { slotsOfflineContract } from '../../../backend/telemetry/slots-offline/slots-offline.contract'
import { eventName } from '../events/events'
import { lockState } from '../../estate/slots/lock-state'
import { defineResource } from '../../engine/definition/define-resource'
import type { Field } from '../../engine/fields/field'
import { choice, dateTime, duration, memberOf, mono, text, namedLink } from '../../engine/fields'

/** A SAS code by its name. */
const event: Field<string> = {
  ...text(),
  cell: (code, ctx) => eventName(ctx.t, code),
  csvValue: (code, ctx) => eventName(ctx.t, code),
}
/** The list holds the silent slots; one that has sent messages again since is shown in its present state. */
const silent = choice({ offline: 'bad', never: 'muted' })
const state = {
  ...choice({ online: 'good', stale: 'warn', offline: 'bad', never: 'muted' }),
  filter: silent.filter,
  offered: silent.offered,
}

export const slotsOffline = defineResource('slots-offline', slotsOfflineContract, {
  title: 'serial',
  state: 'state',
  fields: {
    serial: mono(),
    asset_no: mono(),
    manufacturer: namedLink('manufacturers'),
    game_mix: namedLink('game-mixes'),
    lock_state: lockState(),
    state,
    silent_for: duration(),
    last_event: event,
    group: memberOf('slots-groups'),
    archived_at: dateTime(),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  list: {
    columns: [
      'serial',
      'location',
      'position',
      'state',
      'silent_for',
      'credits_worth',
      'last_event',
      'last_event_at',
      'lock_state',
    ],
    more: ['last_seen_at', 'last_reading_at', 'smib', 'tenant', 'asset_no', 'manufacturer', 'game_mix'],
    // The longest silence first; those that never connected have none and come last.
    sort: 'last_seen_at',
    summary: ['location', 'position', 'silent_for', 'credits_worth'],
    filters: ['tenant', 'location', 'state', 'lock_state', 'group'],
  },
  rowsOf: 'slots',
  detail: { sections: {} },
})

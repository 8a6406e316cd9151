import { slotsOfflineContract } from '../../../backend/telemetry/slots-offline/slots-offline.contract'
import { eventName } from '../events/events'
import { lockState } from '../../estate/slots/lock-state'
import { defineResource } from '../../engine/definition/define-resource'
import type { Field } from '../../engine/fields/field'
import { choice, dateTime, duration, linkTo, memberOf, mono, text, namedLink } from '../../engine/fields'

/** A SAS code by its name. */
const event: Field<string> = {
  ...text(),
  cell: (code, ctx) => eventName(ctx.t, code),
  csvValue: (code, ctx) => eventName(ctx.t, code),
}
/** The list holds the silent slots; one that has sent messages again since is shown in its present state. */
const state = {
  ...choice({ online: 'good', stale: 'warn', offline: 'bad', never: 'muted' }),
  filter: choice({ offline: 'bad', never: 'muted' }).filter,
}

export const slotsOffline = defineResource('slots-offline', slotsOfflineContract, {
  title: 'serial',
  state: 'state',
  fields: {
    serial: mono(),
    asset_no: mono(),
    tenant: linkTo('tenants'),
    location: linkTo('locations'),
    smib: linkTo('smibs'),
    position: text(),
    manufacturer: namedLink('manufacturers'),
    game_mix: namedLink('game-mixes'),
    lock_state: lockState(),
    state,
    silent_for: duration(),
    last_seen_at: dateTime(),
    last_reading_at: dateTime(),
    last_event: event,
    last_event_at: dateTime(),
    group: memberOf('slots-groups'),
    archived_at: dateTime(),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  list: {
    columns: [
      'serial',
      'location',
      'state',
      'silent_for',
      'last_seen_at',
      'last_event',
      'last_event_at',
      'smib',
      'lock_state',
    ],
    more: ['last_reading_at', 'tenant', 'asset_no', 'position', 'manufacturer', 'game_mix'],
    summary: ['location', 'state', 'silent_for'],
    filters: ['tenant', 'location', 'state', 'lock_state', 'group'],
  },
  rowsOf: 'slots',
  detail: { sections: {} },
})

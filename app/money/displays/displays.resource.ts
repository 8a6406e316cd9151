import { displaysContract } from '../../../backend/money/displays/displays.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, dateTime, linkTo, longText, mono } from '../../engine/fields'

/** A screen in a hall: which channel it shows, and whether it is connected. */
export const displays = defineResource('displays', displaysContract, {
  title: 'name',
  state: 'state',
  fields: {
    channel: linkTo('display-channels'),
    state: choice({ connected: 'good', silent: 'bad', never: 'warn', revoked: 'muted' }),
    last_seen_at: age(),
    starts_with: mono(),
    archived_at: dateTime(),
  },
  list: {
    columns: ['name', 'place', 'channel', 'location', 'state', 'last_seen_at', 'updated_at'],
    more: ['tenant', 'starts_with', 'rotated_at', 'revoked_at', 'created_at'],
    summary: ['channel', 'state', 'last_seen_at'],
    filters: ['tenant', 'location', 'channel', 'state'],
  },
  detail: {
    sections: {
      display: ['state', 'last_seen_at', 'channel', 'place', 'location'],
      address: ['starts_with', 'rotated_at', 'revoked_at'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
  },
  form: { sections: { display: ['channel', 'name', 'place'] } },
  actions: {
    rotate: { fields: { reason: longText() } },
    revoke: {
      tone: 'danger',
      bulk: true,
      when: display => display.state !== 'revoked',
      why: () => 'revoked',
      fields: { reason: longText() },
    },
  },
})

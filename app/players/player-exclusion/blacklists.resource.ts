import { blacklistsContract } from '../../../backend/players/player-exclusion/blacklists.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, date, dateTime, linkTo, longText, mono, text } from '../../engine/fields'

export const blacklists = defineResource('blacklists', blacklistsContract, {
  // Of the person: two may have the same initials.
  title: 'document',
  state: 'state',
  fields: {
    player: linkTo('players'),
    document: mono(),
    tenant: linkTo('tenants'),
    location: linkTo('locations'),
    cause: choice({ violence: '', fraud: '', minor: '', debt: '' }),
    state: choice({ pending: 'warn', active: 'bad', ended: 'muted', cancelled: 'muted' }),
    reason: longText(),
    valid_from: dateTime(),
    until_date: date(),
    valid_to: dateTime(),
    cancelled_at: dateTime(),
    cancelled_by: text(),
    cancel_reason: text(),
    created_at: dateTime(),
    updated_at: age(),
  },
  list: {
    columns: ['document', 'player', 'cause', 'state', 'location', 'valid_from', 'valid_to', 'reason'],
    more: ['tenant', 'cancelled_at', 'cancelled_by', 'created_at'],
    summary: ['state', 'cause', 'location'],
    filters: ['tenant', 'location', 'cause', 'state'],
    quiet: ['player'],
  },
  detail: {
    sections: {
      term: ['player', 'document', 'cause', 'state', 'location', 'valid_from', 'valid_to', 'reason'],
      end: ['cancelled_at', 'cancelled_by', 'cancel_reason'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
  },
  form: { sections: { term: ['player', 'cause', 'location', 'until_date', 'reason'] } },
  actions: {
    cancel: {
      tone: 'danger',
      when: row => row.cancelled_at === null && row.state !== 'ended',
      why: () => 'over',
      fields: { reason: longText() },
    },
  },
})

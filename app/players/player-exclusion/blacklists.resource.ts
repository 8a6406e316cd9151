import { blacklistsContract } from '../../../backend/players/player-exclusion/blacklists.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, longText } from '../../engine/fields'
import { termFields } from './term-fields'

export const blacklists = defineResource('blacklists', blacklistsContract, {
  // Of the person: two may have the same initials.
  title: 'document',
  state: 'state',
  fields: {
    ...termFields,
    cause: choice({ violence: '', fraud: '', minor: '', debt: '' }),
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

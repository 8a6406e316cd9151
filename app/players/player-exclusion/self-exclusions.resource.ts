import { selfExclusionsContract } from '../../../backend/players/player-exclusion/self-exclusions.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, longText, mono } from '../../engine/fields'
import { termFields } from './term-fields'

export const selfExclusions = defineResource('self-exclusions', selfExclusionsContract, {
  // Of the person: two may have the same initials.
  title: 'document',
  state: 'state',
  fields: {
    ...termFields,
    source: choice({ player: '', operator: '', court: '', national: '' }),
    document_no: mono(),
  },
  list: {
    columns: ['document', 'player', 'source', 'state', 'registered_at', 'valid_from', 'valid_to', 'location'],
    more: ['document_no', 'min_until', 'tenant', 'cancelled_at', 'cancelled_by'],
    summary: ['state', 'source', 'valid_to'],
    filters: ['tenant', 'location', 'source', 'state'],
    quiet: ['player'],
    links: [
      {
        href: '/player-exclusion/self-exclusions-import',
        label: 'exclusion-import:titles.clients',
        rule: 'pe_exclusion::import',
      },
      { href: '/player-exclusion/door', label: 'door:open', rule: 'pe_scan::create' },
    ],
  },
  detail: {
    sections: {
      term: ['player', 'document', 'source', 'state', 'valid_from', 'valid_to', 'min_until', 'location'],
      paper: ['registered_at', 'document_no', 'reason', 'tenant'],
      end: ['cancelled_at', 'cancelled_by', 'cancel_reason'],
    },
  },
  form: {
    sections: {
      term: ['player', 'source', 'location', 'until_date'],
      paper: ['document_no', 'reason'],
    },
  },
  actions: {
    cancel: {
      tone: 'danger',
      when: row =>
        row.source !== 'national' &&
        row.cancelled_at === null &&
        (row.state === 'active' || row.state === 'pending'),
      why: row => (row.source === 'national' ? 'national' : 'over'),
      fields: { reason: longText() },
    },
  },
})

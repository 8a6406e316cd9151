import { playerScansContract } from '../../../backend/players/player-exclusion/player-scans.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, mono } from '../../engine/fields'

export const playerScans = defineResource('player-scans', playerScansContract, {
  title: 'shown',
  named: row => (row.document === null ? row.shown : `${row.shown} · ${row.document}`),
  state: 'answer',
  fields: {
    document_type: choice({ cnp: '', passport: '', id_card: '', residence: '' }),
    document: mono(),
    answer: choice({ allow: 'good', deny: 'bad', manager: 'warn' }),
    cause: choice({
      clear: '',
      excluded: '',
      national: '',
      blacklisted: '',
      minor: '',
      age_unknown: '',
      unreadable: '',
    }),
  },
  list: {
    columns: ['shown', 'created_at', 'location', 'answer', 'cause', 'player', 'document', 'operator_name'],
    more: ['document_type', 'list_as_of', 'device', 'took_ms', 'tenant'],
    summary: ['answer', 'cause', 'location'],
    filters: ['tenant', 'location', 'answer', 'cause'],
    quiet: ['player'],
    links: [{ href: '/player-exclusion/door', label: 'door:open', rule: 'pe_scan::create' }],
  },
  detail: {
    sections: {
      scan: ['created_at', 'location', 'device', 'operator_name', 'document_type', 'document', 'player'],
      answer: ['answer', 'cause', 'shown', 'list_as_of', 'took_ms'],
    },
  },
})

import { playersContract } from '../../../backend/players/player-exclusion/players.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, date, linkTo, longText, mono, text } from '../../engine/fields'

export const players = defineResource('players', playersContract, {
  title: 'name',
  state: 'standing',
  fields: {
    document_type: choice({ cnp: '', passport: '', id_card: '', residence: '' }),
    document: mono(),
    document_number: mono(),
    full_name: text(),
    birth_date: date(),
    nationality: mono(),
    standing: choice({ free: 'muted', excluded: 'bad', blacklisted: 'warn' }),
    note: longText(),
    found_inside_in: linkTo('locations'),
  },
  list: {
    columns: ['name', 'document', 'document_type', 'standing', 'nationality', 'tenant', 'updated_at'],
    more: ['note', 'created_at'],
    summary: ['document', 'standing', 'document_type'],
    filters: ['tenant', 'document_type', 'standing'],
  },
  detail: {
    sections: {
      identity: ['name', 'document', 'document_type', 'nationality', 'standing', 'note'],
      inside: ['found_inside_at', 'found_inside_in'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
    related: [
      {
        resource: 'self-exclusions',
        filter: 'player',
        columns: ['registered_at', 'source', 'state', 'valid_from', 'valid_to'],
      },
      {
        resource: 'blacklists',
        filter: 'player',
        columns: ['created_at', 'cause', 'state', 'location', 'valid_to'],
      },
      { resource: 'player-scans', filter: 'player', columns: ['created_at', 'location', 'answer', 'cause'] },
    ],
    tabs: true,
    links: [
      {
        href: '/player-exclusion/players/:id/pictures',
        label: 'players:pictures.link',
        rule: 'pe_player::list_players',
      },
      {
        href: '/player-exclusion/players/:id/file',
        label: 'players:file.link',
        rule: 'pe_player::hand_out',
      },
    ],
  },
  form: {
    sections: {
      identity: ['full_name', 'document_type', 'document_number', 'birth_date', 'nationality'],
      record: ['tenant', 'note'],
    },
  },
  actions: { reveal: { fields: { reason: longText() } } },
})

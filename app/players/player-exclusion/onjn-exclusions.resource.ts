import { onjnExclusionsContract } from '../../../backend/players/player-exclusion/onjn-exclusions.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, date, mono } from '../../engine/fields'

export const onjnExclusions = defineResource('onjn-exclusions', onjnExclusionsContract, {
  title: 'mark',
  state: 'state',
  fields: {
    mark: mono(),
    state: choice({ pending: 'warn', active: 'bad', removed: 'muted' }),
    added_on: date(),
  },
  list: {
    columns: ['mark', 'state', 'added_on', 'valid_from', 'removed_at', 'tenant'],
    more: ['created_at', 'updated_at'],
    summary: ['state', 'valid_from'],
    filters: ['tenant', 'state'],
    begin: {
      href: '/player-exclusion/self-exclusions-onjn-cnp-encrypted-import',
      label: 'exclusion-import:titles.national',
      rule: 'pe_exclusion_onjn::import',
    },
    links: [
      {
        href: '/player-exclusion/self-exclusions-onjn-cnp-encrypted-import',
        label: 'exclusion-import:titles.national',
        rule: 'pe_exclusion_onjn::import',
      },
    ],
  },
  detail: {
    sections: {
      entry: ['mark', 'state', 'added_on', 'valid_from', 'removed_at'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
  },
})

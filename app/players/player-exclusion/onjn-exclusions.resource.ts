import { onjnExclusionsContract } from '../../../backend/players/player-exclusion/onjn-exclusions.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, date, dateTime, linkTo, mono } from '../../engine/fields'

export const onjnExclusions = defineResource('onjn-exclusions', onjnExclusionsContract, {
  title: 'mark',
  state: 'state',
  fields: {
    mark: mono(),
    tenant: linkTo('tenants'),
    state: choice({ pending: 'warn', active: 'bad', removed: 'muted' }),
    added_on: date(),
    valid_from: dateTime(),
    removed_at: dateTime(),
    created_at: dateTime(),
    updated_at: age(),
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

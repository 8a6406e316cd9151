import { apiTokensContract, tokenRight } from '../../../backend/identity/api-tokens/api-tokens.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { age, choice, choices, date, dateTime, lines, longText, mono, several } from '../../engine/fields'
import { TokenTiles } from './token-tiles'

export const apiTokens = defineResource('api-tokens', apiTokensContract, {
  title: 'name',
  state: 'state',
  fields: {
    reach: choice({ all: '', tenant: '', part: '' }),
    state: choice({ active: 'good', expiring: 'warn', expired: 'muted', revoked: 'muted' }),
    expiry: choice<string>({ none: '', month: '', later: '', past: '' }),
    used: choice<string>({ week: '', quarter: '', older: '', never: '' }),
    rights: choices(tokenRight.options),
    locations: several('locations'),
    smibs: several('smibs'),
    addresses: lines(),
    starts_with: mono(),
    expires_on: date(),
    last_used_at: age(),
    last_used_address: mono(),
    archived_at: dateTime(),
  },
  list: {
    columns: [
      'name',
      'tenant',
      'reach',
      'rights',
      'state',
      'expires_at',
      'last_used_at',
      'last_used_address',
    ],
    more: ['starts_with', 'addresses', 'rotated_at', 'revoked_at', 'created_at'],
    summary: ['state', 'tenant', 'last_used_at'],
    filters: ['tenant', 'state', 'expiry', 'used'],
  },
  detail: {
    lead: TokenTiles,
    sections: {
      use: ['state', 'last_used_at', 'last_used_address', 'rotated_at', 'previous_until', 'revoked_at'],
      scope: ['reach', 'tenant', 'rights', 'locations', 'smibs'],
      limits: ['expires_at', 'addresses'],
      record: ['starts_with', 'created_at', 'updated_at'],
    },
  },
  form: {
    ofSystem: ['tenant', 'all_tenants'],
    ofTenant: ['locations', 'smibs'],
    sections: {
      identity: ['name', 'rights'],
      scope: ['tenant', 'all_tenants', 'locations', 'smibs'],
      limits: ['expires_on', 'addresses'],
    },
    when: token => token.state !== 'revoked',
  },
  actions: {
    rotate: {
      when: token => token.state === 'active' || token.state === 'expiring',
      why: token => token.state,
      fields: { overlap: choice<string>({ none: '', hour: '', day: '', week: '' }), reason: longText() },
    },
    revoke: {
      tone: 'danger',
      bulk: true,
      when: token => token.state !== 'revoked',
      why: () => 'revoked',
      fields: { reason: longText() },
    },
  },
})

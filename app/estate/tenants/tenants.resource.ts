import { reaggregatePermission } from '../../../backend/accounting/reaggregation/reaggregation.contract'
import { tenantsContract } from '../../../backend/estate/tenants/tenants.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { code, email, memberOf, mono, partOf, phone, timeZone } from '../../engine/fields'
import { streamPages } from '../stream-pages'

const streams = streamPages('tenant')

const identity = [
  'name',
  'login_host',
  'legal_name',
  'fiscal_code',
  'trade_register_no',
  'share_capital',
  'licence_no',
] as const

export const tenants = defineResource('tenants', tenantsContract, {
  title: 'name',
  fields: {
    login_host: mono(),
    fiscal_code: mono(),
    trade_register_no: mono(),
    licence_no: mono(),
    contact_email: email(),
    phone: phone(),
    currency: code(['RON', 'EUR']),
    time_zone: timeZone(),
    connected: partOf('slots'),
    group: memberOf('tenants-groups'),
  },
  list: {
    columns: [
      'name',
      'login_host',
      'legal_name',
      'fiscal_code',
      'locations',
      'connected',
      'currency',
      'updated_at',
    ],
    more: ['slots', 'licence_no'],
    summary: ['login_host', 'connected'],
    filters: ['currency', 'group', 'archived'],
    links: [{ href: '/tenants-groups', label: 'tenants-groups:title', rule: 'tenant_entity_group::list' }],
  },
  detail: {
    links: [
      {
        href: '/reaggregate/tenant/:id',
        label: 'reaggregate:link',
        rule: { all: [reaggregatePermission, 'tenant::get'] },
      },
    ],
    pages: {
      events: [
        ...streams.events,
        {
          href: '/tenants/:id/history',
          label: 'overview:history',
          rule: { all: ['tenant::list', 'audit_log::list'] },
        },
      ],
      days: [
        {
          href: '/tenants/:id/days',
          label: 'console:crumbs.days',
          rule: { all: ['tenant::list', 'slot::get'] },
        },
        ...streams.sums,
      ],
      meters: streams.counters,
      configuration: [
        { href: '/config/tenant/:id', label: 'config:links.config', rule: 'tenant::list' },
        {
          href: '/config/general-tenant/:id',
          label: 'general-settings:link',
          rule: 'tenant::get_general_settings',
        },
        {
          href: '/tenants/:id/fiscal-layout',
          label: 'fiscal:layout.link',
          rule: { all: ['location::list', 'location::list_fiscal_reports'] },
        },
        { href: '/config/fraud/:id', label: 'config:links.fraud', rule: 'tenant::get_fraud_settings' },
        { href: '/config/payments/:id', label: 'config:links.payments', rule: 'payment_merchant::list' },
      ],
      raw: streams.raw,
    },
    sections: {
      identity,
      contact: ['address', 'contact_email', 'phone'],
      accounting: ['currency', 'time_zone', 'deducts_handpaid_jackpots'],
      sign_in: ['allows_registration'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    presence: 'tenant',
  },
  preview: { columns: ['login_host', 'legal_name'] },
  form: {
    sections: {
      identity,
      contact: ['address', 'contact_email', 'phone'],
      accounting: ['currency', 'time_zone', 'deducts_handpaid_jackpots'],
      sign_in: ['allows_registration'],
    },
  },
})

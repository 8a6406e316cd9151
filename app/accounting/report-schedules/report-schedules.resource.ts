import { reportSchedulesContract } from '../../../backend/accounting/report-schedules/report-schedules.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, choices, dateTime, several } from '../../engine/fields'

/** Fiscal reports that are sent by e-mail by themselves; below each, what was sent. */
export const reportSchedules = defineResource('report-schedules', reportSchedulesContract, {
  title: 'name',
  fields: {
    kind: choice({ daily: '', weekly: '', monthly: '' }),
    formats: choices(['pdf', 'xlsx']),
    language: choice({ en: '', ro: '', pt: '' }),
    recipients: several('users'),
    archived_at: dateTime(),
  },
  list: {
    columns: ['name', 'kind', 'location', 'recipient_count', 'hour', 'formats', 'language', 'updated_at'],
    more: ['tenant', 'waits_days', 'created_at'],
    summary: ['kind', 'location', 'recipient_count'],
    filters: ['tenant', 'location', 'kind', 'language'],
    links: [
      {
        href: '/reports/report-sendings',
        label: 'report-sendings:title',
        rule: 'location::list_fiscal_reports',
      },
    ],
  },
  detail: {
    sections: {
      what: ['kind', 'location', 'formats', 'language'],
      whom: ['recipients', 'hour', 'waits_days'],
      record: ['tenant', 'created_at', 'updated_at'],
    },
    related: [
      {
        resource: 'report-sendings',
        filter: 'schedule',
        columns: ['period', 'location', 'state', 'due_at', 'sent_at', 'sent_to'],
      },
    ],
  },
  form: {
    sections: {
      what: ['name', 'kind', 'tenant', 'location', 'formats', 'language'],
      whom: ['recipients', 'hour', 'waits_days'],
    },
  },
})

import { alarmRulesContract, watchedKind } from '../../../backend/accounting/alarms/alarm-rules.contract'
import { alarmsContract, alarmUnit } from '../../../backend/accounting/alarms/alarms.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, flagInWords, integer, linkedOnPage, linkTo, longText, text } from '../../engine/fields'
import { amountIn, numberIn } from './alarm-words'

/** What the tenant's own rules found. */
export const alarms = defineResource('alarms', alarmsContract, {
  title: 'rule',
  named: ({ rule, slot }) => `${rule.name}, ${slot.name}`,
  state: 'state',
  fields: {
    // In a list its name leads to the alarm.
    rule: linkedOnPage(linkTo('alarm-rules')),
    state: choice({ open: 'bad', cleared: 'good' }),
    severity: choice({ info: 'info', warning: 'warn', alarm: 'bad' }),
    watched: choice(watchedKind.options),
    unit: choice(alarmUnit.options),
    currency: text(),
    cleared_by: choice({ value: '', rule: '' }),
    acknowledged: flagInWords(),
    acknowledged_note: longText(),
    escalated_after: integer('min'),
  },
  computed: {
    value: {
      reads: ['value', 'unit', 'currency'],
      numeric: true,
      cell: (row, { format }) => amountIn(row.unit, row.currency, row.value, format),
      inFile: ['unit', 'currency'],
      csvValue: (row, { file }) => numberIn(row.unit, row.value, file),
    },
    threshold: {
      reads: ['threshold', 'unit', 'currency'],
      numeric: true,
      cell: (row, { format }) => amountIn(row.unit, row.currency, row.threshold, format),
      inFile: ['unit', 'currency'],
      csvValue: (row, { file }) => numberIn(row.unit, row.threshold, file),
    },
  },
  list: {
    columns: [
      'rule',
      'state',
      'severity',
      'slot',
      'location',
      'since',
      'acknowledged_by',
      'cleared_at',
      'value',
      'threshold',
    ],
    more: [
      'tenant',
      'watched',
      'cleared_by',
      'created_at',
      'acknowledged_at',
      'acknowledged_note',
      'escalated_after',
    ],
    summary: ['slot', 'state', 'since'],
    filters: ['tenant', 'location', 'rule', 'state', 'acknowledged', 'severity'],
    quiet: ['slot'],
    shows: {
      all: {},
      open: { state: ['open'] },
      waiting: { state: ['open'], acknowledged: ['0'] },
      cleared: { state: ['cleared'] },
    },
    opens: { show: 'open', sort: 'since' },
    sort: '-since',
    links: [{ href: '/alarm-rules', label: 'alarm-rules:title', rule: alarmRulesContract.permissions.list }],
  },
  detail: {
    sections: {
      found: ['state', 'rule', 'severity', 'watched', 'value', 'threshold'],
      where: ['slot', 'location', 'tenant'],
      handled: ['acknowledged_by', 'acknowledged_at', 'acknowledged_note', 'escalated_after'],
      times: ['since', 'created_at', 'cleared_at', 'cleared_by'],
    },
    optional: ['acknowledged_note', 'escalated_after'],
  },
  actions: {
    acknowledge: {
      bulk: true,
      when: one => one.state === 'open' && one.acknowledged_at === null,
      why: one => (one.state === 'cleared' ? 'cleared' : 'acknowledged'),
      fields: { note: longText() },
    },
  },
})

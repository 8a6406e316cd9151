import {
  anomaliesContract,
  anomalyRules,
  anomalyUnit,
} from '../../../backend/accounting/anomalies/anomalies.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, date, longText, sentence, text } from '../../engine/fields'
import { AnomalyFigures, amountInColumn, numberOf } from './anomaly-figures'

/** What is out of the ordinary by the tenant's fraud settings. */
export const anomalies = defineResource('anomalies', anomaliesContract, {
  title: 'rule',
  named: ({ rule, slot }, t) => t('anomalies:named', { rule: t(`anomalies:rule.${rule}`), slot: slot.name }),
  state: 'state',
  fields: {
    state: choice({ open: 'bad', acknowledged: 'warn', cleared: 'good' }),
    rule: choice(anomalyRules),
    unit: choice(anomalyUnit.options),
    currency: text(),
    cleared_reason: longText(),
  },
  computed: {
    rule: {
      reads: ['rule'],
      cell: ({ rule }, { t }) => sentence(t(`anomalies:rule.${rule}`)),
      csvValue: ({ rule }, { t }) => t(`anomalies:rule.${rule}`),
    },
    value: {
      reads: ['rule', 'value', 'unit', 'currency'],
      numeric: true,
      cell: (row, { format }) => amountInColumn(row, row.value, format),
      inFile: ['unit', 'currency'],
      csvValue: (row, { file }) => numberOf(row, row.value, file),
    },
    threshold: {
      reads: ['rule', 'threshold', 'unit', 'currency'],
      numeric: true,
      cell: (row, { format }) => amountInColumn(row, row.threshold, format),
      inFile: ['unit', 'currency'],
      csvValue: (row, { file }) => numberOf(row, row.threshold, file),
    },
  },
  list: {
    columns: [
      'rule',
      'state',
      'slot',
      'location',
      'first_at',
      'last_at',
      'count',
      'value',
      'threshold',
      'assignee',
    ],
    more: [
      'tenant',
      'due_on',
      'acknowledged_by',
      'acknowledged_at',
      'cleared_by',
      'cleared_at',
      'cleared_reason',
      'created_at',
    ],
    summary: ['slot', 'state', 'last_at'],
    filters: ['tenant', 'location', 'state', 'rule', 'assignee'],
    quiet: ['slot'],
    shows: {
      all: {},
      open: { state: ['open', 'acknowledged'] },
      cleared: { state: ['cleared'] },
    },
    opens: { show: 'open', sort: 'first_at' },
    sort: '-last_at',
  },
  detail: {
    lead: AnomalyFigures,
    sections: {
      found: ['state', 'rule', 'slot', 'location', 'tenant', 'first_at', 'last_at', 'created_at'],
      judged: [
        'assignee',
        'due_on',
        'acknowledged_by',
        'acknowledged_at',
        'cleared_by',
        'cleared_at',
        'cleared_reason',
      ],
    },
  },
  actions: {
    acknowledge: { bulk: true, when: one => one.state === 'open', why: one => one.state },
    assign: {
      bulk: true,
      edits: true,
      when: one => one.state !== 'cleared',
      why: one => one.state,
      fields: { assignee: text(), due_on: date() },
    },
    clear: {
      bulk: true,
      when: one => one.state !== 'cleared',
      why: one => one.state,
      fields: { reason: longText() },
    },
  },
})

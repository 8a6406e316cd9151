import {
  aggregatedBy,
  aggregationRulesContract,
  granulation,
  measureName,
} from '../../../backend/accounting/aggregations/aggregation-rules.contract'
import { readsCheckpoints } from '../../../backend/accounting/aggregations/aggregations.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, choices, dateTime, longText } from '../../engine/fields'

export const aggregationRules = defineResource('aggregation-rules', aggregationRulesContract, {
  title: 'name',
  fields: {
    by: choice(aggregatedBy.options),
    granulation: choice(granulation.options),
    measures: choices(measureName.options),
    note: longText(),
    archived_at: dateTime(),
  },
  list: {
    columns: ['name', 'tenant', 'by', 'granulation', 'measures', 'updated_at'],
    more: ['note', 'created_at'],
    summary: ['by', 'granulation', 'measures'],
    filters: ['tenant', 'by', 'granulation'],
    sort: 'name',
    links: [
      {
        href: '/advanced/computed-aggregations',
        label: 'computed-aggregations:title',
        rule: readsCheckpoints,
      },
      { href: '/advanced/raw-aggregations', label: 'raw-aggregations:title', rule: readsCheckpoints },
    ],
  },
  detail: {
    links: [
      {
        href: '/advanced/computed-aggregations?rule=:id&timeRange=this+month',
        label: 'computed-aggregations:title',
        rule: readsCheckpoints,
      },
    ],
    sections: {
      identity: ['name', 'tenant', 'note'],
      computed: ['by', 'granulation', 'measures'],
      record: ['created_at', 'updated_at'],
    },
  },
  form: {
    sections: { identity: ['name', 'note', 'tenant'], computed: ['by', 'granulation', 'measures'] },
  },
})

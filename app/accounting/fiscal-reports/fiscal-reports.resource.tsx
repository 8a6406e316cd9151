import { dailyReportsContract } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import { monthlyReportsContract } from '../../../backend/accounting/fiscal-reports/monthly-reports.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, integer, linkTo, money, text } from '../../engine/fields'
import { wordOf } from '../../engine/fields/choice'
import { Status, statusClass } from '../../ui/status'

const fields = {
  state: choice({ draft: 'info', sealed: 'good' }),
  tenant: linkTo('tenants'),
  location: linkTo('locations'),
  currency: choice({ RON: '', EUR: '' }),
  hours_known: integer(),
  hours_expected: integer(),
  held: integer(),
  collected: money(),
  paid: money(),
  takings: money(),
  difference: money(),
} as const
const filters = ['tenant', 'location', 'state'] as const

export const dailyReports = defineResource('daily-reports', dailyReportsContract, {
  title: 'report_date',
  state: 'state',
  rowHref: ({ _id }) => `/reports/daily-report/${_id}`,
  fields: {
    ...fields,
  },
  list: {
    columns: [
      'report_date',
      'location',
      'state',
      'revision',
      'collected',
      'paid',
      'takings',
      'difference',
      'held',
    ],
    more: ['tenant', 'currency', 'changed', 'slots', 'silent', 'hours_known', 'hours_expected'],
    summary: ['location', 'takings', 'state'],
    filters,
    sort: '-report_date',
    period: 'active',
  },
  detail: {
    sections: {
      report: ['report_date', 'location', 'tenant', 'state', 'revision'],
      figures: ['collected', 'paid', 'takings', 'difference', 'changed'],
      data: ['slots', 'silent', 'hours_known', 'hours_expected', 'held'],
    },
  },
})

export const monthlyReports = defineResource('monthly-reports', monthlyReportsContract, {
  title: 'month',
  state: 'state',
  rowHref: ({ location, month }) => `/reports/monthly-report/${location._id}-${month}`,
  fields: { ...fields, month: text(), days_closed: integer(), days: integer() },
  computed: {
    month: {
      reads: ['month'],
      cell: ({ month }, { format }) => format.month(month),
      csvValue: ({ month }) => month,
    },
    // What is not sealed leads to where that is done.
    state: {
      reads: ['state', 'location', 'month'],
      cell: ({ state, location, month }, ctx) =>
        state === 'draft' ? (
          <a href={`/reports/month-desk/${location._id}-${month}`} className={statusClass('info')}>
            {wordOf(ctx.field, state, ctx)}
          </a>
        ) : (
          <Status mark="good">{wordOf(ctx.field, state, ctx)}</Status>
        ),
      csvValue: ({ state }, ctx) => wordOf('state', state, ctx),
    },
  },
  list: {
    columns: [
      'month',
      'location',
      'state',
      'days_closed',
      'days',
      'collected',
      'paid',
      'takings',
      'difference',
      'held',
    ],
    more: ['tenant', 'currency', 'hours_known', 'hours_expected'],
    summary: ['location', 'takings', 'state'],
    filters,
    sort: '-month',
    period: 'active',
  },
  detail: {
    sections: {
      report: ['month', 'location', 'tenant', 'state', 'days_closed', 'days'],
      figures: ['collected', 'paid', 'takings', 'difference'],
      data: ['hours_known', 'hours_expected', 'held'],
    },
  },
})

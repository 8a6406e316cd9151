/** Mechanical counters against meters, what was reported one by one against meters, and what tickets are still out. */
import {
  counterContract,
  counterMeasures,
  recordContract,
  recordMeasures,
} from '../../../backend/accounting/reconciliation/reconciliation.contract'
import { ticketContract, ticketMeasures } from '../../../backend/accounting/reconciliation/tickets.contract'
import { defineReport } from '../../engine/definition/define-report'
import { resourcePaths } from '../../addresses/names'
import { daysOf } from '../days/network-days'

const ofSlot = ['slot'] as const

export const reconciliation = defineReport(
  'reports-reconciliation',
  { ...counterContract, measures: counterMeasures },
  {
    texts: 'reconciliation',
    period: null,
    groupBy: counterContract.groups,
    measures: [
      'location',
      'counter',
      'since',
      'until',
      'mechanical',
      'electronic',
      'difference',
      'absolute',
      'tolerance',
      'verdict',
      'reason',
      'beyond',
      'unexplained',
    ],
    only: {
      location: ofSlot,
      counter: ofSlot,
      since: ofSlot,
      until: ofSlot,
      mechanical: ['slot', 'counter'],
      electronic: ['slot', 'counter'],
      tolerance: ofSlot,
      verdict: ofSlot,
      reason: ofSlot,
      beyond: ['location', 'counter'],
      unexplained: ['location', 'counter'],
    },
    summary: ['difference', 'verdict'],
    apart: ['counter'],
    narrowedBy: ['location'],
    siblingReport: '/reports/reconciliation-records',
    hasNote: true,
    evidence: {
      slot: ({ row }) => `${resourcePaths.slots}/${row}/meters`,
      location: ({ row }) => `/reports/reconciliation?${new URLSearchParams({ location: row }).toString()}`,
    },
  },
)

export const reconciliationRecords = defineReport(
  'reports-reconciliation-records',
  { ...recordContract, measures: recordMeasures },
  {
    texts: 'reconciliation-records',
    period: 'this month',
    groupBy: recordContract.groups,
    measures: [
      'location',
      'kind',
      'records',
      'without_amount',
      'recorded',
      'metered',
      'difference',
      'absolute',
      'verdict',
    ],
    only: {
      location: ofSlot,
      kind: ofSlot,
      recorded: ['slot', 'kind'],
      metered: ['slot', 'kind'],
      verdict: ofSlot,
    },
    summary: ['difference', 'verdict'],
    apart: ['kind'],
    narrowedBy: ['location'],
    siblingReport: '/reports/reconciliation',
    hasNote: true,
    evidence: { slot: daysOf('slots'), location: daysOf('locations') },
  },
)

export const outstandingTickets = defineReport(
  'reports-outstanding-tickets',
  { ...ticketContract, measures: ticketMeasures },
  {
    texts: 'outstanding-tickets',
    period: 'this month',
    groupBy: ticketContract.groups,
    measures: ['location', 'since', 'opening', 'printed', 'redeemed', 'net', 'closing'],
    only: {
      location: ['slot'],
      since: ['location'],
      opening: ['location', 'day'],
      closing: ['location', 'day'],
    },
    chart: 'closing',
    summary: ['net', 'closing'],
    narrowedBy: ['location'],
    siblingReport: '/reports/reconciliation-records',
    hasNote: true,
    evidence: { slot: daysOf('slots'), location: daysOf('locations') },
  },
)

/** What collectors counted against what the bill meters say. */
import { varianceContract, varianceMeasures } from '../../../backend/accounting/ledger/ledger.contract'
import { writeInstant } from '../../engine/period/period'
import { defineReport, type Evidence } from '../../engine/definition/define-report'

const collectionsOf =
  (what: 'slot' | 'location') =>
  ({ row, start, end }: Evidence): string =>
    `/reports/collector-checkpoints?${new URLSearchParams({ [what]: row, dateStart: writeInstant(start), dateEnd: writeInstant(end) }).toString()}`

export const dropVariance = defineReport(
  'reports-drop-variance',
  { ...varianceContract, measures: varianceMeasures },
  {
    texts: 'drop-variance',
    period: 'this month',
    groupBy: varianceContract.groups,
    measures: [
      'location',
      'collections',
      'counted',
      'compared',
      'expected',
      'difference',
      'short',
      'over',
      'beyond',
      'unknown',
    ],
    only: { location: ['slot'] },
    summary: ['difference', 'beyond'],
    narrowedBy: ['location'],
    siblingReport: '/reports/journal',
    hasNote: true,
    evidence: { slot: collectionsOf('slot'), location: collectionsOf('location') },
  },
)

/** What the regulator's terminal shows of each slot; the backend records who looked at it. */
import {
  inspectorContract,
  inspectorMeasures,
} from '../../../backend/accounting/inspections/inspections.contract'
import { defineReport } from '../../engine/definition/define-report'
import { resourcePaths } from '../../addresses/names'

export const inspectorView = defineReport(
  'reports-inspector-view',
  { ...inspectorContract, measures: inspectorMeasures },
  {
    texts: 'inspector-view',
    period: null,
    groupBy: inspectorContract.groups,
    measures: [
      'organiser',
      'county',
      'town',
      'address',
      'location',
      'counter_in',
      'counter_out',
      'counter_jackpot',
      'credit',
      'read_on',
      'state',
    ],
    summary: ['counter_in', 'state'],
    narrowedBy: ['location'],
    hasNote: true,
    links: [{ href: resourcePaths.inspections, label: 'inspections:title', rule: 'slot::list_inspections' }],
    evidence: { slot: ({ row }) => `${resourcePaths.counters}/${row}?type=slot` },
  },
)

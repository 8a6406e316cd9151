/** The sheet that somebody takes into the hall: where each counter must stand, and room to write in where it does. */
import { sheetContract, sheetMeasures } from '../../../backend/accounting/meters/sheets.contract'
import { defineReport } from '../../engine/definition/define-report'
import { resourcePaths } from '../../addresses/names'

export const meterSheet = defineReport(
  'location-meter-sheet',
  { ...sheetContract, measures: sheetMeasures },
  {
    texts: 'meter-sheet',
    period: 'today',
    groupBy: sheetContract.groups,
    measures: [
      'position',
      'counter',
      'index',
      'read_on',
      'expected',
      'tolerance',
      'blank',
      'read',
      'difference',
    ],
    summary: ['counter', 'expected'],
    hasNote: true,
    links: [
      {
        href: '/locations/:id/meter-sheet/enter',
        label: 'meter-sheet:enter',
        rule: { all: ['slot::list', 'slot::enter_meters'] },
      },
      {
        href: '/reports/meter-sheet-entries?location=:id',
        label: 'meter-sheet-entries:title',
        rule: 'slot::list',
      },
    ],
    evidence: { slot: ({ row }) => `${resourcePaths.slots}/${row}/meters` },
  },
)

/** The journal of takings, as the ledger takes it: two sides for each sum. */
import { journalContract, journalMeasures } from '../../../backend/accounting/ledger/ledger.contract'
import { writeInstant } from '../../engine/period/period'
import { defineReport } from '../../engine/definition/define-report'

export const journal = defineReport(
  'reports-journal',
  { ...journalContract, measures: journalMeasures },
  {
    texts: 'journal',
    period: 'this month',
    groupBy: journalContract.groups,
    measures: ['location', 'account', 'about', 'debit', 'credit', 'revision', 'state'],
    summary: ['debit', 'credit'],
    apart: ['location', 'about'],
    narrowedBy: ['location'],
    siblingReport: '/reports/drop-variance',
    hasNote: true,
    evidence: {
      day: ({ start, end }) =>
        `/reports/daily-reports?${new URLSearchParams({ dateStart: writeInstant(start), dateEnd: writeInstant(end) }).toString()}`,
    },
  },
)

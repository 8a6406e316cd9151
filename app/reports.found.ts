/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { Report } from './engine/definition/define-report'
import { slotDays } from './accounting/days/days.reports'
import { locationDays } from './accounting/days/days.reports'
import { tenantDays } from './accounting/days/days.reports'
import { inspectorView } from './accounting/inspections/inspector-view.report'
import { dropVariance } from './accounting/ledger/drop-variance.report'
import { journal } from './accounting/ledger/journal.report'
import { extendedMeters } from './accounting/meters/extended-meters.report'
import { meterSheet } from './accounting/meters/meter-sheet.report'
import { questions } from './accounting/questions/questions.report'
import { reconciliation } from './accounting/reconciliation/reconciliation.reports'
import { reconciliationRecords } from './accounting/reconciliation/reconciliation.reports'
import { outstandingTickets } from './accounting/reconciliation/reconciliation.reports'
import { slotGames } from './accounting/slot-games/slot-games.report'

export const reports: readonly Report[] = [
  slotDays,
  locationDays,
  tenantDays,
  inspectorView,
  dropVariance,
  journal,
  extendedMeters,
  meterSheet,
  questions,
  reconciliation,
  reconciliationRecords,
  outstandingTickets,
  slotGames,
]

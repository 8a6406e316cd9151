/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { Report } from '../engine/report/define-report'
import { slotDays } from './days/days.reports'
import { locationDays } from './days/days.reports'
import { tenantDays } from './days/days.reports'
import { extendedMeters } from './extended-meters/extended-meters.report'
import { inspectorView } from './inspections/inspector-view.report'
import { dropVariance } from './ledger/drop-variance.report'
import { journal } from './ledger/journal.report'
import { meterSheet } from './meter-sheets/meter-sheet.report'
import { reconciliation } from './reconciliation/reconciliation.reports'
import { reconciliationRecords } from './reconciliation/reconciliation.reports'
import { outstandingTickets } from './reconciliation/reconciliation.reports'
import { slotGames } from './slot-games/slot-games.report'

export const reports: readonly Report[] = [
  slotDays,
  locationDays,
  tenantDays,
  extendedMeters,
  inspectorView,
  dropVariance,
  journal,
  meterSheet,
  reconciliation,
  reconciliationRecords,
  outstandingTickets,
  slotGames,
]

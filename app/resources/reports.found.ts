/** Made by bin/found.mjs: run `npm run found` after adding or moving a file. */
import type { Report } from '../engine/report/define-report'
import { slotDays } from './days/days.reports'
import { locationDays } from './days/days.reports'
import { tenantDays } from './days/days.reports'
import { extendedMeters } from './extended-meters/extended-meters.report'
import { dropVariance } from './ledger/drop-variance.report'
import { journal } from './ledger/journal.report'
import { slotGames } from './slot-games/slot-games.report'

export const reports: readonly Report[] = [
  slotDays,
  locationDays,
  tenantDays,
  extendedMeters,
  dropVariance,
  journal,
  slotGames,
]

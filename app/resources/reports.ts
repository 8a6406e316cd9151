/** The registry of reports: each stands below its subject's page. */
import type { Report } from '../engine/report/define-report'
import { locationDays, slotDays, tenantDays } from './days/days.reports'

export const reports: readonly Report[] = [slotDays, locationDays, tenantDays]

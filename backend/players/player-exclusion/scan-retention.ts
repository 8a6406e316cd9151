/** How long the door's answers are stored (domain notes, section 8). */
import { DAY_MS } from '../../platform/contract/durations'
export const SCAN_RETENTION_DAYS = 30
export const SCAN_RETENTION_MS = SCAN_RETENTION_DAYS * DAY_MS

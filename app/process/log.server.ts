/** Structured lines on standard output; the launcher passes on JSON lines only. */
import { programLog } from '../../backend/platform/process/log'

export const log = programLog('console', process.env.VITEST ? 'silent' : process.env.LOG_LEVEL || 'info')

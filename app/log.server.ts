/** Structured lines on standard output; the launcher passes on JSON lines only. */
import pino from 'pino'

const level = process.env.VITEST ? 'silent' : (process.env.LOG_LEVEL || 'info')

export const log = pino({
  level,
  base: { program: 'console' },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['password', 'token', 'access_token', 'refresh_token', 'authorization', 'cookie'],
})

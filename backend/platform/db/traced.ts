/** Statements in the trace of the request that they are sent for: which table, how long, and the code of an error. */
import type { LogEvent } from 'kysely'
import { requestAtHand } from '../process/request-at-hand'
import { statementName } from '../process/traces'

export const traced = (system: 'postgresql' | 'sqlite') => (event: LogEvent) => {
  const span = requestAtHand()?.span
  if (!span) return
  const { name, attributes } = statementName(event.query.sql)
  span.took(name, event.queryDurationMillis, {
    attributes: { ...attributes, 'db.system.name': system },
    fault: event.level === 'error' ? codeOf(event.error) : undefined,
  })
}

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'error'
}

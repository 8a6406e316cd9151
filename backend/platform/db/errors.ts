/** What the two engines' errors mean. */

/**
 * The connection broke under a statement. `nothing`: what it belonged to has left nothing behind, since PostgreSQL
 * undoes a transaction whose connection is gone. `unknown`: it was just being made durable, or was a transaction by
 * itself.
 */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code: 'CONNECTION_LOST' | 'OUTCOME_UNKNOWN'

  constructor(
    readonly outcome: 'nothing' | 'unknown',
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.code = outcome === 'nothing' ? 'CONNECTION_LOST' : 'OUTCOME_UNKNOWN'
  }
}

/** The caller has gone: it was stopped, or not begun. Nothing was written. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
  readonly code = 'CALLER_GONE'

  constructor() {
    super('Whoever asked has gone')
  }
}

/** All places of heavy reads were taken for longer than a request waits. Nothing was read. */
export class Busy extends Error {
  override readonly name = 'Busy'
  readonly code = 'BUSY'

  constructor() {
    super('Too much is asked for at once')
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

/**
 * Another transaction was in the way, or the connection broke before the commit: the same work may be tried again
 * whole.
 */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'CONNECTION_LOST'].includes(codeOf(error))

export const isUniqueViolation = (error: unknown): boolean =>
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error))

/** Something refers to the row that was to be deleted, or the row referred to is gone. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(codeOf(error))

/** The disk, or the part of it that the database may use, has no room left. Reading still works. */
export const isStorageFull = (error: unknown): boolean =>
  ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT', '53100'].includes(codeOf(error))

/** A write whose end nobody knows: it may or may not have been done. */
export const isOutcomeUnknown = (error: unknown): boolean => codeOf(error) === 'OUTCOME_UNKNOWN'

/** No server listens there now, or it is just starting or ending: it may do so in a moment. */
export const isAway = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(codeOf(error)) ||
  /^08/.test(codeOf(error)) ||
  /Connection terminated unexpectedly/.test(messageOf(error))

/** The server takes no writes (any more): it has become a standby. Nothing was done. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006'

/** A cluster in front of which we stand lost a server of its own, or is being shut down: an error without a class. */
const isLostBehind = (error: unknown): boolean =>
  codeOf(error) === 'XX000' &&
  /connection marked as essential|postmaster was shut down/.test(messageOf(error))

/**
 * The connection that said this is of no more use. Of PostgreSQL's own errors those of class 08, an ended server (57P01
 * to 57P03, 57P05, 25P03) and whatever it calls fatal; pg's own have no code.
 */
export const isLost = (error: unknown): boolean =>
  isAway(error) ||
  isReadOnly(error) ||
  isLostBehind(error) ||
  ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', '57P05', '25P03'].includes(codeOf(error)) ||
  ['FATAL', 'PANIC'].includes((error as { severity?: string } | null)?.severity ?? '') ||
  /Connection terminated|is not queryable/.test(messageOf(error))

/** The database cannot be reached now: the request may be tried again later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  isLost(error) ||
  ['ENOTFOUND', 'EAI_AGAIN', '53300', 'THREAD_ENDED'].includes(codeOf(error)) ||
  /timeout exceeded when trying to connect|Query read timeout/.test(messageOf(error))

/** A statement was stopped because somebody said so. */
export const isStopped = (error: unknown): boolean =>
  ['SQLITE_INTERRUPT', '57014', 'CALLER_GONE'].includes(codeOf(error))

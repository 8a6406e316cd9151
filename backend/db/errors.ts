/** What the two engines' error codes mean. */
const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '')

/** Another transaction was in the way; the same work may be tried again whole. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'].includes(codeOf(error))

export const isUniqueViolation = (error: unknown): boolean =>
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error))

/** The disk, or the part of it that the database may use, has no room left. Reading still works. */
export const isStorageFull = (error: unknown): boolean => ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT', '53100'].includes(codeOf(error))

/** The database cannot be reached now: the request may be tried again later. */
export const isUnavailable = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', '57P01', '57P03', '08006', '08001', '53300', 'THREAD_ENDED'].includes(codeOf(error)) ||
  (error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message))

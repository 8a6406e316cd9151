/** What several reads in one call share between backend and console. */

/** A page with more parts than this is two pages. */
export const MAX_READS = 12

/** Of one that cannot travel together with others: it may be sent alone. */
export const NOT_A_READ = 'not_a_read'

export const TOGETHER = '/api/reads/v1/together'

/** How often a law is tried with other values. */

const isSecondEngine = Boolean(process.env.TEST_DATABASE_URL)
/** Fewer would leave out whole kinds of orders. */
const LEAST = 3

/**
 * What values and orders lead to is decided above the engine, which both parts share: PostgreSQL's repeats a third,
 * each time with values of its own.
 */
export const lawRuns = (count: number): number =>
  isSecondEngine ? Math.min(count, Math.max(LEAST, Math.ceil(count / 3))) : count

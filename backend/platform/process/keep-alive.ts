/**
 * A connection that waits stays open longer than its other end would keep it (proxies: a minute). With Node's five
 * seconds, a request now and
 * then met a connection that was just being closed, and was never answered.
 */
export const KEEP_ALIVE_MS = 75_000

/**
 * A connection that waits stays open longer than its other end would keep it (proxies: a minute). With Node's five
 * seconds, a request now and
 * then met a connection that was just being closed, and was never answered.
 */
export const KEEP_ALIVE_MS = 75_000

/**
 * Connections that wait to be taken, as many as Linux lets (`net.core.somaxconn`). Behind Node's 511 the operating
 * system broke some of ten thousand off that came at once.
 */
export const MOST_WAITING = 4_096

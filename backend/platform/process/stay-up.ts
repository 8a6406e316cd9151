/**
 * One request's mistake must not end everybody's work: a rejection that nobody handled, or an error event that nobody
 * listens to, is logged with its request and ends nothing. Until the program has started it is the reason why it
 * cannot, and ends it.
 */
import type { Logger } from 'pino'
import { requestAtHand } from './request-at-hand'

export interface StayingUp {
  /** From now on nothing ends the program but a signal. */
  started(): void
}

/** `refuse` prints why the program cannot start, in one line, and ends it with code 1. */
export function stayUp(log: () => Logger, refuse: (error: unknown) => void): StayingUp {
  let isUp = false
  const happened = (what: 'unhandled rejection' | 'uncaught exception') => (error: unknown) => {
    // The port is taken after the rest has started.
    if (!isUp || isAboutListening(error)) return refuse(error)
    if (isOutputGone(error)) return
    const request = requestAtHand()
    log().error({ err: error, ...(request && { method: request.method, path: request.path }) }, what)
    // Somebody may still answer a request of which one promise was forgotten; code that threw into the event loop comes
    // back to none.
    if (what === 'uncaught exception') request?.giveUp?.()
  }
  process.on('unhandledRejection', happened('unhandled rejection'))
  process.on('uncaughtException', happened('uncaught exception'))
  return {
    started: () => {
      isUp = true
    },
  }
}

const isAboutListening = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.syscall === 'listen'

/** Whoever read our output has gone: telling of it would only fail again. */
const isOutputGone = (error: unknown): boolean => {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  return code === 'EPIPE' && syscall === 'write' && !requestAtHand()
}

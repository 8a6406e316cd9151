/** Libraries complain by `console.error`, in lines of their own: in a program they become lines like all others, with their request. */
import { format } from 'node:util'
import type { Logger } from 'pino'
import { isDisconnect } from './disconnect'
import { requestAtHand } from './request-at-hand'

const levels = { error: 'error', warn: 'warn', info: 'debug' } as const

export function consoleIntoLog(log: () => Logger): void {
  for (const [name, level] of Object.entries(levels) as [
    keyof typeof levels,
    (typeof levels)[keyof typeof levels],
  ][]) {
    const intoLog = (...said: unknown[]) => {
      const request = requestAtHand()
      const about = request && { method: request.method, path: request.path }
      const [first] = said
      // An answer that could not be written because nobody reads it any more is no error.
      const at = request?.hasGone?.() && isDisconnect(first) ? 'debug' : level
      if (first instanceof Error) log()[at]({ err: first, ...about }, first.message)
      else log()[at]({ ...about }, format(...said))
    }
    Object.assign(console, { [name]: intoLog })
  }
}

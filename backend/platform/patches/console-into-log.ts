/**
 * Patch of Node's `console`. Reason: libraries (Remix, React, i18next) complain by `console.error` in lines of their
 * own, and no option of theirs leads
 * elsewhere. Worth: such a line names its request like all others; without it the launcher drops it, since it is no
 * JSON (tests/system/stay-up.test.ts).
 */
import { format } from 'node:util'
import type { Logger } from 'pino'
import { isDisconnect } from '../process/disconnect'
import { requestAtHand } from '../process/request-at-hand'

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

/** The warning before a session ends, with its words. */
import { Island } from './island'
import type { SessionEndProps } from './session-end'

export function SessionNotice({
  t,
  end,
  clockAhead,
}: {
  t: (key: string, values?: Record<string, unknown>) => string
  end: SessionEndProps['end']
  clockAhead: number
}) {
  // The time is put in when it is known, in the browser.
  const time = { time: '{time}' }
  const words = {
    idle: t('auth:ending.idle', time),
    final: t('auth:ending.final', time),
    ended: t('auth:ending.ended'),
    stay: t('auth:ending.stay'),
    unreached: t('auth:ending.unreached'),
    signIn: t('auth:signIn'),
  }
  return <Island name="session-end" props={{ end, clockAhead, words }} />
}

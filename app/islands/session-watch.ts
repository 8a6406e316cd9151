/** Sleeps until a session is about to end: one timer, no frames. */
import type { SessionEndProps } from './session-end'
import { isEnd, type End } from './session-state'
import { askJson, LONGEST_MS, type Watch } from './watch'

const ASK_AGAIN_MS = 15_000

export const watchSession: Watch<SessionEndProps> = (_element, { end }, mount) => {
  const sleep = ({ remaining, warning }: End) => later(Math.max(0, remaining - warning))
  const later = (ms: number) => setTimeout(() => void look(), Math.min(ms, LONGEST_MS))
  // Before it speaks it asks: another tab may have gone on working.
  const look = async () => {
    const now = await askJson('/session.json', isEnd)
    if (now && now.remaining > now.warning) sleep(now)
    else if (!now || !(await mount({ end: now }))) later(ASK_AGAIN_MS)
  }
  if (wasFetchedAhead()) void look()
  else sleep(end)
}

/** Such a page says what remained when it was fetched, which may be minutes ago. */
function wasFetchedAhead(): boolean {
  const [page] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    deliveryType?: string
    activationStart?: number
  })[]
  return page?.deliveryType === 'navigational-prefetch' || (page?.activationStart ?? 0) > 0
}

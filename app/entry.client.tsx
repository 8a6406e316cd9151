/**
 * The only script of every page. Once the browser is idle it watches over the islands that stand there, without React: that comes with the
 * first of them that has something to show.
 */
import { watchCommands } from './islands/command-watch'
import { watchCopy } from './islands/copy'
import type { DoorSoundProps } from './islands/door-sound-props'
import { forgetSent, watchDraft } from './islands/draft'
import { watchHall } from './islands/hall'
import { watchNotifications } from './islands/notifications-watch'
import { watchProgress } from './islands/progress'
import { watchSession } from './islands/session-watch'
import { openSheets } from './islands/sheet-opener'
import { watchVersion } from './islands/version-watch'
import type { Watch } from './islands/watch'

/** On one page only: its code comes with it. */
const watchDoorSound: Watch<DoorSoundProps> = (element, props) =>
  void import('./islands/door-sound').then(
    ({ startDoorSound }) => startDoorSound(element, props),
    // Without it the word and the shape stand as they do without scripts.
    () => {},
  )

const watches: Record<string, Watch<never>> = {
  notifications: watchNotifications,
  'version-check': watchVersion,
  progress: watchProgress,
  'command-watch': watchCommands,
  'session-end': watchSession,
  copy: watchCopy,
  draft: watchDraft,
  'door-sound': watchDoorSound,
  hall: watchHall,
  // Stands on two pages that few people see.
  passkey: (element, props, wake) =>
    void import('./islands/passkey').then(({ watchPasskey }) => watchPasskey(element, props, wake)),
}

function watch(element: HTMLElement): void {
  const name = element.dataset.island ?? ''
  const props = JSON.parse(element.dataset.props ?? '{}') as object
  watches[name]?.(element, props as never, async (more = {}) => {
    try {
      const { draw } = await import('./islands/wake')
      draw(element, name, { ...props, ...more })
      return true
    } catch {
      return false
    }
  })
}

const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))

openSheets()
forgetSent()
whenIdle(() => document.querySelectorAll<HTMLElement>('[data-island]').forEach(watch))

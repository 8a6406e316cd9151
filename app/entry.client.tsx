/**
 * The only script of every page. Once the browser is idle it watches over the islands that stand there, without React:
 * that comes with the first of them that has something to show.
 */
import { forgetSent } from './islands/draft-sent'
import { watchFindKey } from './islands/find-key'
import { swapPages } from './islands/next-page'
import { watchNotifications } from './islands/notifications-watch'
import { watchSession } from './islands/session-watch'
import { openSheets } from './islands/sheet-opener'
import { watchVersion } from './islands/version-watch'
import type { Watch } from './islands/watch'

/** On few pages only: its code comes with it. Without it what stands there stays as it is without scripts. */
const later =
  (load: () => Promise<Watch<never>>): Watch<never> =>
  (element, props, mount) =>
    void load().then(
      watch => watch(element, props, mount),
      () => {},
    )

const watches: Record<string, Watch<never>> = {
  notifications: watchNotifications,
  'version-check': watchVersion,
  'session-end': watchSession,
  draft: later(async () => (await import('./islands/draft')).watchDraft),
  progress: later(async () => (await import('./islands/progress')).watchProgress),
  'command-watch': later(async () => (await import('./islands/command-watch')).watchCommands),
  copy: later(async () => (await import('./islands/copy')).watchCopy),
  'door-sound': later(async () => (await import('./islands/door-sound')).startDoorSound),
  display: later(async () => (await import('./islands/display-screen')).watchDisplay),
  passkey: later(async () => (await import('./islands/passkey')).watchPasskey),
  push: later(async () => (await import('./islands/push')).watchPush),
}

function watch(element: HTMLElement): void {
  const name = element.dataset.island ?? ''
  const props = JSON.parse(element.dataset.props ?? '{}') as object
  watches[name]?.(element, props as never, async (more = {}) => {
    try {
      const { draw } = await import('./islands/mount')
      draw(element, name, { ...props, ...more })
      return true
    } catch {
      return false
    }
  })
}

/** Where nothing moves, a browser may never call itself idle: the bell would stay deaf until a hand moves. */
const LATEST_MS = 2_000
const whenIdle: (run: () => void, within: { timeout: number }) => unknown =
  window.requestIdleCallback ?? (run => setTimeout(run, 200))

function start(): void {
  openSheets()
  watchFindKey()
  swapPages()
  forgetSent()
  whenIdle(() => document.querySelectorAll<HTMLElement>('[data-island]').forEach(watch), {
    timeout: LATEST_MS,
  })
}

// A browser may draw a page in advance, as from its address bar: such a page asks for nothing and forgets nothing until
// somebody sees it.
if ((document as { prerendering?: boolean }).prerendering)
  document.addEventListener('prerenderingchange', start, { once: true })
else start()

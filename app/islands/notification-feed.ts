/** What the bell holds and how it changes: newest first, one of each, the server's list is the truth. */
import type { RealTimeNotification } from './notification-text'

/** The bell is for what is new; the page has the rest. One more than its number can say. */
const MOST_HELD = 100

export type FeedEvent =
  | { type: 'listed'; notifications: RealTimeNotification[] }
  | { type: 'received'; notification: RealTimeNotification }
  | { type: 'dismissed'; ids: readonly string[] }
  | { type: 'confirmed'; ids: readonly string[] }

export function feed(held: RealTimeNotification[], event: FeedEvent): RealTimeNotification[] {
  switch (event.type) {
    case 'listed':
      return newestFirst(event.notifications)
    case 'received':
      return newestFirst([event.notification, ...held.filter(one => one.id !== event.notification.id)])
    case 'dismissed':
      return held.filter(one => !event.ids.includes(one.id))
    case 'confirmed':
      return held.map(one => (event.ids.includes(one.id) ? { ...one, confirmed: true } : one))
  }
}

/**
 * What an open sheet shows of what the bell holds: the entries that it opened with, where they stood. What arrived
 * since waits, so that no button moves under a pointer that aims at it. `opened`: ids, in the order in which they are
 * shown.
 */
export function steady(
  held: readonly RealTimeNotification[],
  opened: readonly string[],
): { shown: RealTimeNotification[]; waiting: number } {
  const byId = new Map(held.map(one => [one.id, one]))
  const shown = opened.flatMap(id => byId.get(id) ?? [])
  return { shown, waiting: held.length - shown.length }
}

const newestFirst = (notifications: RealTimeNotification[]) =>
  [...notifications].sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0)).slice(0, MOST_HELD)

/** The feed while the page stands: the bell counts it before React is there, and its sheet shows it afterwards. */
export interface Feed {
  held(): RealTimeNotification[]
  /** Before the server has listed them, none held does not mean that there are none. */
  isListed(): boolean
  dispatch(event: FeedEvent): void
  /** Called after each change; answers how to stop that. */
  subscribe(listener: () => void): () => void
}

export function createFeed(): Feed {
  let held: RealTimeNotification[] = []
  let isListed = false
  const listeners = new Set<() => void>()
  // What was pressed here is stored: news of it that were on their way meanwhile are older.
  const dismissed = new Set<string>()
  const confirmed = new Set<string>()
  const asPressed = (all: RealTimeNotification[]) =>
    all.flatMap(one =>
      dismissed.has(one.id) ? [] : [confirmed.has(one.id) ? { ...one, confirmed: true } : one],
    )
  return {
    held: () => held,
    isListed: () => isListed,
    dispatch(event) {
      isListed ||= event.type === 'listed'
      if (event.type === 'dismissed') for (const id of event.ids) dismissed.add(id)
      if (event.type === 'confirmed') for (const id of event.ids) confirmed.add(id)
      held = asPressed(feed(held, event))
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

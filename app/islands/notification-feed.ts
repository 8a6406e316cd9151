/** What the bell holds and how it changes: newest first, one of each, the server's list is the truth. */
import type { RealTimeNotification } from './notification-text'

/** The bell is for what is new; the page has the rest. One more than its number can say. */
const MOST_HELD = 100

export type FeedEvent =
  | { type: 'listed'; notifications: RealTimeNotification[] }
  | { type: 'received'; notification: RealTimeNotification }
  | { type: 'dismissed'; id: string }
  | { type: 'confirmed'; id: string }
  | { type: 'cleared' }

export function feed(held: RealTimeNotification[], event: FeedEvent): RealTimeNotification[] {
  switch (event.type) {
    case 'listed':
      return newestFirst(event.notifications)
    case 'received':
      return newestFirst([event.notification, ...held.filter(one => one.id !== event.notification.id)])
    case 'dismissed':
      return held.filter(one => one.id !== event.id)
    case 'confirmed':
      return held.map(one => (one.id === event.id ? { ...one, confirmed: true } : one))
    case 'cleared':
      return []
  }
}

const newestFirst = (notifications: RealTimeNotification[]) =>
  [...notifications].sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0)).slice(0, MOST_HELD)

/** The feed while the page stands: the bell counts it before React is there, and its sheet shows it afterwards. */
export interface Feed {
  held(): RealTimeNotification[]
  dispatch(event: FeedEvent): void
  /** Called after each change; answers how to stop that. */
  subscribe(listener: () => void): () => void
}

export function createFeed(): Feed {
  let held: RealTimeNotification[] = []
  const listeners = new Set<() => void>()
  return {
    held: () => held,
    dispatch(event) {
      held = feed(held, event)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** React, and the islands that need it: loaded when the first of them has something to show. */
import { createElement, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import Notifications from './notifications'
import SessionEnd from './session-end'
import VersionCheck from './version-check'

const islands: Record<string, ComponentType<never>> = {
  notifications: Notifications,
  'version-check': VersionCheck,
  'session-end': SessionEnd,
}

/** What stood there until now makes way. */
export function draw(element: Element, name: string, props: object): void {
  const Island = islands[name] as ComponentType<object> | undefined
  if (Island) createRoot(element).render(createElement(Island, props))
}

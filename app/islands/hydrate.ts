/** Loaded only where an island stands: React, and one root for each. */
import { createElement, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'

export function hydrate(element: Element, Island: ComponentType<Record<string, unknown>>): void {
  const props = JSON.parse(element.getAttribute('data-props') ?? '{}') as Record<string, unknown>
  hydrateRoot(element, createElement(Island, props))
}

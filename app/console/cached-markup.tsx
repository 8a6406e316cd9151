import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Of some 5 kB each. */
const drawn = new LRUCache<string, string>({ max: 100 })

/**
 * Markup for `dangerouslySetInnerHTML`, put together once for whoever is shown the same, and not as hundreds of
 * elements for each page. `by` says all that it depends on, whoever asks: what is drawn finds no context.
 */
export function cachedMarkup(by: string, draw: () => ReactElement): { __html: string } {
  const html = drawn.get(by) ?? renderToStaticMarkup(draw())
  drawn.set(by, html)
  return { __html: html }
}

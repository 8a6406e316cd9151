import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

const MOST_EACH = 20

const drawn = new WeakMap<object, LRUCache<string, string>>()

/**
 * Markup for `dangerouslySetInnerHTML`, put together once for whoever is shown the same, and not as hundreds of elements for each page. `of`, an object that
 * outlives requests, and `by` say all that it depends on: what is drawn finds no context.
 */
export function drawnOnce(of: object, by: string, draw: () => ReactElement): { __html: string } {
  const known = drawn.get(of) ?? new LRUCache<string, string>({ max: MOST_EACH })
  drawn.set(of, known)
  const html = known.get(by) ?? renderToStaticMarkup(draw())
  known.set(by, html)
  return { __html: html }
}

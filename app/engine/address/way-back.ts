/** From what became of rows back to their list, narrowed as it was when they were chosen. */
import { BACK } from '../../addresses/own-parameters'
import { hrefOf, readListQuery } from './list-query'
import type { ListSpec } from './list-spec'

/** `href` with the list's own address in it; a list that nothing narrowed is found by its path. */
export function withWayBack(href: string, list: string): string {
  const [, search] = list.split('?')
  return search ? `${href}?${BACK}=${encodeURIComponent(search)}` : href
}

/** The list's address, of which the list itself has read every part: nothing else leads out of a page's address. */
export function wayBack(
  { searchParams }: URL,
  { path, list }: { path: string; list: ListSpec },
  zone: string,
) {
  const narrowed = new URLSearchParams(searchParams.get(BACK) ?? '')
  return hrefOf(path, readListQuery(narrowed, list, zone).query, list)
}

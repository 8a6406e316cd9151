/**
 * On a large window a list has more rows, so that the page is not half empty. A script because no server knows a
 * window's size; without it a list has its usual ten.
 */
const LARGE = '(min-width: 1600px) and (min-height: 850px)'
const ROWS = '25'
const YEAR_SECONDS = 365 * 24 * 3600

/** From the next page on: the address that somebody opens is not changed under their hands. */
export function storeWindowRows(): void {
  const rows = window.matchMedia(LARGE).matches ? ROWS : ''
  const known = /(?:^|; )window_rows=(\d*)/.exec(document.cookie)?.[1] ?? ''
  if (known === rows) return
  document.cookie = `window_rows=${rows}; Path=/; Max-Age=${rows ? YEAR_SECONDS : 0}; SameSite=Lax`
}

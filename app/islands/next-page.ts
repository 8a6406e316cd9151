/**
 * Not an island: links between the pages of a list. Most of what a page costs a kiosk is what stands around its rows,
 * and that is there already: so the next page's rows are put where these are (`page-swap.ts`), and fetched while a
 * pointer or the focus rests on their link. The code comes with the first of these. Where it cannot be had, a link is a
 * link.
 */
import { isMeantHere } from './fetched-page'
import { isSwappable } from './is-swappable'

const LINKS = '#main > .listing .pager a[href]:not([aria-current])'
/**
 * A pointer on its way across is gone by then; a browser's own rule would wait 200 ms, half of what most hands take
 * from there to the press.
 */
const REST_MS = 50

let pageSwap: Promise<typeof import('./page-swap')> | undefined
const load = () => (pageSwap ??= import('./page-swap'))

export function swapPages(): void {
  let rests: ReturnType<typeof setTimeout> | undefined
  const ahead = (link: HTMLAnchorElement) =>
    load().then(
      ({ fetchAhead }) => void fetchAhead(link.href),
      () => {},
    )
  let pressed: PointerEvent | undefined
  document.addEventListener('pointerdown', press => {
    pressed = press
  })
  document.addEventListener('pointerover', over => {
    clearTimeout(rests)
    const link = linkAt(over.target)
    // A page that is put in under a pointer that lies where it pressed is one that is read now, not one to leave.
    const isMoved = over.clientX !== pressed?.clientX || over.clientY !== pressed.clientY
    if (link && isMoved) rests = setTimeout(() => void ahead(link), REST_MS)
  })
  for (const sign of ['pointerdown', 'focusin'])
    document.addEventListener(sign, ({ target }) => {
      clearTimeout(rests)
      const link = linkAt(target)
      // Focus that a page brings as it is put in is nobody's wish for the page after it.
      if (link && !link.closest('[aria-busy]')) void ahead(link)
    })
  document.addEventListener('click', event => {
    const link = linkAt(event.target)
    if (!link || !isMeantHere(event)) return
    event.preventDefault()
    load().then(
      ({ swapTo: turnTo }) => turnTo(link.href),
      () => location.assign(link.href),
    )
  })
}

const linkAt = (target: EventTarget | null) =>
  target instanceof Element && isSwappable(document) ? target.closest<HTMLAnchorElement>(LINKS) : null

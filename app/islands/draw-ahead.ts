/**
 * Not an island: rules for the browser. With a mouse the page before and after is drawn while the pointer rests on its link, for most of a page's time on
 * a kiosk is drawing it. A browser's own rule waits 200 ms for a rest, which is half of what most hands take from there to the press; a pointer on its
 * way across is gone in a quarter of that. A finger presses at once: drawing ahead would begin with the press, in a process of its own, and what is
 * pressed would come half as late again (measured: docs/decisions/light-pages.md).
 */
const REST_MS = 50

export function drawAhead(): void {
  const fetching = document.querySelector<HTMLScriptElement>('script[type=speculationrules]')
  if (!fetching || !matchMedia('(hover:hover) and (pointer:fine)').matches) return
  document.querySelectorAll<HTMLAnchorElement>('.pager a[rel]').forEach(link => {
    let rests: ReturnType<typeof setTimeout> | undefined
    const rest = () => {
      rests = setTimeout(() => draw(link.href, fetching), REST_MS)
    }
    link.addEventListener('pointerenter', ({ pointerType }) => {
      if (pointerType === 'mouse') rest()
    })
    for (const gone of ['pointerleave', 'pointerdown']) link.addEventListener(gone, () => clearTimeout(rests))
    // Whoever reads page after page leaves the pointer where it is.
    if (link.matches(':hover')) rest()
  })
}

const drawn = new Set<string>()

function draw(href: string, fetching: HTMLScriptElement): void {
  if (drawn.has(href)) return
  drawn.add(href)
  const drawing = document.createElement('script')
  drawing.type = fetching.type
  drawing.nonce = fetching.nonce
  drawing.text = JSON.stringify({ prerender: [{ urls: [href] }] })
  fetching.after(drawing)
}

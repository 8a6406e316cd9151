/**
 * Puts another page of a list where this one stands: its rows and what belongs to them, not the frame around them. The
 * address, the title and the way back are as if the browser had gone there. Whatever does not fit, a page of another
 * build, of somebody signed out, an error, is left to the browser.
 */
import morphdom from 'morphdom'
import { fetchedPage } from './fetched-page'
import { isSwappable } from './is-swappable'

interface Ahead {
  at: number
  page: Promise<Document | null>
}

/** What was fetched is shown with its time; it must not be older than a hand needs from link to press. */
const FRESH_MS = 15_000
/** From then on the rows that stand say that they are waiting to go. */
const LATE_MS = 150

const ahead = new Map<string, Ahead>()

export function fetchAhead(href: string): Promise<Document | null> {
  const known = ahead.get(href)
  if (known && performance.now() - known.at < FRESH_MS) return known.page
  const page = fetchedPage(href)
  ahead.set(href, { at: performance.now(), page })
  return page
}

/** The address of what is shown: fragments lead around in it. */
const addressOf = ({ pathname, search }: Location) => pathname + search
let shown = addressOf(location)

/** Only the last press counts. */
let latest = 0

/**
 * The way back and forth; until this code is here, the page itself asks for such an address anew (island-loader.tsx).
 */
onpopstate = () => {
  if (addressOf(location) !== shown) void swapTo(location.href)
}

export async function swapTo(href: string): Promise<void> {
  latest += 1
  const mine = latest
  const main = document.getElementById('main')
  const late = setTimeout(() => main?.setAttribute('aria-busy', 'true'), LATE_MS)
  const page = await fetchAhead(href)
  clearTimeout(late)
  if (mine !== latest) return
  main?.removeAttribute('aria-busy')
  if (!page || !fits(page)) {
    if (href === location.href) location.reload()
    else location.assign(href)
    return
  }
  // Before the title changes: the way back names the page that it leads to.
  if (href !== location.href) history.pushState(null, '', href)
  shown = addressOf(location)
  try {
    put(page)
  } catch {
    location.reload()
  }
  ahead.clear()
}

/** The same build, language and look, the same frame. */
function fits(page: Document): boolean {
  const alike = (of: (document: Document) => unknown) =>
    JSON.stringify(of(page)) === JSON.stringify(of(document))
  return (
    isSwappable(page) &&
    alike(({ documentElement: { lang, dataset } }) => [lang, { ...dataset }]) &&
    alike(of => [...of.querySelectorAll('link[rel=stylesheet]')].map(link => link.getAttribute('href'))) &&
    alike(of => [...of.querySelectorAll('.top nav a')].map(link => link.outerHTML)) &&
    alike(of => of.body.lastElementChild?.textContent)
  )
}

const REGION = '.listing > .table-region'

function put(page: Document): void {
  const focused = document.activeElement?.closest('.pager a')
  const rel = focused?.getAttribute('rel')
  const aside = document.querySelector(REGION)?.scrollLeft ?? 0
  document.title = page.title
  document.querySelector('.toast-note')?.remove()
  // What was typed and not sent, ticked and not used: the address is the whole state of a list.
  for (const form of document.querySelectorAll<HTMLFormElement>('#main form')) form.reset()
  for (const part of ['#main', '.foot']) {
    const [here, there] = [document.querySelector(part), page.querySelector(part)]
    if (here && there) morphdom(here, there, { getNodeKey, onBeforeElUpdated })
  }
  // A fetched sheet leads back to the page that requested it.
  const backHere = (of: Document) => of.querySelectorAll('.top a[href*="from="]')
  const next = backHere(page)
  backHere(document).forEach((link, index) => {
    const href = next[index]?.getAttribute('href')
    if (href) link.setAttribute('href', href)
  })
  scrollTo({ top: 0, behavior: 'instant' })
  document.querySelector(REGION)?.scrollTo({ left: aside, top: 0, behavior: 'instant' })
  if (focused) focusOn((rel && pagerLink(`[rel=${rel}]`)) || pagerLink('[aria-current]'))
  liveRegion.textContent = document.querySelector('.pager-summary')?.textContent ?? ''
}

/** The way on and the way back stay the elements that they were: a hand rests on them, and the browser shows where. */
function getNodeKey(node: Node): string | undefined {
  if (!(node instanceof Element)) return undefined
  const way = node.nodeName === 'LI' && node.firstElementChild
  return way && way.matches('.pager [rel]') ? (way.getAttribute('rel') ?? undefined) : node.id
}
/**
 * Rows below the first screen come anew and so, as on a page that is loaded, a frame later (`.later` in `list.css`):
 * the window fills sooner.
 */
function onBeforeElUpdated(one: HTMLElement, other: HTMLElement): boolean {
  if (one.isEqualNode(other)) return false
  if (!one.matches('.later')) return true
  one.replaceWith(document.importNode(other, true))
  return false
}

const pagerLink = (which: string) => document.querySelector<HTMLElement>(`.pager a${which}`)
/** By script, not by a hand: nobody asks for the page after this one by it (`next-page.ts`). */
function focusOn(link: HTMLElement | null): void {
  const main = document.getElementById('main')
  main?.setAttribute('aria-busy', 'true')
  ;(link ?? main)?.focus({ preventScroll: true })
  main?.removeAttribute('aria-busy')
}

/** A browser reads a new page out; here a live region says to a screen reader which rows came. */
const liveRegion = document.createElement('p')
liveRegion.className = 'sr-only'
liveRegion.setAttribute('role', 'status')
document.body.prepend(liveRegion)

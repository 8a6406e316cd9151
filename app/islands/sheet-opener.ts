/**
 * A sheet that few people open is not in the page: its button is a link to a page that holds it. Here a press fetches
 * that page and puts the sheet where the link stood. Without this script the link leads there, and everything works the
 * same.
 */
import { fetchedPage, isMeantHere } from './fetched-page'

const LINK = 'a[data-sheet]'

export function openSheets(): void {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>(LINK)
    if (!link || !isMeantHere(event)) return
    event.preventDefault()
    if (link.hasAttribute('aria-busy')) return
    link.setAttribute('aria-busy', 'true')
    void sheetOf(link.href).then(sheet => {
      if (sheet) put(link, sheet)
      else location.assign(link.href)
    })
  })
  // Every menu: a press elsewhere, Escape, or the focus that goes on closes it.
  document.addEventListener('pointerdown', event => {
    for (const open of opened()) if (!open.contains(event.target as Node)) open.open = false
  })
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node)) return
    for (const open of opened()) if (!open.contains(relatedTarget)) open.open = false
  })
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    for (const open of opened()) {
      open.open = false
      open.querySelector('summary')?.focus()
    }
  })
}

const opened = () => document.querySelectorAll<HTMLDetailsElement>('details[name=menu][open]')

const sheetOf = async (href: string): Promise<Element | null> =>
  (await fetchedPage(href))?.querySelector('[data-sheet-here]') ?? null

/** Hidden fields that stood for the sheet's own go: the sheet has them now. */
function put(link: HTMLAnchorElement, sheet: Element): void {
  const details = document.createElement('details')
  details.className = `pop ${link.dataset.sheet ?? ''}`
  // The property is younger than the browsers of old kiosks, the attribute is found by all.
  details.setAttribute('name', 'menu')
  const summary = document.createElement('summary')
  summary.className = link.className
  summary.append(...link.childNodes)
  const label = link.getAttribute('aria-label')
  if (label) summary.setAttribute('aria-label', label)
  sheet.classList.add('sheet')
  details.append(summary, sheet)
  link.parentElement?.querySelectorAll(':scope > [data-until-sheet]').forEach(field => field.remove())
  link.replaceWith(details)
  details.open = true
  // At the end of a row of filters there is no room to its right.
  if (sheet.getBoundingClientRect().right > document.documentElement.clientWidth)
    details.classList.add('pop-end')
  summary.focus()
}

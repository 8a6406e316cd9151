/** Text that cannot be read whole: measured in a browser's page, at whatever width it has. */

export interface Clipped {
  /** What it is: tag, classes, and the region it stands in. */
  where: string
  text: string
  /** `cut`: it runs out of a box that hides it, or of a small table that scrolls though there is room. `beyond`: it stands outside the window, where nothing scrolls to it. `covered`: it runs into its neighbour. */
  how: 'cut' | 'beyond' | 'covered'
  /** Pixels that are missing. */
  by: number
}

/**
 * What may be cut, and why. Everything else has to be readable: it wraps, its region scrolls, or there is less of it.
 */
const allowed = [
  // It comes into the window when the keyboard reaches it.
  '.skip',
  // The name of whoever is signed in stands whole in the menu that it opens.
  '.who',
  // A field shows where one is typing; the browser scrolls it by itself. Lists of choices are measured below.
  'textarea',
  'select',
  'datalist',
] as const

/**
 * To be run in the page: `await page.evaluate(findClipped, allowedCuts)`. It uses nothing from outside itself, because it travels as text.
 * A pixel of tolerance: widths are rounded.
 */
export function findClipped(mayBeCut: readonly string[]): Clipped[] {
  const found: Clipped[] = []
  const seen = new Set<Element>()
  const width = document.documentElement.clientWidth
  const excused = (element: Element) => mayBeCut.some(selector => element.closest(selector))
  const nameOf = (element: Element) =>
    [element.tagName.toLowerCase(), ...element.classList].join('.') +
    (element.closest('[aria-label]')
      ? ` in “${element.closest('[aria-label]')?.getAttribute('aria-label') ?? ''}”`
      : '')
  const report = (element: Element, text: string, how: Clipped['how'], by: number) => {
    if (seen.has(element)) return
    seen.add(element)
    found.push({
      where: nameOf(element),
      text: text.trim().replace(/\s+/g, ' ').slice(0, 60),
      how,
      by: Math.round(by),
    })
  }
  /** Whether somebody can bring to light what a box hides on that side. */
  const scrolls = (style: CSSStyleDeclaration, axis: 'x' | 'y') =>
    ['auto', 'scroll'].includes(axis === 'x' ? style.overflowX : style.overflowY)
  const hides = (style: CSSStyleDeclaration, axis: 'x' | 'y') =>
    ['hidden', 'clip'].includes(axis === 'x' ? style.overflowX : style.overflowY) ||
    /paint|strict|content/.test(style.contain)

  const cells = 'td, th, dd, dt, .btn, .badge, .chip, label, legend'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (
      !element ||
      text.trim() === '' ||
      excused(element) ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rectangles = [...range.getClientRects()].filter(({ width: wide, height }) => wide > 0 && height > 0)
    if (rectangles.length === 0) continue
    const left = Math.min(...rectangles.map(one => one.left))
    const right = Math.max(...rectangles.map(one => one.right))
    const top = Math.min(...rectangles.map(one => one.top))
    const bottom = Math.max(...rectangles.map(one => one.bottom))
    let reachable = false
    // Hidden from the eye on purpose, for a screen reader alone.
    let unseen = false
    for (let box: Element | null = element; box; box = box.parentElement)
      unseen ||= getComputedStyle(box).clipPath === 'inset(50%)'
    if (unseen) continue
    for (
      let box: Element | null = element;
      box && box !== document.documentElement;
      box = box.parentElement
    ) {
      const style = getComputedStyle(box)
      const inner = box.getBoundingClientRect()
      if (style.display === 'inline' || style.display === 'contents') continue
      if (scrolls(style, 'x')) reachable = true
      if (!reachable && hides(style, 'x') && (right > inner.right + 1 || left < inner.left - 1))
        report(element, text, 'cut', Math.max(right - inner.right, inner.left - left))
      if (!scrolls(style, 'y') && hides(style, 'y') && (bottom > inner.bottom + 2 || top < inner.top - 2))
        report(element, text, 'cut', Math.max(bottom - inner.bottom, inner.top - top))
      if (scrolls(style, 'y')) break
      if (style.position === 'fixed') break
    }
    if (!reachable && (right > width + 1 || left < -1))
      report(element, text, 'beyond', Math.max(right - width, -left))
    // A cell whose words run out of it lies over the next one's.
    for (let cell = element.closest(cells); cell; cell = cell.parentElement?.closest(cells) ?? null) {
      const box = cell.getBoundingClientRect()
      if (getComputedStyle(cell).display !== 'inline' && (right > box.right + 1 || left < box.left - 1))
        report(element, text, 'covered', Math.max(right - box.right, box.left - left))
    }
  }

  // A list may be wider than its window, and scrolls. A table of a few figures beside other facts looks whole when it is not.
  if (width >= 1280) {
    for (const region of document.querySelectorAll('.section .table-region')) {
      const more = region.scrollWidth - region.clientWidth
      if (more > 1 && region.checkVisibility())
        report(region, region.getAttribute('aria-label') ?? '', 'cut', more)
    }
  }

  for (const select of document.querySelectorAll('select')) {
    if (!select.checkVisibility()) continue
    const style = getComputedStyle(select)
    const pen = document.createElement('canvas').getContext('2d')
    const words = select.selectedOptions[0]?.text ?? ''
    if (!pen || words === '') continue
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    const needed = pen.measureText(words).width
    if (needed > room + 1) report(select, words, 'cut', needed - room)
  }

  // Nothing on the page itself scrolls sideways.
  const wide = document.documentElement.scrollWidth - width
  if (wide > 0 && !found.some(({ how }) => how === 'beyond'))
    found.push({ where: 'html', text: 'the page scrolls sideways', how: 'beyond', by: wide })
  return found
}

export const allowedCuts: readonly string[] = allowed

/** What a page is measured at: the narrowest desk, a usual one, a phone. */
export const measuredWidths = [1280, 1920, 390] as const

/** Text that cannot be read whole: measured in a browser's page, at whatever width it has. */

export interface Clipped {
  /** What it is: tag, classes, and the region it stands in. */
  where: string
  text: string
  /**
   * `cut`: it runs out of a box that hides it, or of a small table that scrolls though there is room. `beyond`: it
   * stands outside the window, where nothing scrolls to it. `covered`: it runs into its neighbour.
   */
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
 * To be run in the page: `await page.evaluate(findClipped, allowedCuts)`. It uses nothing from outside itself, because
 * it travels as text.
 * A pixel of tolerance: widths are rounded.
 */
export function findClipped(mayBeCut: readonly string[]): Clipped[] {
  const found: Clipped[] = []
  const seen = new Set<Element>()
  const width = document.documentElement.clientWidth
  const excuses = mayBeCut.join(',')
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
  /** What a box does to what it holds, asked once: hundreds of texts stand in the same few. */
  interface Box {
    inline: boolean
    flows: boolean
    fixed: boolean
    /** Whether somebody can bring to light what it hides on that side. */
    scrollsX: boolean
    scrollsY: boolean
    hidesX: boolean
    hidesY: boolean
    /** Hidden from the eye on purpose, for a screen reader alone; itself, or what it stands in. */
    unseen: boolean
    at: DOMRect
  }
  const boxes = new Map<Element, Box>()
  const boxOf = (element: Element): Box => {
    const known = boxes.get(element)
    if (known) return known
    const { overflowX, overflowY, contain, display, position, clipPath } = getComputedStyle(element)
    const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
    const contained = /paint|strict|content/.test(contain)
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip' || contained
    const box: Box = {
      inline: display === 'inline',
      flows: display !== 'inline' && display !== 'contents',
      fixed: position === 'fixed',
      scrollsX: scrolls(overflowX),
      scrollsY: scrolls(overflowY),
      hidesX: hides(overflowX),
      hidesY: hides(overflowY),
      unseen:
        clipPath === 'inset(50%)' || (element.parentElement !== null && boxOf(element.parentElement).unseen),
      at: element.getBoundingClientRect(),
    }
    boxes.set(element, box)
    return box
  }

  const cells = 'td, th, dd, dt, .btn, .badge, .chip, label, legend'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (
      !element ||
      text.trim() === '' ||
      element.closest(excuses) ||
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
    if (boxOf(element).unseen) continue
    let reachable = false
    for (
      let around: Element | null = element;
      around && around !== document.documentElement;
      around = around.parentElement
    ) {
      const box = boxOf(around)
      if (!box.flows) continue
      if (box.scrollsX) reachable = true
      if (!reachable && box.hidesX && (right > box.at.right + 1 || left < box.at.left - 1))
        report(element, text, 'cut', Math.max(right - box.at.right, box.at.left - left))
      if (!box.scrollsY && box.hidesY && (bottom > box.at.bottom + 2 || top < box.at.top - 2))
        report(element, text, 'cut', Math.max(bottom - box.at.bottom, box.at.top - top))
      if (box.scrollsY || box.fixed) break
    }
    if (!reachable && (right > width + 1 || left < -1))
      report(element, text, 'beyond', Math.max(right - width, -left))
    // A cell whose words run out of it lies over the next one's.
    for (let cell = element.closest(cells); cell; cell = cell.parentElement?.closest(cells) ?? null) {
      const { at, inline } = boxOf(cell)
      if (!inline && (right > at.right + 1 || left < at.left - 1))
        report(element, text, 'covered', Math.max(right - at.right, at.left - left))
    }
  }

  // A month of all locations fits a usual desk. A list may be wider than its window, and scrolls; so does a form of
  // nineteen columns, as wide as its figures. A table of a few figures beside other facts looks whole when it is not.
  if (width >= 1280) {
    for (const region of document.querySelectorAll('.section .table-region:not(.fiscal *), .cal-region')) {
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

/**
 * Which elements have a role, what they are called, and whether anybody sees them: what a browser works out from HTML
 * alone.
 */
import { computeAccessibleName } from 'dom-accessibility-api'

export type Text = string | RegExp

/** Selectors of the roles that HTML gives by itself; a `role` attribute outranks them. */
const implied: Record<string, string> = {
  alert: '',
  article: 'article',
  banner: 'header',
  cell: 'td',
  checkbox: 'input[type=checkbox]',
  columnheader: 'th[scope=col], thead th',
  combobox: 'select:not([multiple]):not([size]), input[list]',
  contentinfo: 'footer',
  definition: 'dd',
  dialog: 'dialog',
  form: 'form',
  group: 'fieldset, details, optgroup',
  heading: 'h1, h2, h3, h4, h5, h6',
  img: 'img[alt]:not([alt=""]), svg[role=img]',
  link: 'a[href], area[href]',
  list: 'ul, ol',
  listbox: 'select[multiple], select[size]',
  listitem: 'li',
  main: 'main',
  navigation: 'nav',
  option: 'option',
  progressbar: 'progress',
  radio: 'input[type=radio]',
  region: 'section[aria-label], section[aria-labelledby]',
  row: 'tr',
  rowgroup: 'tbody, thead, tfoot',
  rowheader: 'th[scope=row]',
  search: 'search',
  searchbox: 'input[type=search]:not([list])',
  separator: 'hr',
  spinbutton: 'input[type=number]',
  status: 'output',
  table: 'table',
  term: 'dt',
  button: 'button, input[type=submit], input[type=button], input[type=reset]',
  textbox:
    'input:not([type]):not([list]), input[type=text]:not([list]), input[type=email]:not([list]), input[type=tel]:not([list]), input[type=url]:not([list]), textarea',
  time: 'time',
  paragraph: 'p',
  caption: 'caption',
  complementary: 'aside',
  strong: 'strong',
  code: 'code',
}

export function elementsOfRole(root: ParentNode, role: string): Element[] {
  const selector = implied[role]
  const own = [...root.querySelectorAll(`[role~="${role}"]`)]
  const byTag = selector
    ? [...root.querySelectorAll(selector)].filter(
        element => !element.hasAttribute('role') || element.getAttribute('role') === role,
      )
    : []
  if (own.length === 0) return byTag
  return inDocumentOrder([...new Set([...own, ...byTag])])
}

const BLOCKS = new Set([
  'div',
  'p',
  'li',
  'ul',
  'ol',
  'td',
  'th',
  'tr',
  'dt',
  'dd',
  'dl',
  'h1',
  'h2',
  'h3',
  'h4',
  'section',
  'header',
  'footer',
  'nav',
  'form',
  'label',
  'option',
  'br',
  'table',
  'figure',
  'summary',
  'details',
  'fieldset',
  'legend',
])

/** What a class of the style sheets takes away from a window as wide as a desk's. */
const isForPhones = (element: Element): boolean => element.classList.contains('min-[576px]:hidden')

/**
 * jsdom has no layout, and working out styles is dear: an element is a block, stands in a line, or is not there. One
 * with a space at its end reads as a block, since the library would drop that space between two words.
 */
const styleOf = (element: Element): CSSStyleDeclaration => {
  if (isForPhones(element)) return none
  return BLOCKS.has(element.localName) || /^\s|\s$/.test(element.textContent ?? '') ? block : inline
}
const styled = (display: string) =>
  ({
    display,
    getPropertyValue: (property: string) => (property === 'display' ? display : ''),
  }) as CSSStyleDeclaration
const [block, inline, none] = [styled('block'), styled('inline'), styled('none')]

export function nameOf(element: Element): string {
  return squeezed(computeAccessibleName(element, { getComputedStyle: styleOf, hidden: false }))
}

export const squeezed = (text: string): string =>
  text
    .replace(/[\u200b\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** As Playwright matches: text anywhere in it whatever its case, the whole of it when `exact`. */
export function matches(value: string, wanted: Text, exact = false): boolean {
  if (wanted instanceof RegExp) return new RegExp(wanted.source, wanted.flags.replace('g', '')).test(value)
  return exact ? value === squeezed(wanted) : value.toLowerCase().includes(squeezed(wanted).toLowerCase())
}

const NEVER_SHOWN = new Set(['template', 'script', 'style', 'head', 'noscript'])

/** What HTML hides; style sheets are not asked. */
export function isVisible(element: Element): boolean {
  if (element.localName === 'input' && element.getAttribute('type') === 'hidden') return false
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (
      NEVER_SHOWN.has(at.localName) ||
      isForPhones(at) ||
      at.hasAttribute('hidden') ||
      at.hasAttribute('popover')
    )
      return false
    if (at.localName === 'dialog' && !at.hasAttribute('open')) return false
    const parent: Element | null = at.parentElement
    if (parent?.localName === 'details' && !parent.hasAttribute('open') && at.localName !== 'summary')
      return false
  }
  return true
}

/** All its text, as it stands in the document. */
export const textOf = (element: Element): string => squeezed(element.textContent ?? '')

/** What is shown of it as text; block elements end a word. */
export function shownText(element: Element): string {
  if (!element.querySelector('script, style, template')) return squeezed(spaced(element))
  const copy = element.cloneNode(true) as Element
  for (const one of copy.querySelectorAll('script, style, template')) one.remove()
  return squeezed(spaced(copy))
}

function spaced(node: Node): string {
  if (node.nodeType === 3) return node.nodeValue ?? ''
  if (node.nodeType !== 1) return ''
  let text = ''
  for (const child of node.childNodes) text += spaced(child)
  return BLOCKS.has((node as Element).localName) ? ` ${text} ` : text
}

/** Names of a control: of its labels, and those it carries itself. */
export function labelsOf(control: Element): string[] {
  const { ownerDocument: document } = control
  const named = (control.getAttribute('aria-labelledby') ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map(id => document.getElementById(id)?.textContent ?? '')
  const own = control.getAttribute('aria-label')
  const labels = (control as HTMLInputElement).labels
  return [
    ...(labels ? [...labels].map(label => label.textContent ?? '') : []),
    ...(named.length > 0 ? [named.join(' ')] : []),
    ...(own === null ? [] : [own]),
  ].map(squeezed)
}

export const inDocumentOrder = (elements: Element[]): Element[] =>
  elements.sort((a, b) => (a === b ? 0 : a.compareDocumentPosition(b) & 4 ? -1 : 1))

/**
 * Finds elements by what people see, as Playwright's locators do: looked for again each time they are used, and one is
 * meant unless many are asked for.
 */
import {
  elementsOfRole,
  inDocumentOrder,
  isVisible,
  labelsOf,
  matches,
  nameOf,
  shownText,
  textOf,
  type Text,
} from './names'
import { chooseFiles, fileOf, type FilePayload } from './form'
import type { Page } from './page'

export interface ByRole {
  name?: Text
  exact?: boolean
  level?: number
  checked?: boolean
  expanded?: boolean
  disabled?: boolean
}
export interface Filter {
  hasText?: Text
  hasNotText?: Text
  has?: Locator
  hasNot?: Locator
  visible?: boolean
}
type Option = string | { label?: string; value?: string; index?: number }
type Find = (root: ParentNode) => Element[]

export class Locator {
  constructor(
    readonly page: Page,
    private readonly find: Find,
    readonly said: string,
  ) {}

  /** All that match now. Finding by a selector or text also finds what is hidden, finding by role does not. */
  elements(): Element[] {
    return this.find(this.page.document)
  }
  within(root: ParentNode): Element[] {
    return this.find(root)
  }

  private then(said: string, next: (found: Element[]) => Element[]): Locator {
    return new Locator(this.page, root => next(this.find(root)), `${this.said} › ${said}`)
  }
  private inside(said: string, find: Find): Locator {
    return this.then(said, roots => [...new Set(roots.flatMap(root => find(root)))])
  }

  getByRole(role: string, options: ByRole = {}): Locator {
    return this.inside(saidRole(role, options), byRole(role, options))
  }
  getByLabel(text: Text, options: { exact?: boolean } = {}): Locator {
    return this.inside(`label ${String(text)}`, byLabel(text, options.exact))
  }
  getByText(text: Text, options: { exact?: boolean } = {}): Locator {
    return this.inside(`text ${String(text)}`, byText(text, options.exact))
  }
  locator(selector: string | Locator, filter: Filter = {}): Locator {
    const found =
      typeof selector === 'string'
        ? this.inside(selector, bySelector(selector))
        : this.inside(selector.said, root => selector.within(root))
    return Object.keys(filter).length > 0 ? found.filter(filter) : found
  }

  filter({ hasText, hasNotText, has, hasNot, visible }: Filter): Locator {
    return this.then(`filter ${String(hasText ?? hasNotText ?? '')}`, found =>
      found.filter(
        element =>
          (hasText === undefined || matches(textOf(element), hasText)) &&
          (hasNotText === undefined || !matches(textOf(element), hasNotText)) &&
          (!has || has.within(element).length > 0) &&
          (!hasNot || hasNot.within(element).length === 0) &&
          (visible === undefined || isVisible(element) === visible),
      ),
    )
  }
  first(): Locator {
    return this.nth(0)
  }
  last(): Locator {
    return this.nth(-1)
  }
  nth(index: number): Locator {
    return this.then(`nth ${index}`, found => found.slice(index, index === -1 ? undefined : index + 1))
  }
  or(other: Locator): Locator {
    return new Locator(
      this.page,
      root => inDocumentOrder([...new Set([...this.find(root), ...other.find(root)])]),
      `${this.said} or ${other.said}`,
    )
  }
  and(other: Locator): Locator {
    return new Locator(
      this.page,
      root => {
        const theirs = new Set(other.find(root))
        return this.find(root).filter(one => theirs.has(one))
      },
      `${this.said} and ${other.said}`,
    )
  }

  /** The one that is meant. Throws for none or several. */
  one<Kind extends Element = HTMLElement>(): Kind {
    const found = this.elements()
    if (found.length !== 1 || !found[0])
      throw new Error(
        `${this.said} is ${found.length === 0 ? 'nowhere' : `${found.length} elements`} on ${this.page.url()}${
          found.length > 1
            ? `:\n${found
                .slice(0, 5)
                .map(one => `  ${one.outerHTML.slice(0, 160)}`)
                .join('\n')}`
            : ''
        }`,
      )
    return found[0] as unknown as Kind
  }
  private usable<Kind extends Element = HTMLElement>(): Kind {
    const element = this.one<Kind>()
    if (!isVisible(element)) throw new Error(`${this.said} is not visible on ${this.page.url()}`)
    return element
  }

  // Playwright's are promises; awaiting these keeps one way of writing.
  async count(): Promise<number> {
    return Promise.resolve(this.elements().length)
  }
  async all(): Promise<Locator[]> {
    return Promise.resolve(this.elements().map((_element, index) => this.nth(index)))
  }
  async innerText(): Promise<string> {
    return Promise.resolve(shownText(this.one()))
  }
  async textContent(): Promise<string> {
    return Promise.resolve(this.one().textContent ?? '')
  }
  async allInnerTexts(): Promise<string[]> {
    return Promise.resolve(this.elements().map(shownText))
  }
  async getAttribute(name: string): Promise<string | null> {
    return Promise.resolve(this.one().getAttribute(name))
  }
  async inputValue(): Promise<string> {
    return Promise.resolve(this.one<HTMLInputElement>().value)
  }
  async isVisible(): Promise<boolean> {
    return Promise.resolve(this.elements().some(isVisible))
  }
  async isChecked(): Promise<boolean> {
    return Promise.resolve(this.one<HTMLInputElement>().checked)
  }
  async evaluateAll<Result>(task: (elements: HTMLElement[]) => Result): Promise<Result> {
    return Promise.resolve(task(this.elements() as HTMLElement[]))
  }
  async evaluate<Result>(task: (element: HTMLElement) => Result): Promise<Result> {
    return Promise.resolve(task(this.one()))
  }

  async fill(value: string): Promise<void> {
    const control = this.usable<HTMLInputElement>()
    if (control.disabled || control.readOnly) throw new Error(`${this.said} cannot be written into`)
    control.value = value
    return Promise.resolve()
  }
  async check(): Promise<void> {
    return this.tick(true)
  }
  async uncheck(): Promise<void> {
    return this.tick(false)
  }
  async setChecked(checked: boolean): Promise<void> {
    return this.tick(checked)
  }
  private async tick(checked: boolean): Promise<void> {
    const control = this.usable<HTMLInputElement>()
    if (control.disabled) throw new Error(`${this.said} is disabled`)
    if (control.type === 'radio' && checked) for (const other of radiosLike(control)) other.checked = false
    control.checked = checked
    return Promise.resolve()
  }
  async selectOption(wanted: Option | Option[]): Promise<void> {
    const control = this.usable<HTMLSelectElement>()
    const options = (Array.isArray(wanted) ? wanted : [wanted]).map(one => optionOf(control, one, this.said))
    for (const option of control.options) option.selected = options.includes(option)
    return Promise.resolve()
  }
  async setInputFiles(files: FilePayload | FilePayload[]): Promise<void> {
    chooseFiles(this.one(), [files].flat().map(fileOf))
    return Promise.resolve()
  }
  /** A link is followed, a button sends its form, a summary opens and closes, a box is ticked. */
  async click(): Promise<void> {
    await this.page.press(this.usable(), this.said)
  }
  async press(key: string): Promise<void> {
    if (key !== 'Enter') throw new Error(`Only Enter means something without scripts, not ${key}`)
    await this.page.enter(this.usable())
  }
}

export const bySelector =
  (selector: string): Find =>
  root => [...root.querySelectorAll(selector)]

export const byRole =
  (role: string, { name, exact, level, checked, expanded, disabled }: ByRole): Find =>
  root =>
    elementsOfRole(root, role).filter(
      element =>
        (level === undefined || element.localName === `h${level}`) &&
        (checked === undefined || (element as HTMLInputElement).checked === checked) &&
        (disabled === undefined || (element as HTMLInputElement).disabled === disabled) &&
        (expanded === undefined ||
          element.getAttribute('aria-expanded') === String(expanded) ||
          element.parentElement?.hasAttribute('open') === expanded) &&
        (name === undefined || matches(nameOf(element), name, exact)) &&
        isVisible(element) &&
        !element.closest('[aria-hidden="true"]'),
    )

export const byLabel =
  (text: Text, exact = false): Find =>
  root =>
    [
      ...root.querySelectorAll(
        'input, select, textarea, button, output, progress, [aria-label], [aria-labelledby]',
      ),
    ].filter(element => labelsOf(element).some(label => matches(label, text, exact)))

/** The innermost elements that hold the text. */
export const byText =
  (text: Text, exact = false): Find =>
  root => {
    const holding = [...root.querySelectorAll('body *')].filter(
      element => !element.closest('script, style, head, template') && matches(wordsOf(element), text, exact),
    )
    const set = new Set(holding)
    return holding.filter(element => ![...element.children].some(child => set.has(child)))
  }
const wordsOf = (element: Element): string =>
  element.localName === 'input' && ['submit', 'button'].includes((element as HTMLInputElement).type)
    ? (element as HTMLInputElement).value
    : textOf(element)

export const saidRole = (role: string, { name }: ByRole): string =>
  `${role}${name === undefined ? '' : ` "${String(name)}"`}`

function optionOf(control: HTMLSelectElement, wanted: Option, said: string): HTMLOptionElement {
  const options = [...control.options]
  const found =
    typeof wanted === 'string'
      ? (options.find(one => one.value === wanted) ??
        options.find(one => one.label === wanted || one.text === wanted))
      : wanted.index !== undefined
        ? options[wanted.index]
        : options.find(
            one =>
              (wanted.value === undefined || one.value === wanted.value) &&
              (wanted.label === undefined || one.text === wanted.label),
          )
  if (!found || found.disabled)
    throw new Error(
      `${said} has no option ${JSON.stringify(wanted)}: ${options
        .map(one => one.text)
        .join(', ')
        .slice(0, 300)}`,
    )
  return found
}

function radiosLike(control: HTMLInputElement): HTMLInputElement[] {
  const root: ParentNode = control.form ?? control.ownerDocument
  return [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    one => one.name === control.name,
  )
}

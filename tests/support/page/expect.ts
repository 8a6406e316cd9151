/** Vitest's `expect`, which also knows locators and pages in Playwright's words. */
import { expect as plain } from 'vitest'
import { Locator } from './locator'
import { isVisible, matches, nameOf, shownText, squeezed, textOf, type Text } from './names'
import { Page } from './page'

type Check = (...args: never[]) => Promise<void>
interface LocatorExpect {
  toBeVisible(): Promise<void>
  toBeHidden(): Promise<void>
  toBeAttached(): Promise<void>
  toBeChecked(): Promise<void>
  toBeDisabled(): Promise<void>
  toBeEnabled(): Promise<void>
  toBeEmpty(): Promise<void>
  toHaveCount(count: number): Promise<void>
  toHaveText(text: Text | Text[]): Promise<void>
  toContainText(text: Text | Text[]): Promise<void>
  toHaveValue(value: Text): Promise<void>
  toHaveAttribute(name: string, value?: Text): Promise<void>
  toHaveAccessibleName(name: Text): Promise<void>
}
interface PageExpect {
  toHaveURL(url: Text): Promise<void>
  toHaveTitle(title: Text): Promise<void>
}
interface LastingExpect {
  toPass(options?: { timeout?: number; intervals?: number[] }): Promise<void>
}

interface Expect {
  (value: Locator, message?: string): LocatorExpect & { not: LocatorExpect }
  (value: Page, message?: string): PageExpect & { not: PageExpect }
  (value: () => Promise<unknown>, message?: string): LastingExpect
  <Value>(value: Value, message?: string): ReturnType<typeof plain<Value>>
  poll: typeof plain.poll
  stringContaining: typeof plain.stringContaining
  objectContaining: typeof plain.objectContaining
  arrayContaining: typeof plain.arrayContaining
  any: typeof plain.any
}

const isWhole = (value: string, wanted: Text) =>
  wanted instanceof RegExp ? matches(value, wanted) : squeezed(value) === squeezed(wanted)

function aboutLocator(locator: Locator, negated: boolean): LocatorExpect {
  const claim = (holds: boolean, what: string): Promise<void> => {
    if (holds === negated)
      throw new Error(
        `${locator.said} ${negated ? 'should not ' : 'should '}${what} on ${locator.page.url()}${mainText(locator.page)}`,
      )
    return Promise.resolve()
  }
  const texts = (wanted: Text | Text[], match: (value: string, one: Text) => boolean) => {
    if (!Array.isArray(wanted)) return match(textOf(locator.one()), wanted)
    const found = locator.elements().map(textOf)
    return found.length === wanted.length && wanted.every((one, at) => match(found[at] ?? '', one))
  }
  return {
    toBeVisible: async () => claim(some(locator, isVisible), 'be visible'),
    toBeHidden: async () => claim(!some(locator, isVisible), 'be hidden'),
    toBeAttached: async () => claim(locator.elements().length > 0, 'be there'),
    toBeChecked: async () => claim(locator.one<HTMLInputElement>().checked, 'be checked'),
    toBeDisabled: async () => claim(locator.one<HTMLInputElement>().disabled, 'be disabled'),
    toBeEnabled: async () => claim(!locator.one<HTMLInputElement>().disabled, 'be enabled'),
    toBeEmpty: async () =>
      claim(locator.one().textContent === '' && !locator.one<HTMLInputElement>().value, 'be empty'),
    toHaveCount: async count =>
      claim(locator.elements().length === count, `be ${count}, not ${locator.elements().length},`),
    toHaveText: async text =>
      claim(
        texts(text, isWhole),
        `have the text ${String(text)}, not "${locator.elements().map(shownText).join('", "').slice(0, 300)}",`,
      ),
    toContainText: async text => claim(texts(text, matches), `contain ${String(text)}`),
    toHaveValue: async value =>
      claim(
        isWhole(locator.one<HTMLInputElement>().value, value),
        `have the value ${String(value)}, not "${locator.one<HTMLInputElement>().value}",`,
      ),
    toHaveAttribute: async (name, value) =>
      claim(
        locator.one().hasAttribute(name) &&
          (value === undefined || isWhole(locator.one().getAttribute(name) ?? '', value)),
        `have ${name}=${String(value)}, not "${locator.one().getAttribute(name)}",`,
      ),
    toHaveAccessibleName: async name =>
      claim(isWhole(nameOf(locator.one()), name), `be called ${String(name)}`),
  }
}

/** Several are as good as none: a page that says something twice is told. */
function some(locator: Locator, holds: (element: Element) => boolean): boolean {
  const found = locator.elements()
  if (found.filter(holds).length > 1) locator.one()
  return found.some(holds)
}

const mainText = (page: Page): string => {
  const main = page.document.querySelector('main')
  return main ? `\n  The page says: ${shownText(main).slice(0, 700)}` : ''
}

function aboutPage(page: Page, negated: boolean): PageExpect {
  const claim = (holds: boolean, what: string): Promise<void> => {
    if (holds === negated) throw new Error(`The page should ${negated ? 'not ' : ''}${what}${mainText(page)}`)
    return Promise.resolve()
  }
  return {
    toHaveURL: async url =>
      claim(
        url instanceof RegExp ? matches(page.url(), url) : page.url() === new URL(url, page.url()).href,
        `be ${String(url)}, is ${page.url()}`,
      ),
    toHaveTitle: async title =>
      claim(isWhole(page.document.title, title), `be titled ${String(title)}, is "${page.document.title}"`),
  }
}

/** For what happens in the background: asked again until it holds. */
async function toPass(
  task: () => Promise<unknown>,
  { timeout = 20_000, intervals = [50, 100, 200] }: { timeout?: number; intervals?: number[] } = {},
): Promise<void> {
  const end = Date.now() + timeout
  for (let tries = 0; ; tries++) {
    try {
      await task()
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise(resolve =>
        setTimeout(resolve, Math.min(intervals[tries] ?? intervals.at(-1) ?? 200, 200)),
      )
    }
  }
}

export const expect = Object.assign(
  (value: unknown, message?: string) => {
    if (value instanceof Locator)
      return { ...aboutLocator(value, false), not: aboutLocator(value, true) } satisfies Record<
        string,
        Check | object
      >
    if (value instanceof Page) return { ...aboutPage(value, false), not: aboutPage(value, true) }
    if (typeof value === 'function')
      return Object.assign(plain(value, message), {
        toPass: (options?: { timeout?: number; intervals?: number[] }) =>
          toPass(value as () => Promise<unknown>, options),
      })
    return plain(value, message)
  },
  {
    poll: plain.poll,
    stringContaining: plain.stringContaining,
    objectContaining: plain.objectContaining,
    arrayContaining: plain.arrayContaining,
    any: plain.any,
  },
) as unknown as Expect

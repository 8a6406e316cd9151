/**
 * `test` for journeys in process: `page` is a browser without scripts before the built console and a backend of this
 * file's own, on its own copy of the demo network. A document that is no valid HTML, an answer of 500, or an error that
 * nobody handled fails the journey.
 */
import { test as base } from 'vitest'
import { testConsole, type TestConsole, type TestConsoleOptions } from './console'
import { Page, type Visitor } from './page/page'

export { expect } from './page/expect'
export type { Page } from './page/page'
export type { Locator } from './page/locator'

export type DemoPerson = 'admin' | 'manager' | 'operator' | 'auditor' | 'inspector'
export const demoPeople: readonly DemoPerson[] = ['admin', 'manager', 'operator', 'auditor', 'inspector']
export const passwordOf = (person: DemoPerson): string => `demo-${person}-2026`

export interface Journey {
  /** Where the console answers. */
  origin: string
  signIn(person: DemoPerson): Promise<void>
  /** Somebody else, in a browser of their own. */
  meanwhile(person: DemoPerson, task: (page: Page) => Promise<void>): Promise<void>
  /** Another browser; nobody is signed in. */
  browser(locale?: string): Page
  /** A status that the journey means to meet; for 500 and more. */
  allowErrors(pattern: RegExp): void
}

interface Fixtures {
  site: TestConsole
  settings: TestConsoleOptions
  page: Page
  journey: Journey
}

export const test = base.extend<Fixtures>({
  settings: [{}, { scope: 'file' }],
  site: [
    async ({ settings }, use) => {
      const site = await testConsole(settings)
      await use(site)
      await site.close()
    },
    { scope: 'file' },
  ],
  page: async ({ site }, use) => {
    await use(new Page(site, newVisitor()))
  },
  journey: [
    async ({ site, page }, use) => {
      const allowed: RegExp[] = []
      const visitors = [page.visitor]
      const browser = (locale = 'en-GB') => {
        const own = new Page(site, newVisitor(locale))
        visitors.push(own.visitor)
        return own
      }
      const before = site.unhandled.length
      await use({
        origin: 'http://console.test',
        browser,
        signIn: person => signIn(page, person),
        meanwhile: async (person, task) => {
          const own = browser()
          await signIn(own, person)
          await task(own)
        },
        allowErrors: pattern => {
          allowed.push(pattern)
        },
      })
      const failed = visitors
        .flatMap(({ statuses }) => statuses)
        .filter(({ status }) => status >= 500)
        .map(({ status, url }) => `${status} ${url}`)
      const problems = [
        ...failed.filter(one => !allowed.some(pattern => pattern.test(one))),
        ...new Set((await Promise.all(visitors.flatMap(visitor => visitor.problems))).flat()),
        ...site.unhandled
          .slice(before)
          .map(error => `nobody handled: ${error instanceof Error ? error.stack : String(error)}`),
      ]
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    { auto: true },
  ],
})

/** `test` with SMIBs that answer what they are told, as the simulator plays them. */
export const testWithBoards = test.extend<{ settings: TestConsoleOptions }>({
  settings: [{ alive: true }, { scope: 'file' }],
})

const newVisitor = (locale = 'en-GB'): Visitor => ({ locale, problems: [], statuses: [] })

/** Over the sign-in page, in the language that the browser asks for; `start` leads to it and back. */
export async function signIn(page: Page, person: DemoPerson, start = '/auth/login'): Promise<void> {
  await page.goto(start)
  await page.locator('input[name="username"]').fill(person)
  await page.locator('input[name="password"]').fill(passwordOf(person))
  await page.locator('.sign-in form .btn-primary, .sign-in form button[type="submit"]').first().click()
  if (new URL(page.url()).pathname === '/auth/login')
    throw new Error(`${person} could not sign in: ${page.document.querySelector('main')?.textContent ?? ''}`)
}

/** The id of a list's first record. */
export async function recordOf(page: Page, list: string): Promise<string> {
  await page.goto(list)
  return (
    (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href'))?.split('/').at(-1) ??
    ''
  )
}

let made = 0
/** A name that no earlier test used. */
export const unique = (prefix: string): string =>
  `${prefix}-${Date.now().toString(36).toUpperCase()}${++made}`

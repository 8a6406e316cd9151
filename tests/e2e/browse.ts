/** The journeys' own `test`: a console.error, an uncaught error, or a document that is not valid HTML fails it. */
import { expect, test as base, type Page } from '@playwright/test'
import { validityOf } from '../support/html-validity'

export { expectAccessible } from './accessible'
export { expect }

interface Journey {
  /** Where the console answers. */
  origin: string
  signIn(person: DemoPerson): Promise<void>
  /** Somebody else, in a browser of their own. */
  meanwhile(person: DemoPerson, task: (page: Page) => Promise<void>): Promise<void>
  /** What Chromium says of a status that the journey means to meet. */
  allowErrors(pattern: RegExp): void
  /** From here on pages come whose HTML is judged in process. */
  leaveHtml(): void
}

export type DemoPerson = 'admin' | 'manager' | 'operator' | 'auditor' | 'inspector'
export const passwordOf = (person: DemoPerson) => `demo-${person}-2026`

export const test = base.extend<{ journey: Journey }>({
  journey: [
    async ({ page, browser, baseURL }, use) => {
      const errors: string[] = []
      const allowed: RegExp[] = []
      const documents: Promise<string[]>[] = []
      let judges = true
      page.on('console', message => {
        if (message.type() === 'error')
          errors.push(`console.error: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', error => errors.push(`uncaught: ${error.message}`))
      page.on('response', response => {
        const isPage =
          response.request().resourceType() === 'document' &&
          response.headers()['content-type']?.startsWith('text/html')
        // A body is gone when the next page came before it was read.
        if (isPage && judges)
          documents.push(
            response
              .text()
              .catch(() => '')
              .then(html => (html ? validityOf(html, `${response.status()} ${response.url()}`) : [])),
          )
      })

      const meanwhile: Journey['meanwhile'] = async (person, task) => {
        const { javaScriptEnabled, locale } = test.info().project.use
        const context = await browser.newContext({ baseURL, javaScriptEnabled, locale })
        const own = await context.newPage()
        await signIn(own, person)
        await task(own)
        await context.close()
      }
      await use({
        origin: baseURL ?? '',
        allowErrors: pattern => {
          allowed.push(pattern)
        },
        leaveHtml: () => {
          judges = false
        },
        signIn: person => signIn(page, person),
        meanwhile,
      })

      expect(errors.filter(error => !allowed.some(pattern => pattern.test(error)))).toEqual([])
      expect([...new Set((await Promise.all(documents)).flat())]).toEqual([])
    },
    { auto: true },
  ],
})

/** From wherever it is asked for: `start` leads to the sign-in page and back. */
export async function signIn(page: Page, person: DemoPerson, start = '/auth/login'): Promise<void> {
  await page.goto(start)
  await page.getByLabel('Username').fill(person)
  await page.getByLabel('Password', { exact: true }).fill(passwordOf(person))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/\/auth\/login/)
}

/** No scrolling sideways: nothing is cut off. */
export async function whole(page: Page): Promise<void> {
  const { wide, window } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }))
  expect(wide).toBeLessThanOrEqual(window)
}

let made = 0
/** A name that no earlier run used. */
export const unique = (prefix: string) => `${prefix}-${Date.now().toString(36).toUpperCase()}${++made}`

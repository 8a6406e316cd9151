import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, whole } from './browse'
import { kinds, pagesOf, type Kind } from './page-kinds'

/** Made once: the records behind the pages stay. */
let found: Promise<Kind[]> | undefined
const foundPages = (page: Page) => (found ??= pagesOf(page))

const phone = { width: 390, height: 844 }

test.describe('every kind of page', () => {
  test.describe.configure({ timeout: 480_000 })

  // Each language with a theme of its own: colours do not depend on words. Ten rows a list: fifty are ten, five times.
  // Without scripts the documents are the same ones: that project opens them all on a phone.
  for (const [locale, theme] of [['en', 'light'], ['ro', 'dark'], ['pt', 'contrast']] as const) {
    test(`is valid and accessible in ${locale}, ${theme}`, { tag: '@scripts' }, async ({ page, journey, context }) => {
      journey.allowErrors(/404/)
      await journey.signIn('admin')
      await context.addCookies([{ name: 'lng', value: locale, url: journey.origin }, { name: 'theme', value: theme, url: journey.origin }, { name: 'rows', value: '10', url: journey.origin }])
      for (const { name, path } of await foundPages(page)) {
        await test.step(name, async () => {
          expect((await page.goto(path))?.status()).toBe(name === 'error' ? 404 : 200)
          await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${locale}`))
          // A key that has no text shows as itself.
          expect((await page.locator('body').innerText()).match(/\b[a-z]+:[a-z][\w.]+\b/g) ?? []).toEqual([])
          await expectAccessible(page)
        })
      }
    })
  }

  test('fits a phone: nothing scrolls sideways, the menu opens without scripts', async ({ page, journey, context }) => {
    journey.allowErrors(/404/)
    await page.setViewportSize(phone)
    await journey.signIn('admin')
    // Its words are the longest of the three.
    await context.addCookies([{ name: 'lng', value: 'ro', url: journey.origin }, { name: 'rows', value: '10', url: journey.origin }])
    for (const { name, path } of await foundPages(page)) {
      await test.step(name, async () => {
        await page.goto(path)
        await whole(page)
        // What a state says depends on what happened before: here each says as much as any can.
        await page.locator('.st').evaluateAll(states => { for (const state of states) state.textContent = 'fără răspuns; se transmite când revine placa' })
        await whole(page)
      })
    }
  })

  test('are all named', () => expect(new Set(kinds).size).toBe(kinds.length))
})

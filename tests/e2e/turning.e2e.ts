/**
 * From page to page of a list: with scripts the next one is put where this one stands, without them it is loaded.
 * Nobody can tell but by the time it takes.
 */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './browse'

const list = '/slots?rowsPerPage=10&sortBy=serial&sortDirection=asc'
const rows = (page: Page) => page.locator('.data-table tbody th')
const next = (page: Page) => page.getByRole('link', { name: 'Next page', exact: true })

/** The page's script has woken: it came after the load event. */
async function opened(page: Page, path = list): Promise<void> {
  const script = page.waitForResponse(/entry\.client/)
  await page.goto(path)
  await (await script).finished()
  await page.evaluate(() => Reflect.set(window, 'wasHere', true))
}
/** The document is the one that was opened. */
const wasHere = (page: Page) => page.evaluate(() => Reflect.has(window, 'wasHere'))

test.describe('pages of a list', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('manager'))

  test('rows, address, title and count agree, on the way back and forth as well', async ({ page }) => {
    await page.goto(list)
    const first = await rows(page).allTextContents()
    await next(page).click()
    await expect(page.getByText(/^11–20 of/).first()).toBeVisible()
    await expect(page).toHaveURL(/page=2/)
    await expect(page).toHaveTitle(/^Slots ·/)
    const second = await rows(page).allTextContents()
    expect(second).toHaveLength(10)
    expect(second.filter(row => first.includes(row))).toEqual([])
    await page.goBack()
    await expect(rows(page)).toHaveText(first)
    await expect(page).not.toHaveURL(/page=2/)
    await page.goForward()
    await expect(rows(page)).toHaveText(second)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/slots\/[0-9a-f]{24}/)
    await page.goBack()
    await expect(rows(page)).toHaveText(second)
    // The page that was loaded anew stands beside one that never was: at once, whatever has woken by then.
    await page.goBack()
    await expect(rows(page)).toHaveText(first)
    await page.reload()
    await expect(rows(page)).toHaveText(first)
  })

  test('of fifty rows those below the window come a frame later: all at once on a phone and on paper, and never less than all', async ({
    page,
  }) => {
    await page.goto('/slots?rowsPerPage=50')
    const shown = page.locator('.data-table tbody th:visible')
    // Of a page that is drawn for the first time: the animation begins anew.
    const firstFrame = () =>
      page.locator('.later').evaluate(rest => {
        rest.style.animationName = 'none'
        const { display } = getComputedStyle(rest)
        rest.style.animationName = ''
        return [getComputedStyle(rest).display, display]
      })
    const ways = [
      { width: 1280, media: 'screen', first: ['none', 'table-row-group'] },
      { width: 390, media: 'screen', first: ['block', 'block'] },
      { width: 1280, media: 'print', first: ['table-row-group', 'table-row-group'] },
    ] as const
    for (const { width, media, first } of ways) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ media })
      expect(await firstFrame(), `${width} px, ${media}`).toEqual(first)
      await expect(shown).toHaveCount(50)
    }
    await page.emulateMedia({ media: 'screen' })
    // Whoever has read to the end begins the next page at its first row.
    const region = page.locator('.listing > .table-region')
    await region.evaluate(rows => rows.scrollTo({ top: 9_999 }))
    await next(page).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText(/^51–/).first()).toBeVisible()
    await expect.poll(() => region.evaluate(rows => rows.scrollTop)).toBe(0)
    await page.goBack()
    await expect(page.getByText(/^1–50 /).first()).toBeVisible()
    await expect(shown).toHaveCount(50)
    await shown.last().getByRole('link').click()
    await expect(page).toHaveURL(/\/slots\/[0-9a-f]{24}/)
  })

  test(
    'a page that is turned is asked for once, keeps the hand where it is, and is read out',
    { tag: '@scripts' },
    async ({ page }) => {
      const asked: string[] = []
      page.on('request', request => {
        if (request.url().includes('page=')) asked.push(new URL(request.url()).search.replace(/.*page=/, ''))
      })
      await opened(page)
      await next(page).hover()
      await expect.poll(() => asked).toEqual(['2'])
      await next(page).click()
      await expect(page).toHaveURL(/page=2/)
      expect(await wasHere(page)).toBe(true)
      await expect(page.getByRole('status').filter({ hasText: /^11–20 of/ })).toBeAttached()
      await expect(next(page)).toBeFocused()
      // The pointer was left where it is: the server makes no page that nobody has asked for.
      await page.waitForTimeout(500)
      expect(asked).toEqual(['2'])
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/page=3/)
      await expect(next(page)).toBeFocused()
      await expect(page.getByText(/^21–30 of/).first()).toBeVisible()
      await page.waitForTimeout(500)
      expect(asked).toEqual(['2', '3'])
      // Sheets come back here, and what was ticked or typed is as the server says.
      await expect(page.locator('.top a[href*="from="]').first()).toHaveAttribute('href', /page%3D3/)
      await expectAccessible(page)
    },
  )

  test(
    'a finger presses the same place again and again: the way on stays under it',
    { tag: '@scripts' },
    async ({ browser, context, journey }) => {
      const tablet = await browser.newContext({
        baseURL: journey.origin,
        storageState: await context.storageState(),
        viewport: { width: 800, height: 900 },
        hasTouch: true,
        isMobile: true,
      })
      const page = await tablet.newPage()
      await opened(page)
      const place = await next(page).boundingBox()
      expect(place).not.toBeNull()
      const { x, y, width, height } = place ?? { x: 0, y: 0, width: 0, height: 0 }
      for (const to of [2, 3, 4, 5, 6]) {
        await page.touchscreen.tap(x + width / 2, y + height / 2)
        await expect(page).toHaveURL(new RegExp(`page=${to}$`))
      }
      expect(await wasHere(page)).toBe(true)
      await tablet.close()
    },
  )

  test('what was typed and not sent is not left standing', { tag: '@scripts' }, async ({ page }) => {
    await opened(page)
    await page.locator('#query').fill('not sent')
    await next(page).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.locator('#query')).toHaveValue('')
    expect(await wasHere(page)).toBe(true)
  })

  test(
    'whatever does not fit is left to the browser: a lost answer, and a session that has ended',
    { tag: '@scripts' },
    async ({ page, context, journey }) => {
      journey.allowErrors(/ERR_FAILED/)
      await opened(page)
      await page.route(/page=2/, route =>
        route.request().isNavigationRequest() ? route.continue() : route.abort(),
      )
      await next(page).click()
      await expect(page.getByText(/^11–20 of/).first()).toBeVisible()
      expect(await wasHere(page)).toBe(false)
      await context.clearCookies()
      await next(page).click()
      await expect(page).toHaveURL(/\/auth\/login/)
    },
  )
})

import { expect, expectAccessible, test } from './browse'

test.describe('notifications', () => {
  test('are listed newest first, can be confirmed and dismissed, without scripts too', async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/notifications/list')
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
    await expectAccessible(page)
    const confirm = page.getByRole('main').getByRole('button', { name: 'Confirm' })
    const before = await confirm.count()
    expect(before).toBeGreaterThan(0)
    await confirm.first().click()
    await expect(confirm).toHaveCount(before - 1)
  })

  test('a lock by one person is told live to another', { tag: '@scripts' }, async ({ page, browser, journey }) => {
    await journey.signIn('manager')
    await page.goto('/access')
    await page.locator('header [data-island=notifications]').waitFor({ state: 'attached' })
    await page.waitForTimeout(2500)

    const other = await browser.newContext({ baseURL: test.info().project.use.baseURL, locale: 'en-GB' })
    const colleague = await other.newPage()
    await colleague.goto('/auth/login')
    await colleague.getByLabel('Username').fill('operator')
    await colleague.getByLabel('Password', { exact: true }).fill('demo-operator-2026')
    await colleague.getByRole('button', { name: 'Sign in', exact: true }).click()
    await colleague.goto('/slots?status=active&sortDirection=desc')
    const serial = await colleague.getByRole('rowheader').nth(5).innerText()
    await colleague.getByRole('rowheader').nth(5).getByRole('link').click()
    await colleague.getByRole('link', { name: 'Lock', exact: true }).click()
    await colleague.getByLabel('Reason').fill('Told live')
    await colleague.getByRole('button', { name: 'Lock slot' }).click()
    await other.close()

    await page.locator('header [data-island=notifications] summary').click()
    await expect(page.locator('header').getByText(serial).first()).toBeVisible({ timeout: 15_000 })
  })
})

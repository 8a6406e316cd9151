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

  test('a lock by one person is told live to another', { tag: '@scripts' }, async ({ page, journey }) => {
    await journey.signIn('manager')
    await page.goto('/access')
    await page.locator('header [data-island=notifications]').waitFor({ state: 'attached' })
    await page.waitForTimeout(2500)

    let serial = ''
    await journey.meanwhile('operator', async colleague => {
      await colleague.goto('/slots?status=active&sortDirection=desc')
      const row = colleague.getByRole('rowheader').nth(5)
      serial = await row.innerText()
      await row.getByRole('link').click()
      await colleague.getByRole('link', { name: 'Lock', exact: true }).click()
      await colleague.getByLabel('Reason').fill('Told live')
      await colleague.getByRole('button', { name: 'Lock slot' }).click()
      await expect(colleague.getByText('Told live').first()).toBeVisible()
    })

    await page.locator('header [data-island=notifications] summary').click()
    await expect(page.locator('header').getByText(serial).first()).toBeVisible({ timeout: 15_000 })
  })
})

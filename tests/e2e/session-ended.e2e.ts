import { expect, expectAccessible, passwordOf, test, unique } from './browse'

test.describe('a session that ends while somebody is typing', () => {
  test('what they sent goes through the sign-in with them, even after a wrong password', async ({
    page,
    context,
    journey,
  }) => {
    journey.allowErrors(/401/)
    await journey.signIn('manager')
    await page.goto('/slots?sortBy=serial&sortDirection=asc')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    const position = unique('P').slice(0, 12)
    await page.getByLabel(/^Position/).fill(position)
    await context.clearCookies()
    await page.locator('main .form-actions').getByRole('button').click()
    await expect(page.getByRole('heading', { name: 'Your session had ended' })).toBeVisible()
    await expectAccessible(page)
    for (const password of ['wrong', passwordOf('manager')]) {
      await page.getByLabel('Username').fill('manager')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await expect(page.getByText('Signed in again')).toBeVisible()
    await expect(page.getByLabel(/^Position/)).toHaveValue(position)
    await expectAccessible(page)
    await page.locator('main .form-actions').getByRole('button').click()
    await expect(page).toHaveURL(/\/slots\/[0-9a-f]{24}$/)
    await expect(page.getByText(position).first()).toBeVisible()
  })

  test('whoever changes the language there keeps what they sent', async ({ page, context, journey }) => {
    journey.allowErrors(/401/)
    await journey.signIn('manager')
    await page.goto('/slots?sortBy=serial&sortDirection=asc')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    const position = unique('P').slice(0, 12)
    await page.getByLabel(/^Position/).fill(position)
    await context.clearCookies()
    await page.locator('main .form-actions').getByRole('button').click()
    await page.getByRole('button', { name: 'Română' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ro-RO')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
    await expectAccessible(page)
    await page.getByLabel('Username').fill('manager')
    await page.getByLabel('Password', { exact: true }).fill(passwordOf('manager'))
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page.getByLabel(/^Position/)).toHaveValue(position)
    await page.locator('main .form-actions').getByRole('button').click()
    await expect(page).toHaveURL(/\/slots\/[0-9a-f]{24}$/)
    await expect(page.getByText(position).first()).toBeVisible()
  })

  test('breadcrumbs lead to pages that stand', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await page.goto('/advanced/smibs')
    await page
      .getByRole('navigation', { name: 'You are here' })
      .getByRole('link', { name: 'Advanced' })
      .click()
    await expect(page.getByRole('heading', { name: 'Advanced', level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link', { name: 'SMIBs' }).click()
    await expect(page).toHaveURL(/\/advanced\/smibs$/)
  })
})

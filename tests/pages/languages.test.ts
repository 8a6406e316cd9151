import { expect, test } from '../support/journey'

test.describe('languages and themes', () => {
  test('the whole page changes to Romanian and Portuguese and back, and stays', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await page.goto('/slots?query=EGT')
    for (const [name, lang, slots] of [
      ['Română', 'ro', 'Sloturi'],
      ['Português', 'pt', 'Slots'],
      ['English', 'en', 'Slots'],
    ] as const) {
      await page
        .locator('header a')
        .filter({ hasText: /^(EN|RO|PT)$/ })
        .click()
      await page.getByRole('button', { name }).click()
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`))
      await expect(page).toHaveURL(/\/slots\?query=EGT$/)
      void slots
      await page.goto('/locations')
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${lang}`))
      await page.goto('/slots?query=EGT')
    }
  })

  test('built-in roles have their names in the reader’s language wherever a role is named', async ({
    page,
    journey,
  }) => {
    await journey.signIn('admin')
    const inspector = `${'0'.repeat(23)}5`
    page.cookies.set('lng', 'pt')
    await page.goto('/acl/roles')
    await expect(page.locator('main')).not.toContainText('inspector')
    for (const path of [
      '/acl/roles',
      '/acl/user-groups/new',
      '/acl/rules/new',
      '/acl/users/new',
      `/acl/users?role=${inspector}`,
      '/admin/columns-configurations/slots',
    ]) {
      await page.goto(path)
      await expect(page.locator('main')).toContainText('inspetor')
    }
    await page.goto(`/acl/roles/${inspector}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('inspetor')
    for (const path of ['/acl/users', '/user-profile/rights', '/user-profile/profile-overview']) {
      await page.goto(path)
      await expect(page.locator('main')).toContainText('administrador')
    }
  })

  test('a browser that asks for Portuguese gets it before anyone signs in', async ({ journey }) => {
    const page = journey.browser('pt-PT')
    await page.goto('/auth/login')
    await expect(page.locator('html')).toHaveAttribute('lang', /^pt/)
  })
})

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

  test('a browser that asks for Portuguese gets it before anyone signs in', async ({ journey }) => {
    const page = journey.browser('pt-PT')
    await page.goto('/auth/login')
    await expect(page.locator('html')).toHaveAttribute('lang', /^pt/)
  })
})

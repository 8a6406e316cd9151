import { describe } from 'vitest'
import { test, unique, type Page } from '../support/journey'

/** Fills the form of a new token; what it does not name stays as it is. */
async function make(page: Page, { name, tenant = 'Carpathia' }: { name: string; tenant?: string }) {
  await page.goto('/acl/api-tokens/new')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Send SMIB data').check()
  const option = page.locator('select[name="tenant"] option').filter({ hasText: tenant })
  await page.locator('select[name="tenant"]').selectOption((await option.first().getAttribute('value')) ?? '')
  await page.getByRole('button', { name: 'Create token' }).click()
}

describe('API tokens', () => {
  test('a secret is shown once, on the answer’s own page', async ({ page, journey }) => {
    await journey.signIn('admin')
    const name = unique('Gateway')
    await make(page, { name })
    const secret = (await page.locator('output').textContent()) ?? ''
    console.info(secret, page.url())
  })
})

import { describe } from 'vitest'
import { expect, recordOf, test, unique, type Page } from '../../support/journey'

/** Sends the form of a new token that delivers data for one tenant. */
async function make(page: Page, name: string, more: () => Promise<void> = async () => {}) {
  await page.goto('/acl/api-tokens/new')
  await page.locator('input[name="name"]').fill(name)
  await page.getByLabel('Send SMIB data, fetch commands').check()
  await page.locator('select[name="tenant"]').selectOption({ index: 1 })
  await more()
  await page.getByRole('button', { name: 'Create token' }).last().click()
}
const secretOn = (page: Page) => page.getByRole('status', { name: 'Secret' }).innerText()

describe('API tokens', () => {
  test('a secret is shown once, on the page that answers; afterwards nobody reads it', async ({
    page,
    journey,
  }) => {
    await journey.signIn('admin')
    const name = unique('Gateway')
    await make(page, name)
    await expect(page.getByText('This is shown once.')).toBeVisible()
    const secret = await secretOn(page)
    expect(secret).toMatch(/^bo_[\w-]{43}$/)
    expect(page.url()).not.toContain(secret)
    // One tap selects all of it; a button that copies it comes with the script.
    expect(page.document.querySelector('[data-island="copy"] output.select-all')?.textContent).toBe(secret)
    await page.getByRole('link', { name: 'I have stored it' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    expect(await page.content()).not.toContain(secret)
    await expect(page.locator('main')).toContainText(secret.slice(0, 7))
    await page.goto(`/acl/api-tokens?query=${name}`)
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Send SMIB data')
    expect(await page.content()).not.toContain(secret)
  })

  test('what is wrong is told by its field, with all that was typed', async ({ page, journey }) => {
    journey.allowErrors(/422/)
    await journey.signIn('admin')
    const name = unique('Gateway')
    await make(page, name, () => page.locator('textarea[name="addresses"]').fill('10.20.0.0/16\n10.20.0.5/8'))
    await expect(page.locator('main')).toContainText('10.0.0.0/8 was probably meant')
    await expect(page.locator('input[name="name"]')).toHaveValue(name)
    await page.locator('textarea[name="addresses"]').fill('10.20.0.0/16, 2001:db8::/32')
    await page.getByRole('button', { name: 'Create token' }).last().click()
    expect(await secretOn(page)).toMatch(/^bo_/)
    await page.getByRole('link', { name: 'I have stored it' }).click()
    await expect(page.locator('main')).toContainText('10.20.0.0/16, 2001:db8::/32')
  })

  test('a form with many faults tells them once, by field, with what was meant', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await journey.signIn('admin')
    await page.goto('/acl/api-tokens/new')
    await expect(page.locator('label[for$="tenant"]').first()).toHaveText('Tenant or “All tenants”')
    await page.locator('input[name="name"]').fill('gw')
    await page.getByLabel('Send SMIB data, fetch commands').check()
    await page.locator('textarea[name="addresses"]').fill('gateway\n10.0.0.1/8\n10.0.0.0/99')
    await page.getByRole('button', { name: 'Create token' }).last().click()
    const summary = page.getByRole('alert').first()
    await expect(summary).toContainText('3 fields need attention')
    for (const told of [
      'Tenant is required',
      '“gateway” is not an address or network',
      '10.0.0.0/8 was probably meant',
      'a whole number from 0 to 32',
    ])
      await expect(summary).toContainText(told)
  })

  test('a location of another tenant is named, and then those of the chosen one are offered', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await journey.signIn('admin')
    const tenant = await recordOf(page, '/tenants?query=Sala')
    const other = await recordOf(page, '/locations?query=Titan')
    await page.goto(`/acl/api-tokens/new?tenant=${tenant}&locations=${other}`)
    const boxes = page.locator('input[name="locations"]')
    const offered = await boxes.count()
    await page.locator('input[name="name"]').fill(unique('Gateway'))
    await page.getByLabel('Send SMIB data, fetch commands').check()
    await page.getByRole('button', { name: 'Create token' }).last().click()
    await expect(page.getByRole('alert').first()).toContainText('Of another tenant: ')
    await expect(page.getByRole('alert').first()).toContainText('București Titan')
    expect(await boxes.count()).toBe(offered)
    await page.goto('/acl/api-tokens/new')
    expect(await boxes.count()).toBeGreaterThan(offered)
  })

  test('it is rotated with an overlap, and revoked for good', async ({ page, journey }) => {
    await journey.signIn('admin')
    await make(page, unique('Gateway'))
    const before = await secretOn(page)
    await page.getByRole('link', { name: 'I have stored it' }).click()
    const record = page.url()
    await page.goto(`${record}/rotate`)
    await page.locator('select[name="overlap"]').selectOption('day')
    await page.locator('textarea[name="reason"]').fill('Twice a year')
    await page.getByRole('button', { name: 'Make new secret' }).last().click()
    const after = await secretOn(page)
    expect([after === before, /^bo_/.test(after)]).toEqual([false, true])
    await page.goto(`${record}/revoke`)
    await page.locator('textarea[name="reason"]').fill('The gateway is gone')
    await page.getByRole('button', { name: 'Revoke token' }).last().click()
    await expect(page.getByText('Token revoked.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
    await expect(page.locator('main')).toContainText('The gateway is gone')
    expect(await page.content()).not.toContain(after)
  })

  test('whoever has no permission has no such pages', async ({ page, journey }) => {
    journey.allowErrors(/403/)
    await journey.signIn('operator')
    await page.goto('/acl/api-tokens')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Not permitted')
  })
})

/** What takes a second person, and a locked period, without scripts and in three languages. */
import { firstRecord } from '../support/any-page'
import { dayPages } from '../support/day-kinds'
import { expect, signIn, test, type Page } from '../support/journey'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

test('a sealing is asked by a manager and approved by an administrator; the month is locked afterwards', async ({
  page,
  journey,
}) => {
  const admin = journey.browser('en-GB')
  await signIn(admin, 'admin')
  await journey.signIn('manager')
  const location = (await firstRecord(page, '/locations?query=Titan')).split('/').at(-1) ?? ''
  const tenant = (await firstRecord(page, '/tenants')).split('/').at(-1) ?? ''
  const told = await page.goto(`/tenants/${tenant}/fraud-settings`)
  expect(told.status).toBe(200)
  await dayPages(page, location, list => firstRecord(page, list))
  const month = (await firstRecord(page, '/reports/monthly-reports')).replace('monthly-report', 'month-desk')
  await page.goto(month)
  await expect(page.getByText('No period is locked').first()).toBeVisible()
  await page.locator('main [name=through]').fill('2001-01-31')
  await page.locator('main form:has([name=through]) [name=reason]').fill('The month was handed over')
  await page.getByRole('button', { name: 'Set the lock' }).click()
  expect(mainOf(page)).toContain('The month was handed over')
  for (const [language, word] of [
    ['ro-RO', 'Blocarea perioadei'],
    ['pt-PT', 'Bloqueio do período'],
  ] as const) {
    const other = journey.browser(language)
    await signIn(other, 'manager')
    await other.goto(month)
    expect(mainOf(other)).toContain(word)
  }
})

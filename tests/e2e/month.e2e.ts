/**
 * An accountant's month: accepted and sealed from its desk by one press, with scripts and without; the page shows how
 * far it is by itself.
 */
import { expect, expectAccessible, test } from './browse'

test('a month is accepted and sealed by one press, and its desk follows until it is over', async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  await page.goto('/locations?sortBy=name')
  // Each run of the journey has a location of its own.
  const link = page.getByRole('rowheader').getByRole('link')
  const href = await link.nth(test.info().project.name === 'js-on' ? 0 : 1).getAttribute('href')
  const month = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 7)
  await page.goto(`/reports/month-desk/${href?.split('/').at(-1) ?? ''}-${month}`)
  await expectAccessible(page)
  const main = page.getByRole('main')
  await main.getByLabel('All gaps of these days').check()
  await main.getByText('SMIB without connection', { exact: true }).click()
  await main.getByRole('button', { name: 'Accept and seal' }).click()
  await expect(page).toHaveURL(/month-desk/)
  await expect(main.getByText(/^\d+ days? sealed: /)).toBeVisible({ timeout: 60_000 })
  await expect(main.getByRole('heading', { name: 'Sealing', exact: true })).toBeVisible()
})

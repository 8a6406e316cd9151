import { expect, test, type Page } from '../support/journey'

const main = (page: Page) => page.getByRole('main')

test.describe('cash', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('manager'))

  test('a collector who counts less than the meters say is asked why, keeps what was typed, and prints the slip', async ({
    page,
  }) => {
    await page.goto('/reports/collector-checkpoints')
    await expect(main(page).getByText('short').first()).toBeVisible()
    await page.locator('th[scope=row] a[href]').first().click()
    const href = await page.locator('dd a[href^="/slots/"]').first().getAttribute('href')
    await page.goto(`/reports/collector-checkpoints/new?slot=${(href ?? '').split('/').at(-1)}&bag=T-7`)
    await page.locator('input[name="counted_10000"]').fill('1')
    await main(page).getByRole('button', { name: 'Save collection' }).last().click()
    await expect(main(page).getByText('Less cash than the meters say').first()).toBeVisible()
    await expect(page.locator('input[name="counted_10000"]')).toHaveValue('1')
    await expect(main(page).getByLabel('Bag no.')).toHaveValue('T-7')
    await page.locator('textarea[name="reason"]').fill('The stacker was changed yesterday')
    await main(page).getByRole('button', { name: 'Save collection' }).last().click()
    await expect(main(page).getByText('are missing').first()).toBeVisible()
    await main(page).getByRole('link', { name: 'Open slip' }).first().click()
    await expect(main(page).getByText('Counted in the presence of')).toBeVisible()
    await expect(main(page).getByText('T-7')).toBeVisible()
  })
})

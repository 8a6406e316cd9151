import { expect, test, type Page } from '../../support/journey'

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

  test('from a collection to all meters of its moment and back, and there from the list of checkpoints', async ({
    page,
  }) => {
    await page.goto('/reports/collector-checkpoints')
    await page.locator('th[scope=row] a[href]').first().click()
    const [collection, number] = [page.url(), await page.locator('h1').textContent()]
    await main(page).getByRole('link', { name: 'All meters of that moment' }).click()
    await expect(page).toHaveURL(/\/checkpoint\/slot\/[0-9a-f]{24}$/)
    await expect(main(page).getByText('Bills in (cr.)')).toBeVisible()
    const checkpoint = page.url()
    await main(page)
      .getByRole('link', { name: (number ?? '').trim(), exact: true })
      .click()
    await expect(page).toHaveURL(collection)
    await page.goto('/advanced/checkpoints?kind=collection&timeRange=now-60d')
    await expect(page.locator(`main td a[href="${new URL(checkpoint).pathname}"]`)).toBeVisible()
  })

  test('a payment is found by its reference with its whole log, at the specification’s other address too', async ({
    page,
  }) => {
    await page.goto('/reports/payment-transactions')
    await expect(main(page).getByText('conflicting events').first()).toBeVisible()
    const href = await page.locator('th[scope=row] a[href]').last().getAttribute('href')
    await page.goto(`/reports/payment-transaction?id=${(href ?? '').split('/').at(-1)}`)
    await expect(page).toHaveURL(new RegExp(`${href}$`))
    await expect(main(page).getByText('Payment Log').first()).toBeVisible()
    await expect(main(page).getByText('authorised').first()).toBeVisible()
  })

  test('a cashout that hangs is reset with a reason, and told as ordered until its slot confirms it', async ({
    page,
  }) => {
    await page.goto('/operations/remote-cashout')
    await page.locator('th[scope=row] a[href]').first().click()
    await main(page).getByRole('link', { name: 'Reset' }).first().click()
    await main(page).getByLabel('Reason').fill('The player has left')
    await main(page).getByRole('button', { name: 'Reset cashout' }).last().click()
    await expect(page.getByText('It is done when the slot confirms it').first()).toBeVisible()
    await page.goto('/operations/remote-cashout')
    await expect(main(page).getByText('ordered, not confirmed').first()).toBeVisible()
  })
})

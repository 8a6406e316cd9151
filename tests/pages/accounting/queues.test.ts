import { expect, test } from '../../support/journey'

test.describe('a work queue', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('manager'))

  test('opens on what is open, oldest first, says of how many, and leads to all of it', async ({ page }) => {
    await page.goto('/anomalies')
    await expect(page).toHaveURL(/\/anomalies\?state=open&state=acknowledged&sortBy=first_at$/)
    const main = page.getByRole('main')
    const line = main.locator('p').filter({ hasText: 'Open anomalies, oldest first' })
    await expect(line).toContainText('Open anomalies, oldest first')
    const [, shown, all] = /(\d+) of (\d+)/.exec((await line.textContent()) ?? '') ?? []
    expect(Number(shown)).toBeLessThanOrEqual(Number(all))
    // The file and the page on paper hold what the screen does.
    await expect(main.locator('a[href*="/anomalies/print?"]').first()).toHaveAttribute(
      'href',
      /state=open&state=acknowledged&sortBy=first_at/,
    )
    await line.getByRole('link', { name: 'Show all' }).click()
    await expect(page).toHaveURL(/\/anomalies\?view=all$/)
    await expect(main.getByText('Open anomalies')).toHaveCount(0)
    await page.getByRole('link', { name: 'Open', exact: true }).click()
    await expect(page).toHaveURL(/\?state=open&state=acknowledged&sortBy=first_at$/)
  })

  test('shows both of the two states that it is narrowed to, and keeps them with the next press', async ({
    page,
  }) => {
    await page.goto('/repairs')
    await expect(page).toHaveURL(/state=open&state=contested/)
    const filters = page.getByRole('main').locator('form.filters')
    await expect(filters.locator('details summary').first()).toContainText('Open, Contested')
    await expect(filters.locator('select[name=state]')).toHaveCount(0)
    const ticked = [...page.document.querySelectorAll('form.filters [name=state]')].filter(one =>
      one.hasAttribute('checked'),
    )
    expect(ticked.map(one => one.getAttribute('value'))).toEqual(['open', 'contested'])
    await page.goto('/repairs?state=open')
    await expect(filters.locator('select[name=state]')).toHaveCount(1)
  })

  test('an address that asks something shows what it always did', async ({ page }) => {
    await page.goto('/anomalies?rowsPerPage=500')
    await expect(page).toHaveURL(/\/anomalies\?rowsPerPage=500$/)
    await expect(page.getByRole('main').getByText('Open anomalies')).toHaveCount(0)
  })

  test('of somebody with a default view of their own opens with that', async ({ page }) => {
    await page.goto('/repairs/views?state=decided')
    await page.getByLabel('Name', { exact: true }).fill('Decided ones')
    await page.getByLabel('Use as default view').check()
    await page.getByRole('button', { name: 'Save view' }).last().click()
    await page.goto('/repairs')
    await expect(page).toHaveURL(/\/repairs\?state=decided&view=[0-9a-f]{24}/)
    await page.goto('/repairs/views')
    await page
      .getByRole('row', { name: 'Decided ones' })
      .getByRole('button', { name: 'Open without a view' })
      .click()
    await page.goto('/repairs')
    await expect(page).toHaveURL(/\/repairs\?state=open&state=contested&sortDirection=asc$/)
  })

  test('says that nothing is open, in the reader’s language, and leads to the rest', async ({
    page,
    site,
  }) => {
    await site.deps.db.updateTable('anomalies').set({ state: 'cleared' }).execute()
    page.cookies.set('lng', 'ro')
    await page.goto('/anomalies')
    await expect(page.getByText('Nicio anomalie de evaluat.')).toBeVisible()
    await expect(page.getByText(/^0 din [1-9]/)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Afișează toate' }).click()
    await expect(page).toHaveURL(/\/anomalies\?view=all$/)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })
})

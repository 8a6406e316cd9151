import { expect, test, unique, type Page } from '../../support/journey'

const total = async (page: Page) => Number((await page.locator('.page-total').innerText()).replace(/\D/g, ''))
/** Rows of a CSV file, without its header. */
const rowsOf = (file: string) => file.trim().split('\r\n').slice(1)

async function openPicker(page: Page, words: string): Promise<void> {
  await page.locator('a[data-sheet=period]').filter({ hasText: words }).click()
}

test.describe('the slots of a period', () => {
  test('a manager picks a period, pins it, prints it, and takes exactly its machines into a file and a bulk action', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    await page.goto('/slots')
    const all = await total(page)
    await openPicker(page, 'Any')
    await expect(page.getByText('Narrowed to one location, the list offers')).toBeVisible()
    await page.getByLabel('Or as an expression').fill('last week-1d')
    await page.getByRole('button', { name: 'Show this period' }).click()
    await expect(page).toHaveURL(/\/slots\?timeRange=last\+week-1d$/)
    await expect(
      page.getByText(
        /^Slots that reported counters from [\d/]{10} to [\d/]{10} \(Europe\/Bucharest\), by whole hours\./,
      ),
    ).toBeVisible()
    const some = await total(page)
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)

    // Order, page and page size belong to the same list.
    await page.getByRole('columnheader', { name: 'Last message' }).getByRole('link').click()
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect(page).toHaveURL(/timeRange=last\+week-1d&sortBy=last_seen_at&page=2/)
    expect(await total(page)).toBe(some)

    await page.getByRole('link', { name: 'Link to exactly this period' }).click()
    await expect(page).toHaveURL(/\/slots\?dateStart=[^&]+Z&dateEnd=[^&]+Z&sortBy=last_seen_at/)
    expect(await total(page)).toBe(some)
    const pinned = new URL(page.url()).search
    const file = await page.request.get(`/slots/export.csv${pinned}`)
    expect(rowsOf(await file.text())).toHaveLength(some)
    await page.goto(`/slots/print${pinned}`)
    await expect(
      page.getByText(/^Slots that reported counters from .* \(Europe\/Bucharest\), by whole hours\.$/),
    ).toBeVisible()
    await page.goto(`/slots/columns${pinned}`)
    await page.getByRole('link', { name: 'Cancel' }).click()
    expect(await total(page)).toBe(some)

    // All that match, by a relative period: the address of the command names what was meant.
    await page.goto('/slots?timeRange=last+week-1d')
    await page.getByLabel(/^All \d+ that match$/).check()
    await page.getByRole('button', { name: 'Bulk action' }).click()
    await expect(page).toHaveURL(/\/bulk-actions\/new\?matching=1&dateStart=[^&]+Z&dateEnd=[^&]+Z$/)
    await expect(page.getByText(/Installed during: .* – /)).toBeVisible()
    await page.getByLabel('Reason').fill(unique('Period'))
    await page.getByLabel('Also slots with more than small credits on them').check()
    await page.getByLabel('Also slots that are offline').check()
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByRole('heading', { name: /^Lock \d+ slots$/ })).toBeVisible()
    await expect(page.locator('main')).toContainText(`All ${some}Will change`)

    await page.goto('/slots?timeRange=last+week-1d')
    await page.getByLabel(/^All \d+ that match$/).check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page).toHaveURL(/\/slots\/edit-many\?matching=1&dateStart=/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(String(some))
  })

  test('a file written in the background holds the list’s rows, and says which period they are of', async ({
    page,
    journey,
  }) => {
    await journey.signIn('auditor')
    await page.goto('/slots?timeRange=yesterday')
    const some = await total(page)
    await page.goto('/slots/export?timeRange=yesterday')
    await expect(
      page.getByText(/^Slots that reported counters from .* \(Europe\/Bucharest\), by whole hours\.$/),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Write the file' }).click()
    await expect(async () => {
      await page.goto(page.url())
      await expect(page.getByRole('link', { name: 'Download CSV' })).toBeVisible()
    }).toPass({ timeout: 20_000 })
    await expect(page.getByText(/^Slots that reported counters from .* by whole hours\.$/)).toBeVisible()
    const file = await page.request.get(`${page.url()}/file.csv`)
    expect(rowsOf((await file.body()).toString('utf8'))).toHaveLength(some)
  })

  test('a saved view stays relative; a chip lets the period go; nobody at work is explained', async ({
    page,
    journey,
  }) => {
    await journey.signIn('operator')
    const name = unique('Yesterday')
    await page.goto('/slots/views?timeRange=yesterday&status=active')
    await expect(
      page.getByText('What is saved: Ordered state: active · Installed during: Yesterday.'),
    ).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save view' }).last().click()
    await expect(page).toHaveURL(/\/slots\?status=active&timeRange=yesterday&view=[0-9a-f]{24}$/)
    await page.getByRole('link', { name: 'Remove filter Installed during: Yesterday' }).click()
    await expect(page).toHaveURL(/\/slots\?status=active$/)

    await page.goto('/slots?dateStart=2001-01-01T00:00Z&dateEnd=2001-02-01T00:00Z')
    await expect(page.getByText('No slot was installed during this period.')).toBeVisible()
    await page.getByRole('link', { name: 'Drop the period' }).click()
    await expect(page).toHaveURL(/\/slots$/)
    expect((await page.goto('/slots?timeRange=soon&dateStart=never&dateEnd=2026-02-30'))?.status()).toBe(200)
    await expect(page.getByText('Unknown value “soon” for timeRange.')).toBeVisible()
    expect(await total(page)).toBeGreaterThan(0)
    await page.goto('/slots-demo?timeRange=yesterday')
    await expect(page).toHaveURL(/\/slots\?timeRange=yesterday&demo=1$/)
    expect((await page.goto('/slots-offline'))?.status()).toBe(200)
  })

  test('of one hall, a gaming day can be chosen as its checkpoint', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await page.goto('/locations')
    const location =
      ((await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? '')
        .split('/')
        .at(-1) ?? ''
    await page.goto(`/slots?location=${location}`)
    await openPicker(page, 'Any')
    await page.getByLabel('Checkpoint').check()
    await page.getByLabel('From gaming day').selectOption({ index: 3 })
    await page.getByRole('button', { name: 'Show this period' }).click()
    await expect(page).toHaveURL(new RegExp(`/slots\\?location=${location}&dateStart=[^&]+Z&dateEnd=[^&]+Z$`))
    expect(await total(page)).toBeGreaterThan(0)
  })
})

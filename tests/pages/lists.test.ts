import { expect, test, type Page } from '../support/journey'

test.describe('the list of slots', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('manager'))

  test('a machine is found by part of its serial, with its state', async ({ page }) => {
    await page.goto('/slots')
    const serial = await page.getByRole('rowheader').first().innerText()
    await page
      .getByRole('main')
      .getByRole('searchbox', { name: 'Search' })
      .fill(serial.slice(3).toLowerCase())
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/query=/)
    await expect(page.getByRole('rowheader', { name: serial })).toBeVisible()
    await page.getByRole('link', { name: serial }).click()
    await expect(page.getByRole('heading', { name: serial, level: 1 })).toBeVisible()
  })

  test('it is narrowed by a filter, which the address keeps and its chip removes', async ({ page }) => {
    await page.goto('/slots')
    await openFilters(page)
    await page.getByRole('main').getByLabel('Location', { exact: true }).selectOption({ index: 1 })
    const location = await page
      .getByRole('main')
      .getByLabel('Location', { exact: true })
      .locator('option:checked')
      .innerText()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/location=[0-9a-f]{24}/)
    const places = page.getByRole('main').getByRole('cell', { name: location, exact: true })
    await expect(places).toHaveCount(await page.getByRole('rowheader').count())
    await page.goto(page.url())
    await expect(places.first()).toBeVisible()
    await page.getByRole('link', { name: /^Remove filter/ }).click()
    await expect(page).not.toHaveURL(/location=/)
  })

  test('what few people ask for is chosen on a page of its own, and stays chosen beside the rest', async ({
    page,
  }) => {
    await page.goto('/slots?lock_state=active')
    await page.getByRole('main').getByRole('link', { name: 'More filters' }).click()
    await expect(page).toHaveURL(/\/slots\/filters\?lock_state=active$/)
    await page.getByLabel('Manufacturer', { exact: true }).selectOption({ label: 'EGT' })
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/\/slots\?lock_state=active&manufacturer=[0-9a-f]{24}$/)
    await page.getByLabel('Connection', { exact: true }).selectOption('online')
    await page.getByRole('main').getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/manufacturer=[0-9a-f]{24}/)
    const chips = page.getByRole('list', { name: 'Active filters' })
    await expect(chips).toContainText('Manufacturer: EGT')
    await expect(chips).toContainText('Connection: online')
  })

  test('it is sorted by a column, up and down', async ({ page }) => {
    await page.goto('/slots')
    const serials = () => page.getByRole('rowheader').allInnerTexts()
    // Newest first (ruling 32): no column says so.
    await expect(page.locator('th[aria-sort]')).toHaveCount(0)
    await page.getByRole('columnheader', { name: 'Serial' }).getByRole('link').click()
    const up = await serials()
    expect(up).toEqual([...up].sort())
    await page.getByRole('columnheader', { name: 'Serial' }).getByRole('link').click()
    await expect(page).toHaveURL(/sortDirection=desc/)
    const down = await serials()
    expect(down).toEqual([...down].sort().reverse())
    expect(down[0]).not.toBe(up[0])
    await expect(page.getByRole('columnheader', { name: 'Serial' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
  })

  test('its pages follow each other; one beyond the end shows the last, and says so', async ({ page }) => {
    await page.goto('/slots')
    const first = await page.getByRole('rowheader').allInnerTexts()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    const second = await page.getByRole('rowheader').allInnerTexts()
    expect(second.filter(serial => first.includes(serial))).toEqual([])
    await page.goto('/slots?page=9999')
    await expect(page.getByText('There is no page 9999; this is the last one.')).toBeVisible()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
  })

  test('what the address cannot mean is left out with a notice, never an error', async ({ page }) => {
    for (const bad of [
      'page=zero',
      'sortBy=password',
      'rowsPerPage=-3',
      'location=x',
      'nonsense=1',
      'page=1&page=2',
      'query=%00',
      'state=%E0%A4',
      'status=gone&status=active',
    ]) {
      const response = await page.goto(`/slots?${bad}`)
      expect(response?.status(), bad).toBeLessThan(500)
      await expect(
        page.getByRole('main').getByRole('table').or(page.getByText('Nothing matches these filters.')),
      ).toBeVisible()
    }
    await page.goto('/slots?sortBy=password')
    await expect(page.getByText('Part of the address was not used')).toBeVisible()
  })

  test('a search without result says so and offers the way back', async ({ page }) => {
    await page.goto('/slots?query=no-such-machine')
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Reset filters' }).first().click()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
  })

  test('rows stay ticked from page to page', async ({ page }) => {
    await page.goto('/slots')
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check()
    await page.getByRole('button', { name: 'Next page', exact: true }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText('1 selected on other pages')).toBeVisible()
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check()
    await page.getByRole('button', { name: 'Previous page', exact: true }).click()
    await expect(page.getByRole('checkbox', { name: /^Select / }).first()).toBeChecked()
    await page.getByRole('link', { name: 'Clear selection' }).click()
    await expect(page.getByRole('checkbox', { name: /^Select / }).first()).not.toBeChecked()
  })

  test('all rows of a page are ticked at once, on whichever page, beside what was ticked before', async ({
    page,
  }) => {
    await page.goto('/slots')
    const boxes = page.getByRole('checkbox', { name: /^Select / })
    await boxes.first().check()
    await page.getByRole('button', { name: 'Next page', exact: true }).click()
    await page.getByRole('button', { name: 'Select this page' }).click()
    await expect(page.getByText('1 selected on other pages')).toBeVisible()
    expect(await page.locator('main [name=selected]').count()).toBe(11)
    await expect(boxes.last()).toBeChecked()
    await page.getByRole('button', { name: 'Previous page', exact: true }).click()
    await expect(page.getByText('10 selected on other pages')).toBeVisible()
    await page.goto('/slots?tick=zero')
    await expect(page.getByText('Unknown value “zero” for tick.')).toBeVisible()
  })

  test("its columns are this person's own, and can be restored", async ({ page }) => {
    await page.goto('/slots/columns')
    await page.getByRole('checkbox', { name: 'Manufacturer', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Game mix', exact: true }).uncheck()
    await page.getByRole('spinbutton', { name: 'Position of Manufacturer' }).fill('1')
    await page.getByRole('spinbutton', { name: 'Position of Location' }).fill('9')
    await page.getByRole('button', { name: 'Save columns' }).click()
    await expect(page.getByRole('columnheader', { name: 'Manufacturer' })).toBeVisible()
    const headers = await page.getByRole('columnheader').allInnerTexts()
    expect(headers.some(header => header.includes('Game mix'))).toBe(false)
    expect(headers.findIndex(header => header.includes('Manufacturer'))).toBeLessThan(
      headers.findIndex(header => header.includes('Location')),
    )
    await page.goto('/slots/columns')
    await page.getByRole('button', { name: 'Restore the standard columns' }).click()
    await expect(page.getByRole('columnheader', { name: 'Game mix' })).toBeVisible()
  })

  test('the page size is remembered', async ({ page }) => {
    await page.goto('/slots')
    // Until somebody has chosen, the sizes lie open (ruling 42).
    await page.getByRole('button', { name: '25 per page' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(25)
    await page.goto('/slots')
    await expect(page.getByRole('rowheader')).toHaveCount(25)
    await page.getByRole('button', { name: '10 per page' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(10)
  })

  test('the export holds the whole filtered list, not the page', async ({ page }) => {
    await page.goto('/slots?query=EGT')
    // Journeys that import slots may bring the total beyond a thousand, which is written with a comma.
    const total = Number(
      (
        await page
          .getByText(/^1–\d+ of [\d,]+$/)
          .first()
          .innerText()
      )
        .split(' ')
        .at(-1)
        ?.replaceAll(',', ''),
    )
    const response = await page.request.get('/slots/export.csv?query=EGT')
    expect(response.headers()['content-type']).toContain('text/csv')
    expect(response.headers()['content-disposition']).toMatch(/attachment; filename=/)
    const text = (await response.body()).toString('utf8')
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.trim().split(/\r?\n/)).toHaveLength(total + 1)
  })

  test('on paper the list says by what it is narrowed, when, in which zone and by whom it was printed', async ({
    page,
  }) => {
    await page.goto('/slots/print?query=EGT')
    await expect(page.getByRole('main').getByText(/EGT/).first()).toBeVisible()
    expect(await page.getByRole('rowheader').count()).toBeGreaterThan(10)
    await expect(page.getByText(/Mihaela Țăranu · .* · Europe\/Bucharest/)).toBeVisible()
  })

  test('the page for paper is headed by its list, and says when in full, with the zone', async ({ page }) => {
    await page.goto('/slots/print?query=EGT')
    await expect(page.locator('h1:not(.sr-only)')).toHaveText('Slots')
    const times = await page.getByRole('table').locator('time').allInnerTexts()
    expect(times.length).toBeGreaterThan(10)
    expect(times.filter(time => !/\d{4}.*\d\d:\d\d:\d\d (?:GMT|EE)/.test(time))).toEqual([])
  })
})

/** Filters fold away where the window is small. */
async function openFilters(page: Page): Promise<void> {
  const folded = page.locator('summary', { hasText: 'Show filters' })
  if (await folded.isVisible()) await folded.click()
}

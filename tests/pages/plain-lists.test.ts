import { expect, test, unique, type Page } from '../support/journey'

/** A file's lines, without its heading. */
async function linesOf(page: Page, address: string): Promise<string[]> {
  const file = await page.request.get(address)
  expect(file.status()).toBe(200)
  expect(file.headers()['content-disposition']).toMatch(/^attachment; filename="[^"]+\d{14}\.csv"/)
  return (await file.body()).toString('utf8').trim().split('\r\n').slice(1)
}

const totalOf = async (page: Page) =>
  Number((await page.locator('.page-total').innerText()).replaceAll(',', ''))
const fileAt = async (page: Page) =>
  (await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')) ?? ''

test.describe('lists of work', () => {
  test('what was edited in bulk is found by a word of its reason, narrowed, sorted, and carried away as it stands', async ({
    page,
    journey,
  }) => {
    const reason = unique('Ordered')
    await journey.signIn('manager')
    await page.goto('/slots?query=EGT&state=online')
    for (const box of (await page.getByRole('checkbox', { name: /^Select (?!this page)/ }).all()).slice(0, 2))
      await box.check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.locator('select[name="set.position"]').selectOption('set')
    await page.locator('input[name="position"]').fill(unique('P'))
    await page.getByLabel('Reason').fill(reason)
    await page.locator('main form .btn-primary').last().click()
    await page.locator('button[value="confirm"]').click()
    await page.goto('/slots/changes')
    const file = await linesOf(page, await fileAt(page))
    expect(file).toHaveLength(await totalOf(page))

    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(reason.toLowerCase())
    await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Edit' })
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/\/slots\/changes\?query=ordered-[^&]+&action=update$/)
    await expect(page.getByRole('row').filter({ hasText: reason })).toHaveCount(1)
    expect(await linesOf(page, await fileAt(page))).toEqual([expect.stringContaining(reason)])
    await page.getByRole('list', { name: 'Active filters' }).getByRole('link').nth(1).click()
    await expect(page).toHaveURL(/\/slots\/changes\?query=ordered-[^&]+$/)
    await page.goto('/slots/changes?action=archive&query=nobody-wrote-this')
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Reset filters' }).last().click()
    await expect(page).toHaveURL(/\/slots\/changes$/)
    await page.getByRole('link', { name: 'Chosen' }).click()
    await expect(page.getByRole('columnheader', { name: 'Chosen' })).toHaveAttribute('aria-sort', 'ascending')
  })

  test('bulk actions, finished tasks, files and earlier imports are narrowed and carried away alike', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    // A list with nothing in it offers no filter: from another one they are always asked.
    for (const [path, other, value, words] of [
      ['/bulk-actions?outcome=failed', 'failed', 'stopped', 'State: stopped'],
      ['/advanced/tasks?show=completed&state=failed', 'failed', 'done', 'State: Done'],
      ['/data-exports?state=failed', 'failed', 'expired', 'State: expired'],
      ['/slots-import?state=stopped', 'stopped', 'discarded', 'State: discarded'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByLabel('State', { exact: true })).toHaveValue(other)
      await page.getByLabel('State', { exact: true }).selectOption(value)
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page).toHaveURL(new RegExp(`(state|outcome)=${value}`))
      await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(words)
      const shown = await page.getByRole('main').locator('.data-table tbody tr').count()
      if (shown === 0) {
        await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
        continue
      }
      const lines = await linesOf(page, await fileAt(page))
      expect(lines.length, path).toBeGreaterThanOrEqual(shown)
      if (shown < 10) expect(lines, path).toHaveLength(shown)
    }
  })

  test('what a machine was told leaves as a file, in the language and zone of the page', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    await page.goto('/slots?query=EGT&status=active')
    const slot =
      ((await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? '')
        .split('/')
        .at(-1) ?? ''
    const why = unique('Lamp')
    await page.goto(`/slots/${slot}/lock`)
    await page.getByLabel('Reason').fill(why)
    await page.locator('main form .btn-primary, main form .btn-error').last().click()
    await page.goto(`/slot/control/${slot}/commands`)
    const [newest] = await linesOf(page, await fileAt(page))
    expect(newest).toContain(why)
    expect(newest).toMatch(/,\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d,/)
  })
})

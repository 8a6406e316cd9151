/**
 * A file of openings: checked, committed with a reason, and found as the slot's first reading: without scripts, in
 * three languages.
 */
import { expect, signIn, test, type Page } from '../../support/journey'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

test('a manager finds the import of openings, whose template can be filled in', async ({ page, journey }) => {
  await journey.signIn('manager')
  for (const [language, title] of [
    ['ro-RO', 'Importă indecșii de deschidere'],
    ['pt-PT', 'Importar índices de abertura'],
  ] as const) {
    const other = journey.browser(language)
    await signIn(other, 'manager')
    await other.goto('/openings-import')
    expect(mainOf(other)).toContain(title)
  }
  await page.goto('/manual-readings')
  expect(page.document.querySelector('a[href="/openings-import"]')?.textContent).toContain('Import openings')
  await page.goto('/openings-import')
  // What counts already is never changed by a file.
  expect(page.document.querySelectorAll('[name=mode]').length).toBe(1)
  await page.locator('main [name=text]').fill('slot_serial,read_at,coin_in\nNO-SUCH,2026-01-01 08:00,5')
  await page.getByRole('button', { name: 'Check the rows', exact: true }).click()
  await expect(page).toHaveURL(/\/openings-import\/[0-9a-f]{24}/)
  const checked = page.url()
  await expect
    .poll(async () => {
      await page.goto(checked)
      return mainOf(page)
    })
    .toContain('is not known here')
})

/** What every test of the import pages does. */
import { expect, type Page } from './journey'

export const csv = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/** Reloads, as a person without scripts does, until the work is over. */
export async function until(page: Page, state: string): Promise<void> {
  await expect(async () => {
    await page.goto(page.url())
    await expect(page.locator('.page-title').getByText(state, { exact: true })).toBeVisible()
  }).toPass({ timeout: 30_000 })
}

export const upload = async (
  page: Page,
  file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0],
  path = '/slots-import',
) => {
  await page.goto(path)
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Check the rows' }).click()
}

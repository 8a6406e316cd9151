import { expect, type Page } from '@playwright/test'

/** Locks the active slot on that row of the list, last serials first; says which. */
export async function lockOne(page: Page, row: number, reason: string): Promise<string> {
  await page.goto('/slots?query=NOV-&status=active&sortDirection=desc&rowsPerPage=50')
  const header = page.getByRole('rowheader').nth(row)
  const serial = await header.innerText()
  await header.getByRole('link').click()
  await page.getByRole('link', { name: 'Lock', exact: true }).click()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Lock slot' }).click()
  await expect(page.getByRole('definition').filter({ hasText: reason })).toBeVisible()
  return serial
}

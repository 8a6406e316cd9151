/**
 * The handpay that waits in the demo's first location: its tile, the list with its sum, on paper and as a file, and its
 * slip.
 */
import { expect, test } from '../../support/journey'

test('an operator finds what waits from the start page, with the same sum on the page, on paper and in the file', async ({
  page,
  journey,
}) => {
  await journey.signIn('operator')
  await page.goto('/')
  await page.locator('main a[href^="/operations/handpays"]').first().click()
  const totalAt = () =>
    [...page.document.querySelectorAll('main tfoot tr')].map(row =>
      [...row.children].map(cell => cell.textContent),
    )
  const rows = page.document.querySelectorAll('main tbody tr').length
  expect(rows).toBeGreaterThan(0)
  const shown = totalAt()
  expect(shown).toHaveLength(1)
  expect(shown[0]?.[0]).toBe('Total')
  const amounts = [...page.document.querySelectorAll('main tbody tr')].map(row =>
    Number(row.children[3]?.textContent.replaceAll(/[^\d.]/g, '')),
  )
  const total = Number(shown[0]?.[3]?.replaceAll(/[^\d.]/g, ''))
  expect(total).toBeCloseTo(
    amounts.reduce((sum, one) => sum + one, 0),
    2,
  )
  expect(total).toBeGreaterThanOrEqual(1_480)
  // Whoever waits is looked at by how long.
  await expect(page.getByRole('main').getByRole('row').nth(1)).toContainText(/\d+ \w+ ago/)

  await page.goto('/operations/handpays/print')
  expect(totalAt().map(cells => cells.filter(Boolean))).toEqual(shown.map(cells => cells.filter(Boolean)))
  const csv = await (await page.request.get('/operations/handpays/export.csv')).text()
  const last = csv.trimEnd().split('\r\n').at(-1)?.split(',')
  expect(last?.[0]).toBe('Total')
  expect(last).toContain(total.toFixed(2))

  await page.goto('/operations/handpays')
  await page
    .getByRole('row', { name: /București Titan/ })
    .getByRole('link')
    .first()
    .click()
  await page.getByRole('link', { name: 'Print the slip' }).click()
  await expect(page.getByText('București Titan').first()).toBeVisible()
  await expect(page.getByText('Paid by')).toBeVisible()
  // Who pays it says so; the slot's reset ends it.
  await page.getByRole('link', { name: 'To the handpay' }).click()
  await page.getByRole('link', { name: 'Confirm payment' }).click()
  await page.getByLabel('Remarks').fill('In small notes')
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(page.getByText('In small notes')).toBeVisible()
  await expect(page.getByText(/ends when it is reset at the slot/)).toBeVisible()
})

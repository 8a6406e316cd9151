/** Photos of somebody who is kept out: added and shown by plain forms, and never at the door. */
import { expect, test, type Page } from '../../support/journey'
import { jpeg, svg } from '../../support/pictures'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

test('a manager adds a photo, looks at it for a reason, and removes it; the door shows none', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/player-exclusion/players/new')
  await page.getByLabel('Full name').fill('Zamfir Ana')
  await page.locator('input[name="document_number"]').fill('1070504429315')
  await page.getByRole('button', { name: 'Create player' }).click()
  const link = [...page.document.querySelectorAll('main a')].find(
    one => one.textContent?.trim() === 'Pictures',
  )
  await page.goto(link?.getAttribute('href') ?? '')
  expect(mainOf(page)).toContain('There are no pictures.')
  const add = async (buffer: Buffer) => {
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Add picture' }).click()
    return mainOf(page)
  }
  await page.getByRole('button', { name: 'Add picture' }).click()
  expect(mainOf(page)).toContain('Choose a file first')
  expect(await add(svg)).toContain('This is no PNG or JPEG picture')
  await add(await jpeg())
  await expect(page.getByText('The picture is added.')).toBeVisible()
  const here = page.url()
  expect(page.document.querySelector('main img')).toBeNull()
  await page.getByLabel('Reason').fill('He says it is his brother')
  await page.getByRole('button', { name: 'Show the pictures' }).click()
  const src = page.document.querySelector('main figure img')?.getAttribute('src') ?? ''
  expect(src).toMatch(/^data:image\/webp;base64,UklGR/)
  // Opened again, it shows nothing.
  await page.goto(here)
  expect(page.document.querySelector('main figure')).toBeNull()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The picture is removed.')).toBeVisible()
})

/**
 * An address may fill a new record's fields in (`/slots/new?location=…`): with what can stand there, and says what
 * cannot (ruling 2).
 */
import { expect, test } from '../support/journey'

const title = 'Part of the address was not used'
const nobody = 'f'.repeat(24)

test('what can stand in a field fills it in', async ({ page, journey }) => {
  await journey.signIn('admin')
  await page.goto('/locations')
  const link = page.getByRole('rowheader').first().getByRole('link')
  const location = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  await page.goto(`/slots/new?location=${location}&serial=EGT-1`)
  await expect(page.getByText(title)).toHaveCount(0)
  await expect(page.locator('[name=location]')).toHaveValue(location)
  await expect(page.locator('[name=serial]')).toHaveValue('EGT-1')
})

test('what cannot is told and left out, and the rest stays', async ({ page, journey }) => {
  await journey.signIn('admin')
  for (const [address, told] of [
    [
      '/slots/new?location=zz&colour=red&serial=EGT-1&serial=EGT-2',
      [
        'Unknown value “zz” for location.',
        'Unknown filter “colour”.',
        'serial was given more than once; the first one counts.',
      ],
    ],
    [
      `/slots/new?location=${nobody}&serial=EGT-1`,
      [`location: what “${nobody}” named was deleted, is archived, or is not yours to see.`],
    ],
    [`/slots/new?location=&serial=EGT-1&theoretical_rtp=much`, ['Unknown value “much” for theoretical_rtp.']],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(title), address).toBeVisible()
    expect((await page.locator('.alert li').allInnerTexts()).sort(), address).toEqual([...told].sort())
    await expect(page.locator('[name=location]'), address).toHaveValue('')
    await expect(page.locator('[name=serial]'), address).toHaveValue('EGT-1')
  }
  await page.goto('/advanced/smibs/new?mac=zz')
  await expect(page.getByText('Unknown value “zz” for mac.')).toBeVisible()
  await expect(page.locator('[name=mac]')).toHaveValue('')
})

/** The window itself: how large it is, which key was pressed in it, and where outside a menu. */
import { expect, test } from './browse'

test('a large window has more rows from the next page on, and its reader may choose another size', async ({
  page,
  journey,
  context,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await journey.signIn('auditor')
  const rows = page.locator('main tbody tr')
  const cookies = async () => (await context.cookies()).map(({ name, value }) => `${name}=${value}`)
  await expect.poll(cookies).toContain('window=large')
  await page.goto('/slots')
  await expect(page).toHaveURL(/\/slots\?rowsPerPage=25$/)
  expect(await rows.count()).toBe(25)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/slots')
  await expect.poll(cookies).not.toContain('window=large')
  await page.goto('/slots')
  await expect(page).toHaveURL(/\/slots$/)
  expect(await rows.count()).toBe(10)
})

test(
  'a slash goes to the search field, unless the key was switched off',
  { tag: '@scripts' },
  async ({ page, journey }) => {
    await journey.signIn('auditor')
    const field = page.locator('#find')
    const press = async () => {
      await page.goto('/slots')
      await expect(page.locator('header [data-island=notifications] .bar-item')).toBeVisible()
      await page.waitForFunction(() => document.readyState === 'complete')
      await page.keyboard.press('/')
    }
    await expect(async () => {
      await press()
      await expect(field).toBeFocused({ timeout: 1_000 })
    }).toPass()
    const choose = async (label: string) => {
      await page.goto('/panel/settings')
      await page.getByLabel(label).check()
      await page.getByRole('button', { name: 'Save settings' }).click()
    }
    await choose('No key')
    await press()
    await page.waitForTimeout(500)
    await page.keyboard.press('/')
    await expect(field).not.toBeFocused()
    await choose('/ goes to the search field')
  },
)

test('a press outside an open menu closes it, however its button moves while it is pressed', async ({
  page,
  journey,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await journey.signIn('auditor')
  const buttons = page.locator('main summary.btn')
  for (const at of [0, 1]) {
    await page.goto('/counters')
    const menu = buttons.nth(at).locator('..')
    await buttons.nth(at).click()
    await expect(menu).toHaveAttribute('open')
    // Held as long as a finger does: the button's own press is drawn meanwhile.
    await page.mouse.move(320, 620)
    await page.mouse.down()
    await page.waitForTimeout(80)
    await page.mouse.up()
    await expect(menu).not.toHaveAttribute('open')
    expect(new URL(page.url()).pathname).toBe('/counters')
  }
})

/**
 * A display in a hall, without scripts: set up by a manager, opened by its address alone, in its channel's language.
 */
import { expect, test, unique } from '../../support/journey'

test('a manager makes a channel and a display; its address opens the hall, and nothing once it is revoked', async ({
  site,
  page,
  journey,
}) => {
  await journey.signIn('manager')
  const name = unique('Sala')
  await page.goto('/display-channels/new')
  await page.getByLabel('Name').fill(name)
  const location = page.locator('select[name="location"]')
  const level = await site.deps.db
    .selectFrom('jackpot_levels as l')
    .innerJoin('users as u', 'u.tenant_id', 'l.tenant_id')
    .select(['l.id', 'l.name', 'l.location_id'])
    .where('u.username', '=', 'manager')
    .where('l.location_id', 'is not', null)
    .executeTakeFirstOrThrow()
  await location.selectOption(level.location_id ?? '')
  await page.locator(`[name="levels"][value="${level.id}"]`).check()
  await page.locator('main form .btn-primary').first().click()
  await expect(page.getByRole('heading', { name })).toBeVisible()

  await page.goto('/displays/new')
  await page.locator('select[name="channel"]').selectOption({ label: name })
  await page.getByLabel('Name').fill('North wall')
  await page.locator('main form .btn-primary').first().click()
  // Whole, as it is typed into the screen's browser.
  const address = /http:\/\/console\.test\/hall\?token=[\w-]+/.exec(await page.content())?.[0] ?? ''
  expect(address).not.toBe('')
  const { id } = await site.deps.db
    .selectFrom('displays')
    .select('id')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()

  const screen = journey.browser()
  await screen.goto(address)
  expect(new URL(screen.url()).search, 'the token has left the address').toBe('')
  const html = await screen.content()
  expect(html).toMatch(/<html lang="ro-RO"/)
  expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="10"/)
  expect(html).toContain(level.name)
  // Of the console nothing: no menu, no sign-in.
  expect(html).not.toMatch(/<nav|auth\/login/)

  // A new address, whole too, ends the one before.
  await page.goto(`/displays/${id}/rotate`)
  await page.getByLabel('Reason').fill('The screen was changed')
  await page.locator('main form .btn-primary').last().click()
  const second = /http:\/\/console\.test\/hall\?token=[\w-]+/.exec(await page.content())?.[0] ?? ''
  expect(second).not.toBe(address)
  journey.allowErrors(/404/)
  expect((await screen.goto('/hall'))?.status()).toBe(404)
  await screen.goto(second)
  expect(await screen.content()).toContain(level.name)

  await page.goto(`/displays/${id}/revoke`)
  await page.getByLabel('Reason').fill('The screen was taken down')
  await page.locator('main form .btn-danger, main form .btn-primary, main form .btn-error').last().click()
  journey.allowErrors(/404/)
  expect((await screen.goto('/hall'))?.status()).toBe(404)
})

test('a channel’s preview speaks its own language, whoever looks', async ({ page, journey }) => {
  await journey.signIn('auditor')
  await page.goto('/display-channels')
  await page.getByRole('rowheader', { name: 'Bar' }).getByRole('link').click()
  await page.getByRole('link', { name: 'Preview' }).click()
  expect(await page.content()).toMatch(/<html lang="en-GB"/)
})

/** From an hour's readings to the page that ignores a message, and back: without scripts, in three languages. */
import { expect, signIn, test, type Page } from '../../support/journey'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

test('an administrator ignores a reading of an hour, sees what that moved, and lets it count again', async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  await page.goto('/locations')
  const location =
    (await page.locator('th[scope=row] a[href]').first().getAttribute('href'))?.split('/').at(-1) ?? ''
  const followed = async (path: string) => {
    await page.goto(path)
    return (await page.locator('th[scope=row] a.ev').last().getAttribute('href')) ?? ''
  }
  const hour = await followed(
    await followed(await followed(`/locations/${location}/days?timeRange=last+week`)),
  )
  await page.goto(hour)
  const form = (await page.locator('a[href*="/ignored-messages/add"]').last().getAttribute('href')) ?? ''
  for (const [language, submit] of [
    ['ro-RO', 'Ignoră mesajul'],
    ['pt-PT', 'Ignorar a mensagem'],
  ] as const) {
    const other = journey.browser(language)
    await signIn(other, 'admin')
    await other.goto(form)
    expect(mainOf(other)).toContain(submit)
  }
  await page.goto(form)
  await page.locator('main [name=reason]').fill('A reading of the test bench')
  await page.getByRole('button', { name: 'Ignore the message', exact: true }).click()
  await expect(page).toHaveURL(/\/ignored-messages\/[0-9a-f]{24}/)
  expect(mainOf(page)).toContain('A reading of the test bench')
  const record = page.url()

  await page.goto(form)
  expect(mainOf(page)).toContain('This message is ignored already.')
  await page.goto('/ignored-messages?state=ignored')
  expect(mainOf(page)).toContain('A reading of the test bench')

  await page.goto(`${record}/restore`)
  await page.locator('main [name=reason]').fill('It was a real one')
  await page.getByRole('button', { name: 'Count it again', exact: true }).click()
  await page.goto(record)
  expect(mainOf(page)).toContain('It was a real one')

  await page.goto('/ignored-messages/add?smib=x')
  expect(mainOf(page)).toContain('Page not found')
})

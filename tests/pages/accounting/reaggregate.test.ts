/** From a location to its sums worked out anew, and what the task found: without scripts, in three languages. */
import { expect, signIn, test, type Page } from '../../support/journey'

const mainOf = (page: Page) => page.document.querySelector('main')?.textContent ?? ''

test('an administrator has the sums of a location worked out anew, and its readings say the same', async ({
  page,
  journey,
  site,
}) => {
  const day = await site.deps.db
    .selectFrom('counter_days')
    .select(row => ['location_id', row.fn.max('gaming_day').as('newest')])
    .groupBy('location_id')
    .orderBy('location_id')
    .executeTakeFirstOrThrow()
  const path = `/reaggregate/location/${day.location_id}`
  await journey.signIn('admin')
  for (const [language, submit] of [
    ['ro-RO', 'Începe'],
    ['pt-PT', 'Começar'],
  ] as const) {
    const other = journey.browser(language)
    await signIn(other, 'admin')
    await other.goto(path)
    expect(mainOf(other)).toContain(submit)
  }
  await page.goto(`/locations/${day.location_id}`)
  expect(page.document.querySelector(`a[href="${path}"]`)?.textContent).toContain('Recalculate sums')
  await page.goto(path)
  const newest = Date.parse(day.newest)
  const date = (days: number) => new Date(newest - days * 86_400_000).toISOString().slice(0, 10)
  const fill = async (from: string, through: string) => {
    await page.locator('main [name=from]').fill(from)
    await page.locator('main [name=through]').fill(through)
    await page.locator('main [name=reason]').fill('Before the month is sealed')
    await page.getByRole('button', { name: 'Begin', exact: true }).click()
  }
  await fill(date(0), date(400))
  expect(mainOf(page)).toContain('Is before the first day')
  // The newest day is still being told.
  await fill(date(8), date(1))
  await expect(page).toHaveURL(/\/advanced\/tasks\/[0-9a-f]{24}/)
  const task = page.url()
  await expect
    .poll(
      async () => {
        await page.goto(task)
        return mainOf(page)
      },
      { timeout: 50_000 },
    )
    .toContain('What was found')
  expect(mainOf(page)).toContain('All sums are what the readings say.')
  await page.goto('/reaggregate/player/x')
  expect(mainOf(page)).toContain('Page not found')
})

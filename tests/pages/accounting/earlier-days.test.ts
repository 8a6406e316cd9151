/**
 * Days with readings before the ones that are sealed: they come first in the same press, or are left out by choice,
 * never unseen.
 */
import { sealRunTask } from '../../../backend/accounting/sealing/seal-run-task'
import { startRunner } from '../../../backend/platform/tasks/runner'
import { firstRecord } from '../../support/any-page'
import { expect, signIn, test, type Page } from '../../support/journey'
import type { TestConsole } from '../../support/console'

const refusals = [
  ['en-GB', 'Earlier days with readings are not closed: choose what becomes of them'],
  ['ro-RO', 'Zile anterioare cu citiri nu sunt închise: alegeți ce se întâmplă cu ele'],
  ['pt-PT', 'Há dias anteriores com leituras por fechar: escolha o que lhes acontece'],
] as const

/** The third day with readings is closed by hand: the books begin there, and two days are before them. */
async function withEarlierDays(page: Page, site: TestConsole) {
  const location = (await firstRecord(page, '/locations?query=Titan')).split('/').at(-1) ?? ''
  const reported = await site.deps.db
    .selectFrom('counter_days')
    .select('gaming_day')
    .distinct()
    .where('location_id', '=', location)
    .where('readings', '>', 0)
    .orderBy('gaming_day')
    .limit(3)
    .execute()
  const day = reported.at(-1)?.gaming_day ?? ''
  await page.goto(`/locations/${location}/days/${day}`)
  if (page.document.querySelector('input[name=intent][value=close]')) {
    await page.locator('[name=reason]').fill('The collector is here')
    await page.locator('main form .btn-primary').last().click()
  }
  return {
    seal: `/locations/${location}/days/${day}/seal`,
    desk: `/reports/month-desk/${location}-${day.slice(0, 7)}`,
    days: reported.length - 1,
    location,
    day,
  }
}

/** As a form that was opened before the first of these days had a reading. */
async function pressWithoutChoice(page: Page, address: string, intent: string) {
  await page.goto(address)
  for (const one of page.document.querySelectorAll<HTMLInputElement>('[name=leave_out]')) one.checked = false
  const form = page.locator('main form', { has: page.locator(`input[name=intent][value=${intent}]`) })
  for (const reason of page.document.querySelectorAll('main [name=reason]')) reason.textContent = 'Tried'
  await form.locator('.btn-primary').click()
  return page.visitor.statuses.at(-1)?.status
}

test('a press without a word about them is refused in the reader’s language', async ({
  page,
  journey,
  site,
}) => {
  await journey.signIn('manager')
  const { seal, desk } = await withEarlierDays(page, site)
  for (const [language, words] of refusals) {
    const reader = journey.browser(language)
    await signIn(reader, 'manager')
    for (const [address, intent] of [
      [desk, 'run'],
      [seal, 'seal'],
    ] as const) {
      expect(await pressWithoutChoice(reader, address, intent), address).toBe(422)
      await expect(reader.getByText(words).first()).toBeVisible()
    }
  }
  expect(await site.deps.db.selectFrom('seals').select('id').execute()).toEqual([])
})

test('leaving them out says what will happen, and closing them first is chosen already', async ({
  page,
  journey,
  site,
}) => {
  await journey.signIn('manager')
  const { seal, desk, days } = await withEarlierDays(page, site)
  for (const address of [desk, seal]) {
    await page.goto(address)
    await expect(page.getByLabel(new RegExp(`^Close and seal (it|all ${days} days) first: `))).toBeChecked()
    const leave = page.getByLabel(
      new RegExp(
        `^Exclude (it|all ${days} days): .* gets? no reports? of (its|their) own and (is|are) in no total\\. If .* figures are included in the next report$`,
      ),
    )
    await expect(leave).not.toBeChecked()
  }
})

test('one press of the day’s own page closes and seals them first', async ({ page, journey, site }) => {
  await journey.signIn('manager')
  const { seal, desk, location, day, days } = await withEarlierDays(page, site)
  await page.goto(seal)
  await page.getByLabel('All gaps of this day and of those before it').check()
  for (const box of await page.locator('input[name=accepted]:not([value=none])').all()) await box.check()
  await page.locator('main [name=reason]').fill('The books begin here')
  await page.getByRole('button', { name: 'Seal this day' }).click()
  await expect(page.getByText('Sealing has started.')).toBeVisible()
  const runner = startRunner(site.deps, [sealRunTask], { pollMs: 20 })
  await expect
    .poll(async () => (await page.request.get(desk)).headers().refresh, { timeout: 150_000 })
    .toBeUndefined()
  await runner.stop()
  const sealed = await site.deps.db
    .selectFrom('location_days')
    .select('day')
    .where('location_id', '=', location)
    .where('state', '=', 'sealed')
    .execute()
  expect(sealed).toHaveLength(days + 1)
  expect(
    sealed
      .map(one => one.day)
      .sort()
      .at(-1),
  ).toBe(day)
  await page.goto(desk)
  await expect(page.getByText('outside the books')).toHaveCount(0)
})

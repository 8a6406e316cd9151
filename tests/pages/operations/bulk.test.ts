import { expect, testWithBoards as test, unique, type Page } from '../../support/journey'

/** The second location of the list. */
const hall = () => 1
const reload = (page: Page) => page.goto(page.url())

async function chooseHall(page: Page): Promise<string> {
  await page.goto('/bulk-actions')
  await page.getByRole('link', { name: 'New bulk action' }).first().click()
  const location = page.getByLabel('Location')
  const name = (await location.locator('option').nth(hall()).textContent()) ?? ''
  await location.selectOption({ index: hall() })
  return name
}

test.describe('bulk actions', () => {
  test('a hall is locked for the night by filter, and released in the morning by the inverse', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    await chooseHall(page)
    const reason = unique('Night')
    await page.getByLabel('Reason').fill(reason)
    await page.getByLabel('Also slots with more than small credits on them').check()
    await page.getByLabel('Also slots that are offline').check()
    await page.getByText('Pace', { exact: true }).first().click()
    await page.getByLabel('Slots per wave').fill('5')
    await page.getByRole('button', { name: 'Preview' }).last().click()

    await expect(page.getByRole('heading', { name: /^Lock \d+ slots$/ })).toBeVisible()
    await expect(page.getByText(/In (one wave|\d+ waves) of at most 5 slots\./)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Will change' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Active → Locked' }).first()).toBeVisible()
    // What was chosen about credits can be chosen again here, as a preview of its own with the same reason.
    const first = page.url()
    await page.getByRole('button', { name: 'Skip slots with credits' }).click()
    expect(page.url()).not.toBe(first)
    await expect(
      page.getByText('Slots with credits on them are included, whatever they are worth.'),
    ).toHaveCount(0)
    // Early in the morning nobody plays, and none has any.
    const skipped = page.getByText(
      /ha(?:s|ve) more than small credits on (?:it|them) and (?:is|are) skipped\./,
    )
    const withCredits = page.getByRole('link', { name: 'more than small credits on the slot' })
    expect((await skipped.count()) > 0).toBe((await withCredits.count()) > 0)
    await expect(page.getByText(reason).first()).toBeVisible()
    if ((await skipped.count()) > 0)
      await page.getByRole('button', { name: 'Include slots with credits' }).click()
    await page.getByRole('button', { name: /^Lock \d+ slots$/ }).click()

    await expect
      .poll(
        async () => {
          await reload(page)
          return page.getByRole('heading', { name: /^Lock: \d+ of \d+ slots confirmed$/ }).count()
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    // The demo slots answer for themselves.
    await expect
      .poll(
        async () => {
          await reload(page)
          return page.getByRole('link', { name: 'Confirmed by the slot' }).count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)

    await page.getByRole('button', { name: /^Unlock these \d+ slots$/ }).click()
    await expect(page.getByRole('heading', { name: /^Unlock/, level: 1 })).toBeVisible()
    await expect
      .poll(
        async () => {
          await reload(page)
          return page.getByRole('heading', { name: /^Unlock: \d+ of \d+ slots confirmed$/ }).count()
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    await page.goto('/bulk-actions')
    await expect(page.getByRole('rowheader', { name: reason })).toHaveCount(2)
  })

  test('an automatic unlock is set, shown and called off; a running action is stopped', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    await chooseHall(page)
    await page.getByLabel('Reason').fill('Inspection')
    await page.getByLabel('Also slots with more than small credits on them').check()
    await page.getByLabel('Also slots that are offline').check()
    await page.getByText('Pace', { exact: true }).first().click()
    await page.getByLabel('Slots per wave').fill('2')
    await page.getByLabel('Pause between waves, seconds').fill('600')
    await page.getByText('Automatic unlock', { exact: true }).first().click()
    await page.getByLabel('Unlock at').fill('2020-01-01T08:00')
    journey.allowErrors(/422/)
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByRole('alert').getByText('Unlock at: Is in the past')).toBeVisible()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Unlock at').fill(`${tomorrow}T08:00`)
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByText(/Unlocked again automatically: .*08:00:00/)).toBeVisible()
    await page.getByRole('button', { name: /^Lock \d+ slots$/ }).click()
    await expect(page.getByText(/Unlocks automatically: .*08:00:00/)).toBeVisible()
    await page.getByRole('button', { name: 'Call off the automatic unlock' }).click()
    await expect(page.getByText('The automatic unlock was called off. It was set for')).toBeVisible()
    await expect
      .poll(
        async () => {
          await reload(page)
          return page.getByText('running', { exact: true }).count()
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect
      .poll(
        async () => {
          await reload(page)
          return page.getByText(/^stopped: \d+ of \d+ confirmed$/).count()
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    await expect(page.getByRole('link', { name: 'Not processed' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Retry \d+ slots?$/ })).toBeVisible()
    await page.getByRole('button', { name: /^Unlock (these|this)/ }).click()
  })

  test('ticked machines come along from the list; a preview is thrown away', async ({ page, journey }) => {
    await journey.signIn('operator')
    await page.goto('/slots')
    const boxes = page.getByRole('checkbox', { name: /^Select / })
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: 'Bulk action', exact: true }).click()
    await expect(page.getByText('2 slots are chosen.')).toBeVisible()
    await page.getByLabel('Reason').fill('Only looking')
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('The preview was discarded.')).toBeVisible()
  })

  test('whoever may not is told so', async ({ page, journey }) => {
    journey.allowErrors(/403/)
    await journey.signIn('auditor')
    await page.goto('/bulk-actions')
    await expect(page.getByRole('heading', { name: 'Not permitted' })).toBeVisible()
  })
})

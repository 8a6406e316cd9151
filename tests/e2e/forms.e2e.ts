import { expect, expectAccessible, test, unique } from './browse'

test.describe('forms', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('manager'))

  test('a slot is made, corrected, archived and brought back, and its history tells it', async ({ page }) => {
    const serial = unique('E2E')
    await page.goto('/slots/new')
    await expectAccessible(page)
    await page.getByLabel('Serial', { exact: true }).fill(serial)
    await page.getByLabel('Location', { exact: true }).selectOption({ index: 2 })
    await page.getByLabel('Manufacturer', { exact: true }).selectOption({ label: 'EGT' })
    await page.getByLabel('Denomination', { exact: true }).fill('0.05')
    await page.getByRole('button', { name: 'Create slot' }).click()
    await expect(page.getByRole('heading', { name: serial, level: 1 })).toBeVisible()
    await expect(page.getByText(`${serial} was created.`)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel(/^Position/).fill('B-07')
    await page.getByRole('button', { name: 'Save slot' }).click()
    await expect(page.getByText(`${serial} was saved.`)).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'B-07' }).first()).toBeVisible()

    const record = page.url()
    await page.goto(`${record}/archive`)
    await expect(page.getByText('It leaves the lists and keeps its history.')).toBeVisible()
    await page.getByRole('button', { name: 'Archive 1 slot' }).click()
    await page.goto(`/slots?query=${serial}`)
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await page.goto(`/slots?query=${serial}&archived=1`)
    await expect(page.getByRole('rowheader', { name: serial })).toBeVisible()
    await page.goto(`${record}/unarchive`)
    await page.getByRole('button', { name: 'Unarchive 1 slot' }).click()
    await page.goto(`${record}/history`)
    for (const entry of ['Created', 'Changed', 'Archived', 'Unarchived'])
      await expect(page.getByRole('main').getByText(entry, { exact: true }).first()).toBeAttached()
  })

  test('a form with mistakes comes back with all that was typed, and says what to mend', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await page.goto('/slots/new')
    // The browser's own check would stop here; a kiosk may not have one.
    await page
      .locator('main form')
      .first()
      .evaluate((form: HTMLFormElement) => {
        form.noValidate = true
      })
    await page.getByLabel('Serial', { exact: true }).fill('x')
    await page.getByLabel('Manufacturer', { exact: true }).selectOption({ label: 'EGT' })
    await page.getByLabel(/^Position/).fill('<b>7</b>')
    await page.getByLabel('Denomination', { exact: true }).fill('a lot')
    await page.getByRole('button', { name: 'Create slot' }).click()
    await expect(page.getByText('3 fields need attention')).toBeVisible()
    await expect(page.getByLabel('Serial', { exact: true })).toHaveValue('x')
    await expect(page.getByLabel(/^Position/)).toHaveValue('<b>7</b>')
    await expect(page.getByLabel('Denomination', { exact: true })).toHaveValue('a lot')
    await expect(page.getByLabel('Serial', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
  })

  test('two people save the same record: the second sees both values and loses nothing', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/409/)
    await page.goto('/slots?query=MRK-&sortDirection=desc')
    await page
      .getByRole('rowheader')
      .nth(test.info().project.name === 'js-on' ? 1 : 2)
      .getByRole('link')
      .click()
    const record = page.url()
    // Of this project alone: where the other one has been, saving the same again would change nothing.
    const { name } = test.info().project
    const [mine, theirs] = [`MINE-${name}`, `THEIRS-${name}`]
    await page.goto(`${record}/edit`)
    await page.getByLabel(/^Position/).fill(mine)

    await journey.meanwhile('admin', async colleague => {
      await colleague.goto(`${record}/edit`)
      await colleague.getByLabel(/^Position/).fill(theirs)
      await colleague.getByRole('button', { name: 'Save slot' }).click()
      await expect(colleague.getByRole('definition').filter({ hasText: theirs }).first()).toBeVisible()
    })

    await page.getByRole('button', { name: 'Save slot' }).click()
    await expect(page.getByText('Someone else saved this record in the meantime').first()).toBeVisible()
    await expect(page.getByText(/^Saved by another person, .+ E(E|ES)T\.$/)).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(2)
    await expect(page.getByRole('radio', { name: mine })).toBeChecked()
    await expect(page.getByRole('radio', { name: theirs })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: theirs }).check()
    await page.getByRole('button', { name: 'Save slot' }).click()
    await expect(page.getByRole('definition').filter({ hasText: theirs }).first()).toBeVisible()
  })

  test(
    'what a collector has typed stays when the connection is lost, and comes back with the page',
    {
      tag: '@scripts',
    },
    async ({ page, journey, context }) => {
      journey.allowErrors(/Failed to load|ERR_/)
      await page.goto('/reports/collector-checkpoints/new')
      await expect(page.locator('[data-island="draft"] p')).toBeAttached()
      await page.getByLabel('Slot', { exact: true }).selectOption({ index: 1 })
      await page.getByLabel('50 ×', { exact: true }).fill('12')
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Save collection' }).click()
      await expect(page.getByText('The server cannot be reached.')).toBeVisible()
      await context.setOffline(false)
      await page.reload()
      await expect(page.getByText('What you had typed here is back.')).toBeVisible()
      await expect(page.getByLabel('50 ×', { exact: true })).toHaveValue('12')
    },
  )

  test('a menu closes with Escape and with the focus that goes on', { tag: '@scripts' }, async ({ page }) => {
    await page.goto('/slots')
    const menu = page.getByRole('banner').locator('details[name="menu"]').last()
    const opener = menu.locator('summary')
    await opener.press('Enter')
    await expect(menu).toHaveAttribute('open')
    await page.keyboard.press('Escape')
    await expect(menu).not.toHaveAttribute('open')
    await expect(opener).toBeFocused()
    await opener.press('Enter')
    await page.getByRole('main').getByRole('link').first().focus()
    await expect(menu).not.toHaveAttribute('open')
  })
})

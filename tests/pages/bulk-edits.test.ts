import { expect, test, unique } from '../support/journey'

test.describe('editing many', () => {
  test('all that match get a new position; what is left as it is stays', async ({ page, journey }) => {
    await journey.signIn('manager')
    const position = unique('P')
    // Those of the demo locations: what other journeys import has no SMIBs, and would make of it a change in the
    // background.
    await page.goto(`/slots?query=EGT&state=online`)
    await page.getByRole('checkbox', { name: /that match/ }).check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^Edit \d+ slots$/ })).toBeVisible()
    await page.getByLabel('What happens to Position').selectOption('set')
    await page.getByLabel('Position', { exact: true }).fill(position)
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByRole('button', { name: /^Change \d+ slots$/ })).toBeVisible()
    await page.getByRole('button', { name: /^Change \d+ slots$/ }).click()
    await expect(page.getByText(/^Changed: [1-9]\d* · unchanged: 0 · refused: 0$/)).toBeVisible()
    // Its rows are a list: narrowed, carried away, with columns of their own.
    const [here] = page.url().split('?') as [string]
    await page.goto(`${here}?outcome=refused`)
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    const file = (await (await page.request.get(`${here}/export.csv?outcome=changed`)).body()).toString(
      'utf8',
    )
    expect(file.split('\r\n')[1]).toMatch(/,changed,/)
    // Each row says what it was and what it became, on the page and in its file.
    await page.goto(here)
    await expect(
      page.getByRole('cell', { name: new RegExp(`^Position: .+ → ${position}$`) }).first(),
    ).toBeVisible()
    expect(file.split('\r\n')[1]).toMatch(new RegExp(`Position: .+ → ${position}`))
    await page.goto(here)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page.getByRole('definition').filter({ hasText: position })).toBeVisible()

    // Whoever has closed that page finds it again from the list, with its way back.
    await page.goto('/slots')
    await page.locator('.page-header').getByLabel('More').click()
    await page.getByRole('link', { name: 'Edits and archiving in bulk' }).click()
    await expect(
      page.getByRole('heading', { name: 'Edits and archiving in bulk: Slots', level: 1 }),
    ).toBeVisible()
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page.getByRole('button', { name: /^Revert/ })).toBeVisible()
  })

  test('of every list are told below it, in whatever section it stands', async ({ page, journey }) => {
    await journey.signIn('admin')
    for (const [list, title] of [
      ['/acl/users', 'Users'],
      ['/reports/report-schedules', 'Scheduled Reports'],
    ] as const) {
      await page.goto(list)
      await page.locator('.page-header').getByLabel('More').click()
      await page.getByRole('link', { name: 'Edits and archiving in bulk' }).click()
      await expect(
        page.getByRole('heading', { name: `Edits and archiving in bulk: ${title}`, level: 1 }),
      ).toBeVisible()
    }
  })

  test('money takes a reason, and a value that was announced has to be given', async ({ page, journey }) => {
    journey.allowErrors(/422/)
    await journey.signIn('manager')
    await page.goto('/slots/edit-many?matching=1&query=EGT')
    await page.getByLabel('What happens to Theoretical RTP').selectOption('set')
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByRole('alert').getByText('Theoretical RTP is required')).toBeVisible()
    await page.getByLabel('Theoretical RTP', { exact: true }).fill('95.5')
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByRole('alert').getByText('Reason is required')).toBeVisible()
    await page.getByLabel('Reason').fill('New game certificate')
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByText('New game certificate')).toBeVisible()
  })

  test('is taken back row by row, and leaves out who was changed since', async ({ page, journey }) => {
    await journey.signIn('manager')
    const maker = 'EGT'
    const wish = unique('B')
    await page.goto(`/slots?query=${maker}&sortBy=serial&sortDirection=DESC`)
    for (const box of (await page.getByRole('checkbox', { name: /^Select (?!this page)/ }).all()).slice(0, 3))
      await box.check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('What happens to Authorisation').selectOption('set')
    await page.locator('input[name="authorisation_no"]').fill(wish)
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await page.getByRole('button', { name: 'Change 3 slots' }).click()
    await expect(page.getByRole('button', { name: 'Revert these 3 rows' })).toBeVisible()
    const job = page.url()

    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.locator('input[name="authorisation_no"]').fill(`${wish}-mine`)
    await page.getByRole('button', { name: /^Save/ }).last().click()
    await expect(page.getByRole('definition').filter({ hasText: `${wish}-mine` })).toBeVisible()

    await page.goto(job)
    await page.getByRole('button', { name: 'Revert these 3 rows' }).click()
    await expect(page.getByRole('heading', { name: 'Reverting 3 slots' })).toBeVisible()
    await expect(page.getByText('skipped: changed by another person since then')).toBeVisible()
    await page.getByRole('button', { name: 'Revert 2 slots' }).click()
    await expect(page.getByText('Changed: 2 · unchanged: 0 · refused: 0 · skipped: 1')).toBeVisible()
    await page.goto(job)
    await expect(page.getByRole('link', { name: /^Undoes an earlier action/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Revert this 1 row' })).toBeVisible()
  })

  test('a reason is asked for the way back where money depends on it; archived machines come back', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await journey.signIn('manager')
    await page.goto(`/slots?query=EGT&sortBy=serial&sortDirection=DESC`)
    for (const box of (await page.getByRole('checkbox', { name: /^Select (?!this page)/ }).all()).slice(4, 6))
      await box.check()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('What happens to Theoretical RTP').selectOption('set')
    await page.getByLabel('Theoretical RTP', { exact: true }).fill('91.17')
    await page.getByLabel('Reason').fill('New game certificate')
    await page.getByRole('button', { name: 'Preview' }).last().click()
    await expect(page.getByRole('cell', { name: /^Theoretical RTP: .+ → 91\.17.?%$/ })).toHaveCount(2)
    await page.getByRole('button', { name: 'Change 2 slots' }).click()
    await page.getByLabel('Reason').evaluate(field => field.removeAttribute('required'))
    await page.getByRole('button', { name: 'Revert these 2 rows' }).click()
    await expect(page.getByRole('alert').getByText('Reason: Required field')).toBeVisible()
    await page.getByLabel('Reason').fill('Certificate withdrawn')
    await page.getByRole('button', { name: 'Revert these 2 rows' }).click()
    await expect(page.getByText('Certificate withdrawn')).toBeVisible()
    await page.getByRole('button', { name: 'Revert 2 slots' }).click()
    await expect(page.getByText('Changed: 2 · unchanged: 0 · refused: 0')).toBeVisible()

    await page.goto(`/slots?query=EGT&sortBy=serial&sortDirection=DESC`)
    for (const box of (await page.getByRole('checkbox', { name: /^Select (?!this page)/ }).all()).slice(4, 6))
      await box.check()
    await page.getByRole('group', { name: 'Selected rows' }).getByLabel('More').click()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByRole('button', { name: 'Archive 2 slots' }).last().click()
    await expect(page.getByRole('heading', { name: 'Archiving 2 slots' })).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Not archived → Archived' })).toHaveCount(2)
    await page.getByRole('button', { name: 'Unarchive 2 slots' }).click()
    await expect(page.getByRole('heading', { name: 'Unarchiving 2 slots' })).toBeVisible()
    await page.getByRole('button', { name: 'Unarchive 2 slots' }).click()
    await expect(page.getByText('Changed: 2 · unchanged: 0 · refused: 0')).toBeVisible()
  })
})

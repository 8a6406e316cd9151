import { expect, recordOf, test } from '../../support/journey'

test.describe('mechanical meters', () => {
  test('two people set how counters count: the later one sees both and chooses', async ({
    page,
    journey,
  }) => {
    await journey.signIn('manager')
    const slot = await recordOf(page, `/slots?query=ARI&sortDirection=desc`)
    await page.goto(`/slots/${slot}/meters/edit`)
    await page.getByLabel('Price of an impulse').fill('0.25')
    await page.getByLabel('Reason').fill('As the plate says')
    await journey.meanwhile('manager', async other => {
      await other.goto(`/slots/${slot}/meters/edit`)
      await other.getByLabel('Price of an impulse').fill('0.75')
      await other.getByLabel('Reason').fill('As the certificate says')
      await other.getByRole('button', { name: 'Save how they count' }).click()
      await expect(other.getByText('RON 0.75')).toBeVisible()
    })
    journey.allowErrors(/409/)
    await page.getByRole('button', { name: 'Save how they count' }).click()
    const choice = page.getByRole('row', { name: /Price of an impulse/ })
    await expect(choice.getByLabel('0.25')).toBeChecked()
    await choice.getByLabel('0.75').check()
    await page.getByLabel('Impulses to a step, out').fill('7')
    await page.getByRole('button', { name: 'Save how they count' }).click()
    await expect(page.getByText('RON 0.75')).toBeVisible()
  })

  test('an auditor lists the counters of a hall, with their differences, exports and prints them', async ({
    page,
    journey,
  }) => {
    await journey.signIn('auditor')
    await page.goto('/slots')
    await page.locator('.page-commands summary').click()
    await page.getByRole('link', { name: 'Mechanical meters' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mechanical Meters')
    const location = await recordOf(page, '/locations?query=Voluntari')
    await page.goto(`/slots-meters?location=${location}&sortBy=set_at`)
    await expect(page.getByRole('row').nth(1)).toContainText('Voluntari Pipera')
    await page.goto('/slots-meters/print?verdict=agrees')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mechanical Meters')
    const file = await page.request.get(`/slots-meters/export.csv?location=${location}`)
    expect(file.headers()['content-type']).toContain('text/csv')
    expect(await file.text()).toContain('Voluntari Pipera')
    await page.goto(`/slots-meters?location=${location}`)
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/slots\/[0-9a-f]{24}\/meters$/)
  })

  test('an operator enters a reading; a lower one asks why', async ({ page, journey }) => {
    await journey.signIn('operator')
    const slot = await recordOf(page, `/slots?query=IGT`)
    await page.goto(`/slots/${slot}`)
    await page.getByRole('link', { name: 'Meters', exact: true }).click()
    await page.getByRole('link', { name: 'Enter a reading' }).click()
    await page.getByLabel('In', { exact: true }).fill('90 000 000')
    await page.getByLabel('Out', { exact: true }).fill('80000000')
    await page.getByRole('button', { name: 'Save reading' }).click()
    await expect(page.getByRole('row', { name: /90,000,000 80,000,000/ })).toBeVisible()
    // Signed differences alone could add up to nothing: the headline says what they come to in all, too.
    await expect(page.getByText(/^differs by RON [\d,.]+ in all, RON [−-]?[\d,.]+ net$/)).toBeVisible()
    await page.getByRole('link', { name: 'Enter a reading' }).click()
    // The form counts minutes, and each reading must be later than the one before.
    const later = new Date(Date.now() + 2 * 60_000)
    await page.getByLabel('Read at').fill(
      new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'Europe/Bucharest',
        dateStyle: 'short',
        timeStyle: 'short',
      })
        .format(later)
        .replace(' ', 'T'),
    )
    await page.getByLabel('In', { exact: true }).fill('12')
    journey.allowErrors(/422/)
    await page.getByRole('button', { name: 'Save reading' }).click()
    await expect(
      page.getByRole('link', { name: /An index went down: say why|Is in the future/ }).first(),
    ).toBeVisible()
    await expect(page.getByLabel('In', { exact: true })).toHaveValue('12')
  })

  test('a manager changes what an impulse is worth, with a reason', async ({ page, journey }) => {
    await journey.signIn('manager')
    const slot = await recordOf(page, `/slots?query=ALF`)
    await page.goto(`/slots/${slot}/meters/edit`)
    await page.getByLabel('Price of an impulse').fill('0.50')
    journey.allowErrors(/422/)
    await page.getByRole('button', { name: 'Save how they count' }).click()
    await expect(page.getByRole('link', { name: /Reason: / })).toBeVisible()
    await page.getByLabel('Reason').fill('As the type approval says')
    await page.getByRole('button', { name: 'Save how they count' }).click()
    await expect(page.getByText('RON 0.50')).toBeVisible()
  })
})

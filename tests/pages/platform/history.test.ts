import { expect, test, unique } from '../../support/journey'

test.describe('the history of a record', () => {
  test('a change that money depends on takes a reason, is found by its gaming day, and is reverted with another', async ({
    page,
    journey,
  }) => {
    journey.allowErrors(/422/)
    await journey.signIn('manager')
    await page.goto('/slots?query=EGT')
    await page.getByRole('rowheader').nth(3).getByRole('link').click()
    const record = page.url()
    await page.goto(`${record}/edit`)
    const place = unique('P').slice(0, 20)
    const before = await page.getByLabel(/^Theoretical RTP/).inputValue()
    await page.getByLabel(/^Theoretical RTP/).fill(before === '94.44' ? '94.45' : '94.44')
    await page.getByLabel(/^Position/).fill(place)
    await page.getByRole('button', { name: 'Save slot' }).click()
    await expect(page.getByText('Reason is required')).toBeVisible()
    await expect(page.getByLabel(/^Position/)).toHaveValue(place)
    await page.getByLabel('Reason', { exact: true }).fill('Certificate 2214 names another payback')
    await page.getByRole('button', { name: 'Save slot' }).click()
    await expect(page.getByText('Reason: Certificate 2214 names another payback').first()).toBeAttached()

    await page.goto(`${record}/history`)
    await page.getByText('All of time').first().click()
    await page.getByLabel('Checkpoint').check()
    await page.getByLabel('From gaming day').selectOption({ index: 2 })
    await page.getByRole('button', { name: 'Show this period' }).click()
    await expect(page).toHaveURL(/\/history\?dateStart=[^&]+Z&dateEnd=[^&]+Z$/)
    await expect(page.getByText('Nothing on record in this period or of this kind.')).toBeVisible()
    await page.goto(`${record}/history?timeRange=today&action=update`)
    await expect(page.getByText('Reason: Certificate 2214 names another payback').first()).toBeVisible()

    await page.getByRole('link', { name: 'Revert this change' }).first().click()
    await expect(page.getByText('After reverting')).toBeVisible()
    await page.getByLabel('Reason', { exact: true }).fill('It was the certificate of another slot')
    await page.getByRole('button', { name: 'Revert 2 fields' }).click()
    await expect(page.getByText('the change was reverted.')).toBeVisible()
    await page.goto(`${record}/edit`)
    await expect(page.getByLabel(/^Theoretical RTP/)).toHaveValue(before)
    await expect(page.getByLabel(/^Position/)).not.toHaveValue(place)
  })

  test('is not for who may not read it', async ({ page, journey }) => {
    journey.allowErrors(/403/)
    await journey.signIn('operator')
    await page.goto('/slots')
    const record = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
    expect((await page.goto(`${record}/history`))?.status()).toBe(403)
  })
})

test.describe('events', () => {
  test('are read by period, of one machine, one kind at a time; a relative period can be pinned', async ({
    page,
    journey,
  }) => {
    await journey.signIn('auditor')
    await page.goto('/slots?query=EGT')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('link', { name: 'All of them' }).first().click()
    await page.locator('.tab-pages').getByRole('link', { name: 'Events', exact: true }).click()
    await expect(page.getByRole('heading', { name: /^Events of /, level: 1 })).toBeVisible()
    const events = page.url()
    await page.goto(`${events}&timeRange=last+month`)
    await expect(page.getByText('(Europe/Bucharest)')).toBeVisible()
    const total = await page.locator('.page-total').innerText()
    await page.getByRole('link', { name: 'Link to exactly this period' }).click()
    await expect(page).toHaveURL(/dateStart=[^&]+Z&dateEnd=[^&]+Z/)
    await expect(page.locator('.page-total')).toHaveText(total)
  })

  test('say what of their address they could not use', async ({ page, journey }) => {
    await journey.signIn('auditor')
    expect(
      (await page.goto('/events?timeRange=soon&severity=mild&page=99999&timeZone=Mars/Olympus'))?.status(),
    ).toBe(200)
    await expect(page.getByText('Unknown value “soon” for timeRange.')).toBeVisible()
    await expect(page.getByText('Unknown value “mild” for severity.')).toBeVisible()
  })

  test('leave as a CSV file with all of the period', async ({ page, journey }) => {
    await journey.signIn('auditor')
    const answer = await page.request.get('/events/export.csv?timeRange=last+month&severity=alarm')
    expect(answer.headers()['content-disposition']).toMatch(/^attachment; filename="events\d{14}\.csv"/)
    expect((await answer.text()).split('\r\n')[0]).toContain('Time,Time zone of the location,Code,Event')
  })
})

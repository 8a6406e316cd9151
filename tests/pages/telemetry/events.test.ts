import { expect, test } from '../../support/journey'

test.describe('events', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('manager'))

  test('are searched by a machine’s serial and by what an event is called; the file holds the same', async ({
    page,
  }) => {
    await page.goto('/events?timeRange=now-50d')
    const serial = await page
      .getByRole('main')
      .getByRole('link', { name: /^[A-Z]{3}-\d+/ })
      .first()
      .innerText()
    await page.getByRole('main').getByRole('searchbox', { name: 'Search' }).fill(serial)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(new RegExp(`query=${serial}`))
    const serials = async () =>
      new Set(
        await page
          .getByRole('main')
          .getByRole('link', { name: /^[A-Z]{3}-\d+/ })
          .allInnerTexts(),
      )
    expect(await serials()).toEqual(new Set([serial]))
    await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(2)

    const file = await page.goto(`/events/export.csv?${new URL(page.url()).searchParams.toString()}`)
    expect(file?.status()).toBe(200)
  })

  test('that no filter lets through are told so, with the way back to all of the period', async ({
    page,
  }) => {
    await page.goto('/events?timeRange=this+month&query=no-such-slot')
    await expect(page.getByText('Nothing in this period matches these filters.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Look at this month' })).toHaveCount(0)
    await page.locator('.empty').getByRole('link', { name: 'Reset filters' }).click()
    expect(page.url()).toContain('timeRange=this+month')
    expect(page.url()).not.toContain('query=')
    expect(await page.getByRole('main').getByRole('rowheader').count()).toBeGreaterThan(0)
  })

  test('are read older and newer by links that a new row does not shift, beyond what is counted', async ({
    page,
  }) => {
    await page.goto('/events?timeRange=now-50d&rowsPerPage=20')
    const times = () => page.getByRole('main').getByRole('rowheader').allInnerTexts()
    const first = await times()
    await page.getByRole('link', { name: 'Older' }).click()
    await expect(page).toHaveURL(/after=events\./)
    const second = await times()
    expect(second).not.toEqual(first)
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByRole('link', { name: 'Newer' }).click()
    expect(await times()).toEqual(second)
    // Back at the beginning the address is the plain one again.
    await page.getByRole('link', { name: 'Newer' }).click()
    expect(page.url()).not.toContain('before=')

    for (const cursor of ['nonsense', 'messages.1.0.1..aa.1']) {
      expect((await page.goto(`/events?timeRange=now-50d&after=${cursor}`))?.status()).toBe(200)
      await expect(page.getByText(cursor)).toBeVisible()
      expect((await times()).length).toBeGreaterThan(0)
    }
  })

  test('of one slot have the stream’s saved views, and a view saved there leads back to the slot', async ({
    page,
  }) => {
    await page.goto('/slots')
    await page.getByRole('rowheader').first().getByRole('link').click()
    const id = /[0-9a-f]{24}/.exec(page.url())?.[0] ?? ''
    await page.goto(`/events/${id}?type=slot&severity=alarm&timeRange=now-50d`)
    await page.getByRole('link', { name: 'Save this view' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Alarms of fifty days')
    await page.getByRole('button', { name: 'Save view' }).last().click()
    expect(page.url()).toContain(`/events/${id}?type=slot&severity=alarm`)
    await expect(page.getByRole('link', { name: /^Alarms of fifty days/ })).toHaveAttribute(
      'aria-current',
      'page',
    )
    // The same view narrows the whole stream.
    await page.goto('/events?severity=alarm&timeRange=now-50d')
    await expect(page.getByRole('link', { name: /^Alarms of fifty days/ })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  test('of a search that finds nothing are none, and the page says so', async ({ page }) => {
    const response = await page.goto('/events?query=zzqxj')
    expect(response?.status()).toBe(200)
    expect(await page.getByRole('main').getByRole('row').count()).toBe(0)
  })
})

test('commands have no search: an address that asks for one is told so', async ({ page, journey }) => {
  await journey.signIn('manager')
  await page.goto('/slots')
  await page.getByRole('rowheader').first().getByRole('link').click()
  const id = /[0-9a-f]{24}/.exec(page.url())?.[0] ?? ''
  const response = await page.goto(`/slot/control/${id}/commands?query=lock`)
  expect(response?.status()).toBe(200)
  await expect(page.getByText(/query/).first()).toBeVisible()
})

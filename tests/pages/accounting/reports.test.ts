import { readXlsx } from 'hucre/xlsx'
import { expect, test } from '../../support/journey'
import { readPdf } from '../../support/pdf-text'

test.describe('the gaming days of a slot', () => {
  test('are a page of their own with a period, totals, and files that hold the same', async ({
    page,
    journey,
  }) => {
    await journey.signIn('auditor')
    await page.goto('/slots?query=EGT&state=online')
    await page.getByRole('rowheader').first().getByRole('link').click()
    const slot = new URL(page.url()).pathname
    await page.goto(`${slot}/days?timeRange=last+week`)
    await expect(page.getByRole('heading', { name: /^Gaming days of EGT-/, level: 1 })).toBeVisible()
    // Seven days and the total, whether or not anything is known of each.
    await expect(page.getByRole('rowheader')).toHaveCount(8)
    await expect(page.getByRole('img', { name: /^Net win, RON, oldest first/ })).toBeVisible()
    const total = (await page.locator('tfoot td').allInnerTexts())[0] ?? ''
    expect(total).toMatch(/^[\d,]+\.\d\d$/)

    // A day leads to its hours, where the slot stood then.
    const day = await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')
    await journey.meanwhile('auditor', async other => {
      await other.goto(day ?? '')
      expect(new URL(other.url()).pathname).toMatch(
        /^\/locations\/[0-9a-f]{24}\/days\/[\d-]{10}\/[0-9a-f]{24}$/,
      )
    })

    const pinned =
      (await page.getByRole('link', { name: 'Link to exactly this period' }).getAttribute('href')) ?? ''
    expect(pinned).toMatch(/\/days\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
    const csv = await page.request.get(pinned.replace('?', '/export.csv?'))
    const lines = (await csv.text()).trim().split('\r\n')
    expect(lines.length).toBeGreaterThan(9)
    expect(lines[8]).toContain(total.replaceAll(',', ''))
    expect(lines[9]).toMatch(/^"?Gaming days /)
    const xlsx = await page.request.get(pinned.replace('?', '/export.xlsx?'))
    expect(xlsx.headers()['content-disposition']).toMatch(/\.xlsx"/)
    const [sheet] = (await readXlsx(await xlsx.body())).sheets
    const first = sheet?.rows.findIndex(row => row[0] === 'Gaming day') ?? -1
    expect(sheet?.rows[first + 1]?.[0]).toBeInstanceOf(Date)
    expect(sheet?.rows[first + 8]?.[1]).toBe(Number(total.replaceAll(',', '')))
    const pdf = await page.request.get(pinned.replace('?', '/export.pdf?'))
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    const { texts } = await readPdf(await pdf.body())
    expect(texts).toContain(total)
    expect(texts).toContain('Page 1 of 1')
  })

  test('say what of their address they could not use; a file is then not written', async ({
    page,
    journey,
  }) => {
    await journey.signIn('auditor')
    await page.goto('/locations')
    const location = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
    await page.goto(`${location}/days?by=galaxy&colour=red&timeRange=soon`)
    for (const parameter of ['by', 'colour', 'timeRange'])
      await expect(page.locator('.alert li').filter({ hasText: parameter })).toHaveCount(1)
    for (const file of ['export.csv', 'export.xlsx', 'export.pdf'])
      expect((await page.request.get(`${location}/days/${file}?colour=red`)).status()).toBe(422)
  })

  test('are grouped by slot in a location, each with its name', async ({ page, journey }) => {
    await journey.signIn('auditor')
    await page.goto('/locations')
    const location = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
    await page.goto(`${location}/days?timeRange=last+week&by=slot`)
    await expect(page.getByRole('rowheader').first()).toHaveText(/^[A-Z]{3}-\d+/)
  })
})

test('game stats and extended meters are of all slots or of one location, with their band, files and way to a slot’s days', async ({
  page,
  journey,
}) => {
  await journey.signIn('auditor')
  await page.goto('/reports/slot-games')
  await expect(page).toHaveURL(/\/reports\/slot-games\?show=outside$/)
  await expect(page.getByText(/outside (the|its) band\./).first()).toBeVisible()
  // The form sends its choice of rows along: locations have no band.
  await page.goto('/reports/slot-games?show=outside&by=location')
  await expect(page).toHaveURL(/\/reports\/slot-games\?show=all&by=location$/)
  await page.goto('/reports/slot-games?timeRange=last+week')
  await expect(page.getByRole('heading', { name: 'Game Stats', level: 1 })).toBeVisible()
  expect(page.document.querySelector('main tbody')?.textContent).toMatch(
    /total slot.*(within|above|below) band|too few games/,
  )
  const slot = page.getByRole('rowheader').first().getByRole('link')
  await expect(slot).toHaveAttribute('href', /^\/slots\/[0-9a-f]{24}\/days\?from=.*&to=/)
  // A game leads to its own readings, each of them to its hour, where it stands beside the one before.
  const game = page.document.querySelector('main tbody a[href*="?game="]')
  await page.goto(game?.getAttribute('href') ?? '')
  expect(page.url()).toMatch(/game_nr=[1-9]/)
  const reading = await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')
  expect(reading).toMatch(/\?game=[1-9]/)
  await page.goto(reading ?? '')
  await expect(page.getByRole('heading', { name: /, game \d+, /, level: 1 })).toBeVisible()
  expect(await page.locator('main table').first().locator('tbody tr').count()).toBeGreaterThan(1)

  await page.goto('/reports/slot-games?timeRange=last+week')
  const location = page.document.querySelector('select[name=location] option:nth-child(2)')
  const id = location?.getAttribute('value') ?? ''
  await page.goto(`/reports/slot-games?timeRange=last+week&by=location&location=${id}`)
  await expect(
    page.getByRole('heading', { name: `Game stats of ${location?.textContent ?? ''}`, level: 1 }),
  ).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  const other = await page.getByRole('link', { name: 'Extended meters' }).getAttribute('href')
  expect(other).toBe(`/reports/extended-meters?location=${id}&timeRange=last+week`)
  await page.goto(other ?? '')
  expect(page.document.querySelector('main thead')?.textContent).toContain('Net win before jackpots')
  for (const file of ['export.csv', 'export.xlsx', 'export.pdf'])
    expect((await page.request.get((other ?? '').replace('?', `/${file}?`))).status()).toBe(200)
  expect((await page.goto('/reports/slot-games?location=nowhere')).status()).toBe(200)
  await expect(page.locator('.alert li').filter({ hasText: 'location' })).toHaveCount(1)
  expect((await page.goto(`/reports/slot-games?location=${'f'.repeat(24)}`)).status()).toBe(404)
})

test('messages are a stream of their own, of all boards and of one', async ({ page, journey }) => {
  await journey.signIn('auditor')
  await page.goto('/messages?timeRange=last+week')
  const smib = page
    .getByRole('main')
    .getByRole('link', { name: /^[0-9a-f]{12}$/ })
    .first()
  const href = (await smib.getAttribute('href')) ?? ''
  await page.goto(`/messages/${href.split('/').at(-1) ?? ''}?type=smib&timeRange=last+week`)
  await expect(page.getByRole('heading', { name: /^Messages of [0-9a-f]{12}$/, level: 1 })).toBeVisible()
  expect(await page.getByRole('rowheader').count()).toBeGreaterThan(0)
  const file = await page.request.get(`/messages/export.csv?timeRange=today&kind=heartbeat`)
  expect(file.status()).toBe(200)
})

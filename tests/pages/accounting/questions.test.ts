import { readXlsx } from 'hucre/xlsx'
import { expect, test } from '../../support/journey'

test('a question is put by a form, stands in its address, is a chart, a table and files, and is saved as a view', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/reports')
  await page.getByRole('main').getByRole('link', { name: 'Questions' }).click()
  await expect(page.getByRole('heading', { name: 'Questions', level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Net win, RON, oldest first/ })).toBeVisible()

  await page.getByLabel('Rows', { exact: true }).selectOption('hour_of_day')
  await page.getByLabel('Columns', { exact: true }).selectOption('location')
  await page.getByLabel('Compare', { exact: true }).selectOption('before')
  await page.locator('summary', { hasText: 'Net win' }).click()
  await page.getByRole('checkbox', { name: 'RTP' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  expect(page.url()).toMatch(/by=hour_of_day&measure=net_win&measure=rtp&across=location&compare=before/)
  await expect(page.getByRole('rowheader').first()).toHaveText(/^\d\d:00$/)
  await expect(page.getByText(/^Compared with /)).toBeVisible()
  const head = page.document.querySelector('main thead')?.textContent ?? ''
  expect(head).toContain('Net win, before')
  expect(head).toMatch(/[^,]: RTP, change/)

  // Its figures are those of the report next to it, to the character.
  const days = 'timeRange=last+week'
  const totals = async (href: string) => {
    await page.goto(href)
    return page.locator('tfoot td').allInnerTexts()
  }
  const [games, , coinIn] = await totals(`/reports/extended-meters?by=location&${days}`)
  expect(await totals(`/reports/questions?by=location&measure=games_played&measure=coin_in&${days}`)).toEqual(
    [coinIn, games],
  )

  await page.goto(`/reports/questions?by=weekday&measure=coin_in&${days}`)
  const pinned =
    (await page.getByRole('link', { name: 'Link to exactly this period' }).getAttribute('href')) ?? ''
  const total = (await page.locator('tfoot td').allInnerTexts())[0] ?? ''
  const csv = await page.request.get(pinned.replace('?', '/export.csv?'))
  expect(await csv.text()).toContain(total.replaceAll(',', ''))
  const [sheet] = (
    await readXlsx(await (await page.request.get(pinned.replace('?', '/export.xlsx?'))).body())
  ).sheets
  expect(sheet?.rows.flat()).toContain(Number(total.replaceAll(',', '')))
  expect((await page.request.get(pinned.replace('?', '/export.pdf?'))).status()).toBe(200)

  const openViews = () => page.locator('summary', { hasText: 'Views' }).click()
  await openViews()
  await page.getByRole('link', { name: 'Save this view' }).click()
  await page.getByLabel('Name').fill('Weekdays')
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page).toHaveURL(/\/reports\/questions\?by=weekday&measure=coin_in&timeRange=last\+week$/)
  await openViews()
  await expect(page.getByRole('link', { name: 'Weekdays' })).toHaveAttribute(
    'href',
    '/reports/questions?by=weekday&measure=coin_in&timeRange=last+week',
  )
  await page.getByRole('link', { name: 'Manage views' }).click()
  await page.getByRole('link', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByText('No view of this report has been saved yet.')).toBeVisible()

  // What cannot be answered is said in words.
  await page.goto('/reports/questions?by=minute&from=2016-01-01&to=2026-01-01')
  for (const parameter of ['by', 'from'])
    await expect(page.locator('.alert li').filter({ hasText: parameter })).toHaveCount(1)
  await page.goto('/reports/questions?by=hour&from=2025-01-01&to=2025-12-31')
  await expect(page.getByText(/^Each hour can be a row of at most 62 days/)).toBeVisible()
})

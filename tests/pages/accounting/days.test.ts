import { expect, test } from '../../support/journey'

test('a figure leads to the readings that it is the difference of, and a day that is over can be closed', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/locations?query=Titan')
  const location = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  await page.goto(`${location}/days?timeRange=last+week`)
  const state = page.document.querySelector('tbody .st')?.textContent ?? ''
  expect(state).toMatch(/^(no readings|Complete|\d+ of \d+ h|\d+ open discrepanc(?:y|ies).*)$/)
  const follow = async (nth: number) => {
    await page.goto((await page.locator('th[scope=row] a.ev').nth(nth).getAttribute('href')) ?? '')
    return new URL(page.url()).pathname
  }

  // On a Monday morning the last one still runs.
  const day = await follow(-2)
  expect(day).toMatch(/^\/locations\/[0-9a-f]{24}\/days\/\d{4}-\d\d-\d\d$/)
  await expect(page.getByText('Open').first()).toBeVisible()
  // Slots sum up to the day.
  const netWin = (rows: string) =>
    [...page.document.querySelectorAll(`${rows} tr`)].map(row =>
      Number((row.querySelectorAll('td')[3]?.textContent ?? '').replace(/[^\d.−]/g, '').replace('−', '-')),
    )
  const sum = netWin('tbody').reduce((total, one) => total + Math.round(one * 100), 0)
  expect(sum).toBe(Math.round((netWin('tfoot')[0] ?? NaN) * 100))

  await page.getByLabel('Reason').fill('The collector is here')
  await page.getByRole('button', { name: 'Close the day' }).click()
  await expect(page.getByText(/by Manager|, by /).first()).toBeVisible()
  await expect(page.getByText('The collector is here').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close the day' })).toHaveCount(0)

  await follow(0)
  await expect(page.getByRole('heading', { name: 'Opening and closing reading' }).first()).toBeVisible()
  const played = [...page.document.querySelectorAll('main tbody tr')].find(
    row => row.querySelector('a.ev') && /[1-9]/.test(row.querySelectorAll('td')[2]?.textContent ?? ''),
  )
  await page.goto(played?.querySelector('a')?.getAttribute('href') ?? '')
  await expect(page.getByRole('heading', { name: 'Readings of the hour, and the one before' })).toBeVisible()
  // Each reading with its message number, and what was booked of their difference.
  const shown = page.document.querySelectorAll('main table')
  expect(shown[0]?.querySelectorAll('tbody tr').length).toBeGreaterThan(1)
  expect(shown[1]?.textContent).toMatch(/Coin in/)
})

test('a day in which the clock was changed says how long it was', async ({ page, journey }) => {
  await journey.signIn('manager')
  await page.goto('/locations?query=Titan')
  const location = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  const factsOf = async (day: string) => {
    await page.goto(`${location}/days/${day}`)
    return page.document.querySelector('main .facts')?.textContent ?? ''
  }
  expect(await factsOf('2025-03-29')).toContain('23 h: the clock')
  expect(await factsOf('2025-10-25')).toContain('25 h: the clock')
  expect(await factsOf('2025-10-26')).not.toContain('the clock')
})

test('the meter calendar shows what is missing, and says which part of its address is no month', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/reports/meter-calendar')
  const rows = [...page.document.querySelectorAll('.cal tbody tr')]
  expect(rows.length).toBeGreaterThan(3)
  // Every day is a cell, whether or not there is something to say of it.
  const days = page.document.querySelectorAll('.cal thead th:not(.sum)').length
  for (const row of rows) expect(row.querySelectorAll('th, td:not(.sum)')).toHaveLength(days)
  const [first] = [...page.document.querySelectorAll('.cal thead th')].slice(1).map(one => one.textContent)
  expect(first).toBe('1')
  await page.getByRole('link', { name: 'Previous month' }).click()
  await expect(page.getByRole('link', { name: 'Next month' })).toBeVisible()
  // A location leads to the figures of the same days.
  await page.goto(page.document.querySelector('.cal tbody th a')?.getAttribute('href') ?? '')
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toMatch(/^\/locations\/[0-9a-f]{24}\/days$/)
  expect(searchParams.get('from')).toMatch(/-01$/)
  expect(page.document.querySelectorAll('.notice, .alert-warning')).toHaveLength(0)

  await page.goto('/reports/meter-calendar?month=2026-13&page=900')
  await expect(page.getByText('Unknown value “2026-13” for month.')).toBeVisible()
  await expect(page.getByText('There is no page 900; this is the last one.')).toBeVisible()
})

import { expect, test } from '../support/journey'

test('a figure leads to the readings that it is the difference of, and a day that is over can be closed', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/locations?query=Titan')
  const location = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  await page.goto(`${location}/days?timeRange=last+week`)
  const state = page.document.querySelector('tbody .st')?.textContent ?? ''
  expect(state).toMatch(/^(no readings|Complete|\d+ of \d+ h|\d+ open repairs?.*)$/)
  const follow = async (which: 'first' | 'last') => {
    await page.goto((await page.locator('th[scope=row] a.ev')[which]().getAttribute('href')) ?? '')
    return new URL(page.url()).pathname
  }

  const day = await follow('last')
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

  await follow('first')
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

/**
 * The papers that an accountant asks for in the first week: reconciliation, meter sheet, clear form, tickets, and the
 * inspector's view with its trail.
 */
import { readXlsx } from 'hucre/xlsx'
import { expect, recordOf, test } from '../../support/journey'
import { readPdf } from '../../support/pdf-text'

test('a difference between counters and meters is found, explained with a reason, and reported so', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  const id = await recordOf(page, '/slots?sortBy=serial')
  const slot = `/slots/${id}/meters`
  await page.goto(`${slot}/reading`)
  await page.getByLabel('In', { exact: true }).fill('90 000 000')
  await page.getByRole('button', { name: 'Save reading' }).click()
  await page.goto('/reports/reconciliation')
  await expect(page.getByRole('heading', { name: 'Reconciliation', level: 1 })).toBeVisible()
  const told = () =>
    [...page.document.querySelectorAll('main tbody tr')]
      .filter(one => one.querySelector('th a')?.getAttribute('href') === slot)
      .map(one => one.textContent)
      .join(' ')
  expect(told()).toMatch(/beyond tolerance.*no reason yet/)
  // A phone shows what a row is called and two of its figures: three rows of one slot must not look alike.
  const heads = [...page.document.querySelectorAll('main tbody th')].map(one => one.textContent ?? '')
  expect(new Set(heads).size).toBe(heads.length)
  await page.goto(slot)
  await page.getByRole('link', { name: 'Explain the difference' }).click()
  await page.locator('[name=code]').selectOption('misread')
  await page.locator('[name=note]').fill('Two digits were swapped')
  await page.getByRole('button', { name: 'Save the reason' }).click()
  await expect(page).toHaveURL(slot)
  await page.goto('/reports/reconciliation')
  expect(told()).toMatch(/beyond tolerance.*misread/)
  for (const file of ['export.csv', 'export.xlsx', 'export.pdf'])
    expect((await page.request.get(`/reports/reconciliation/${file}`)).status()).toBe(200)
  // It opened on what is beyond tolerance, and says of how many; its file holds the same rows.
  await expect(page).toHaveURL(/\/reports\/reconciliation\?show=outside$/)
  const line = page.getByRole('main').locator('.report-line')
  const [, shown, all] = /(\d+) of (\d+) beyond tolerance/.exec((await line.textContent()) ?? '') ?? []
  const rows = () => page.locator('main tbody tr').count()
  expect(await rows()).toBe(Number(shown))
  await expect(page.getByRole('main').getByText('Total of all rows').first()).toBeVisible()
  const csv = async () => (await (await page.request.get(await fileOf())).body()).toString('utf8')
  const fileOf = async () =>
    (await page.getByRole('link', { name: 'Export CSV' }).first().getAttribute('href')) ?? ''
  expect(await fileOf()).toBe('/reports/reconciliation/export.csv?show=outside')
  expect(await csv()).toContain(`${shown} of ${all} beyond tolerance.`)
  expect(await csv()).not.toContain('never read')
  await line.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/reports\/reconciliation\?show=all$/)
  expect(await rows()).toBeGreaterThan(Number(shown))
  await expect(page.getByRole('main').getByText('Total of all rows')).toHaveCount(0)
  await page.goto('/reports/reconciliation-records?by=kind&timeRange=last+week')
  expect(page.document.querySelector('main tbody')?.textContent).toContain('jackpots paid by hand')
})

test('a meter sheet is printed with room to write in, entered whole, and listed', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  await page.goto('/locations')
  const location = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  await page.goto(location)
  await page.getByRole('link', { name: 'Meters', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Written down' })).toBeVisible()
  const { texts } = await readPdf(await (await page.request.get(`${location}/meter-sheet/export.pdf`)).body())
  expect(texts).toContain('Written down')
  await page.getByRole('link', { name: 'Enter the readings' }).click()
  await page.getByRole('button', { name: 'Save the readings' }).click()
  await expect(page.getByText('No counter is filled in').first()).toBeVisible()
  await page.locator('main tbody input').first().fill('99999998')
  await page.getByRole('button', { name: 'Save the readings' }).click()
  await expect(page).toHaveURL(`${location}/meter-sheet`)
  expect(page.document.querySelector('main tbody')?.textContent).toContain('99,999,998')
  await page.goto(`/reports/meter-sheet-entries?location=${location.split('/').at(-1) ?? ''}`)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  expect(page.document.querySelector('main tbody')?.textContent).toContain('99,999,998')
})

test('a clear form has both readings of the clear and room for signatures, on paper as on screen', async ({
  page,
  journey,
}) => {
  await journey.signIn('auditor')
  await page.goto('/repairs?kind=cleared')
  const repair = (await page.getByRole('rowheader').first().getByRole('link').getAttribute('href')) ?? ''
  await page.goto(`${repair}/clear-form`)
  await expect(page.getByRole('heading', { name: /^RAM clear form of /, level: 1 })).toBeVisible()
  const [meter] = await page.getByRole('rowheader').allInnerTexts()
  const { texts } = await readPdf(await (await page.request.get(`${repair}/clear-form/export.pdf`)).body())
  expect(texts).toContain(meter)
  expect(texts.join(' ')).toContain('Technician')
  const [sheet] = (await readXlsx(await (await page.request.get(`${repair}/clear-form/export.xlsx`)).body()))
    .sheets
  expect(sheet?.rows.flat()).toContain('Read on the slot')
  expect((await page.request.get(`${repair}/clear-form/export.csv`)).status()).toBe(200)
  expect((await page.request.get(`${repair}/clear-form/export.doc`)).status()).toBe(404)
})

test('outstanding tickets carry from day to day', async ({ page, journey }) => {
  await journey.signIn('auditor')
  await page.goto('/reports/outstanding-tickets?by=day&timeRange=last+week')
  const cells = [...page.document.querySelectorAll('main tbody tr')].map(row =>
    [...row.querySelectorAll('td')].map(cell =>
      Number(
        /[−-]?[\d,]+\.\d\d$/
          .exec(cell.textContent ?? '')?.[0]
          .replaceAll(',', '')
          .replace('−', '-'),
      ),
    ),
  )
  expect(cells.length).toBeGreaterThan(1)
  for (const [nr, [opening = 0, printed = 0, redeemed = 0, net = 0, closing = 0]] of cells.entries()) {
    expect(net).toBeCloseTo(printed - redeemed, 2)
    expect(closing).toBeCloseTo(opening + net, 2)
    if (nr > 0) expect(opening).toBeCloseTo(cells[nr - 1]?.[4] ?? NaN, 2)
  }
})

test('an inspector sees the regulator’s columns, and managers see that they looked', async ({
  page,
  journey,
}) => {
  await journey.signIn('inspector')
  await page.goto('/reports/inspector-view')
  const heads = [...page.document.querySelectorAll('main thead th')].map(one => one.textContent)
  expect(heads).toEqual(
    expect.arrayContaining([
      'Machine serial',
      'Organiser',
      'County',
      'Town',
      'Address',
      'Total in',
      'Total out',
    ]),
  )
  expect((await page.request.get('/reports/inspector-view/export.csv')).status()).toBe(200)
  await journey.meanwhile('manager', async other => {
    await other.goto('/reports/inspections')
    const told = other.document.querySelector('main tbody')?.textContent ?? ''
    expect(told).toContain('Grațian Rădulescu')
    expect(told).toContain('file')
  })
  await journey.meanwhile('operator', async other => {
    expect((await other.goto('/reports/inspector-view')).status()).toBe(403)
  })
})

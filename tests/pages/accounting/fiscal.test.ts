/** An accountant's form: from the list to a day, its sums and its files; the month of it. */
import { expect, test } from '../../support/journey'
import { readPdf } from '../../support/pdf-text'
import { dayPages } from '../../support/day-kinds'
import { firstRecord } from '../../support/any-page'

const wordsOf = async (file: Uint8Array) => (await readPdf(file)).texts

test('a closed day is a form whose totals are the sums of its rows, on screen and in its files', async ({
  page,
  journey,
}) => {
  await journey.signIn('manager')
  const location = (await firstRecord(page, '/locations?query=Titan')).split('/').at(-1) ?? ''
  const pages = await dayPages(page, location, list => firstRecord(page, list))
  const path = pages.find(({ name }) => name === 'daily report')?.path ?? ''
  expect(path).toMatch(/^\/reports\/daily-report\/[0-9a-f]{24}$/)
  // Whole days are named by the last one of them, not by the midnight after it.
  await page.goto('/reports/daily-reports?timeRange=last+week')
  await expect(page.getByRole('main')).toContainText(/Gaming days [\d/]{10} to [\d/]{10} \(/)
  await page.goto(path)
  // The form is Romanian whatever the reader's language: it is kept in lei.
  await expect(page.getByText('Încasări zilnice slot-machine')).toBeVisible()
  const minor = (text: string | null | undefined) =>
    Math.round(Number((text ?? '').replace(/\./g, '').replace(',', '.').replace('−', '-')) * 100)
  const takings = [...page.document.querySelectorAll('.fiscal-table tbody tr')].map(row =>
    minor(row.querySelector('td:last-child')?.textContent),
  )
  expect(takings.length).toBeGreaterThan(5)
  const total = minor(
    page.document.querySelector('.fiscal-table tfoot tr:last-child td:last-child')?.textContent,
  )
  expect(takings.reduce((sum, one) => sum + one, 0)).toBe(total)
  // A row leads to the slot's day, and on to its readings.
  expect(page.document.querySelector('.fiscal-table a.ev')?.getAttribute('href')).toMatch(
    /^\/locations\/[0-9a-f]{24}\/days\/\d{4}-\d\d-\d\d\/[0-9a-f]{24}$/,
  )

  const csv = await page.request.get(`${path}/csv?lng=en&format=machine`)
  const lines = (await csv.text()).trim().split(/\r?\n/)
  expect(lines[0]).toMatch(/^\uFEFF?"currency","line","nr","serial",.*,"takings","mark"$/)
  // Its rows, and the three lines of its sums.
  expect(lines).toHaveLength(takings.length + 4)
  expect(Math.round(Number(lines.at(-1)?.split(',').at(-2)) * 100)).toBe(total)
  expect((await page.request.get(`${path}/xlsx`)).headers()['content-type']).toContain('spreadsheetml')
  // On paper what is on the screen; the file of a stored report is the same whenever it is fetched.
  await expect(page.getByRole('link', { name: 'PDF' })).toHaveAttribute('href', `${path}/pdf`)
  const pdf = await page.request.get(`${path}/pdf`)
  expect(pdf.headers()).toMatchObject({ 'content-type': 'application/pdf' })
  expect(pdf.headers()['content-disposition']).toMatch(/^attachment; .*\.pdf"/)
  const words = await wordsOf(await pdf.body())
  const serials = [...page.document.querySelectorAll('.fiscal-table tbody th')].map(
    cell => cell.firstChild?.textContent ?? '',
  )
  expect(words.filter(word => serials.some(serial => word.split(' ')[0] === serial))).toHaveLength(
    serials.length,
  )
  expect(words).toContain('Total încasări zilnice')
  expect(words).toContain(
    page.document.querySelector('.fiscal-table tfoot tr:last-child td:last-child')?.textContent,
  )
  expect((await (await page.request.get(`${path}/pdf`)).body()).equals(await pdf.body())).toBe(true)
  expect(await wordsOf(await (await page.request.get(`${path}/pdf?lng=pt`)).body())).toContain('Assinatura')
  expect((await page.request.get(`${path}/pdf?from=1`)).status()).toBe(422)
  const none = await page.request.get(`${path}/docx`)
  expect([none.status(), none.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect((await page.request.get(`${path}/csv?from=1`)).status()).toBe(422)

  const month = pages.find(({ name }) => name === 'monthly report')?.path ?? ''
  expect(month).toMatch(/^\/reports\/monthly-report\/[0-9a-f]{24}-\d{4}-\d\d$/)
  await page.goto(month)
  await expect(page.getByText('Încasări lunare slot-machine')).toBeVisible()
  await expect(page.getByText(/^(?:Contains \d+ of \d+ days|\d+ days? (?:is|are) missing)$/)).toBeVisible()
  expect(await wordsOf(await (await page.request.get(`${month}/pdf`)).body())).toContain(
    'Total încasări lunare',
  )
  expect((await page.request.get('/reports/monthly-report/nowhere/pdf')).status()).toBe(404)
  expect((await page.request.get('/reports/monthly-report/nowhere')).status()).toBe(404)

  // Another language for the reader, and for the form.
  await page.goto(`${path}?lng=pt&sortBy=serial`)
  await expect(page.getByText('Receita diária das máquinas')).toBeVisible()
  await expect(page.getByText('Filtro desconhecido «sortBy».')).toBeVisible()
})

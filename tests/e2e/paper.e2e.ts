/** What the browser prints of a fiscal form is its PDF: the same words in each language, on as few sheets. */
import type { Page } from '@playwright/test'
import { expect, test } from './browse'
import { readPdf } from '../support/pdf-text'

// A page's number is written by the browser in its own way: a rule of the test takes it off.
test.use({ bypassCSP: true })

/** Both are made on request where nothing is sealed, in different seconds. */
const close = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/\d\d:\d\d:\d\d/g, 'TIME')

async function printed(page: Page) {
  await page.addStyleTag({ content: '@page { @bottom-right { content: none } }' })
  return readPdf(await page.pdf({ preferCSSPageSize: true }))
}

/** As many rows as a larger hall has, each with a name of its own. */
async function makeRows(page: Page, count: number, longest = ''): Promise<void> {
  await page.evaluate(
    ({ wanted, long }) => {
      const body = document.querySelector('.fiscal-table tbody')
      const [first] = body?.children ?? []
      if (!body || !first) throw new Error('a form without rows')
      const rows = Array.from({ length: wanted }, (_, at) => {
        const row = first.cloneNode(true) as Element
        const head = row.querySelector('th')
        if (head) head.textContent = at === 0 && long ? long : `ROW-${at}`
        return row
      })
      body.replaceChildren(...rows)
    },
    { wanted: count, long: longest },
  )
}

test(
  'forms of a day and of a month are printed as their PDFs are',
  { tag: '@scripts' },
  async ({ page, journey }) => {
    test.setTimeout(300_000)
    await journey.signIn('admin')
    journey.leaveHtml()
    await page.goto('/locations?sortBy=name')
    // Other journeys seal the first two.
    const href = await page.getByRole('rowheader').getByRole('link').nth(2).getAttribute('href')
    const month = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 7)
    const place = `${href?.split('/').at(-1) ?? ''}-${month}`
    await page.goto(`/reports/month-desk/${place}`)
    const main = page.getByRole('main')
    await main.getByLabel('All gaps of these days').check()
    await main.getByText('SMIB without connection', { exact: true }).click()
    await main.getByRole('button', { name: 'Accept and seal' }).click()
    await expect(main.getByText(/^\d+ days? sealed: /)).toBeVisible({ timeout: 120_000 })
    const day = await page.locator('a[href*="/reports/daily-report/"]').first().getAttribute('href')
    for (const address of [day ?? '', `/reports/monthly-report/${place}`]) {
      await demandSameWords(page, address)
      await demandSheets(page)
    }
  },
)

async function demandSameWords(page: Page, address: string): Promise<void> {
  for (const language of ['en', 'ro', 'pt']) {
    await page.goto(`${address}?lng=${language}`)
    await expect(page.locator('.fiscal-table')).toHaveCount(1)
    const paper = (await printed(page)).texts.map(close).join('')
    const answer = await page.request.get(`${address}/pdf?lng=${language}`)
    expect(answer.status(), `${address} in ${language}`).toBe(200)
    const file = (await readPdf(await answer.body())).texts
      .map(close)
      .filter(text => !/^(Page|Pagina|Página)\d+(of|din|de)\d+$/.test(text))
    for (const text of file) expect(paper, `${text} of ${address} in ${language}`).toContain(text)
    // Cells that stand side by side may read like another one, so not the texts but their letters are counted.
    const letters = (text: string) => [...text].sort().join('')
    expect(letters(paper), `nothing but the form is printed in ${language}`).toBe(letters(file.join('')))
  }
}

async function demandSheets(page: Page): Promise<void> {
  const [sum = ''] = await page.locator('.fiscal-table tfoot tr:last-child th').allTextContents()
  const [signed = ''] = await page.locator('.fiscal-signatures dt').allTextContents()
  for (const count of [1, 24, 25, 26, 27, 60, 61, 120, 400]) {
    await makeRows(page, count)
    const { pages } = await printed(page)
    const sheets = pages.map(({ texts }) => texts.map(close).join(' '))
    if (count <= 25) expect(sheets, `${count} slots`).toHaveLength(1)
    const last = sheets.at(-1) ?? ''
    expect(last, `${count} slots`).toContain(close(sum))
    expect(last, `${count} slots`).toContain(close(signed))
    expect(sheets.slice(0, -1).join(' ')).not.toContain(close(sum))
    expect(last.match(/ROW-\d+/g)?.length ?? 0, `${count} slots`).toBeGreaterThanOrEqual(Math.min(count, 3))
    expect(sheets.join(' ').match(/ROW-\d+/g)).toHaveLength(count)
  }

  const longest = 'EGT-'.padEnd(60, 'W')
  await makeRows(page, 25, longest)
  const { pdf, texts } = await printed(page)
  expect(texts.map(close).join('')).toContain(longest)
  const sheet = await pdf.getPage(1)
  const [, , width = 0] = sheet.view
  const { items } = await sheet.getTextContent()
  for (const one of items)
    if ('str' in one && one.str.trim())
      expect((one.transform as number[])[4] ?? 0, one.str).toBeLessThan(width - one.width + 1)
}

/**
 * Real files of every kind, opened by programs that nobody here wrote: DuckDB, and Gnumeric where it is installed
 * (`.ci/run` has it).
 */
import { describe } from 'vitest'
import { reports } from '../../app/reports.found'
import { resources } from '../../app/definitions'
import { resourceOf } from '../../app/engine/definition/subjects'
import { locales } from '../../app/i18n/locales'
import { firstRecord } from '../support/any-page'
import { dayPages } from '../support/day-kinds'
import { queryDuckdb, type Asked } from '../support/duckdb'
import { hasGnumeric, openedByGnumeric } from '../support/gnumeric'
import { expect, test, type Page } from '../support/journey'
import { readPdf } from '../support/pdf-text'

const bytesOf = async (page: Page, address: string) => {
  const response = await page.request.get(address)
  expect(response.status(), address).toBe(200)
  return new Uint8Array(await response.body())
}
const headOf = (file: Uint8Array) => new TextDecoder().decode(file).split('\r\n')[0] ?? ''
const linesIn = (file: Uint8Array) => new TextDecoder().decode(file).trimEnd().split('\r\n').length

/** Of a file for programs, which is understood without a word about it. */
const machineCsv = (what: string) => `select ${what} from read_csv('{file}')`

/** Every value as text: quotes, letters and the number of columns are the program's to judge. */
const csvOf = (delimiter: string, what: string) =>
  `select ${what} from read_csv('{file}', delim = '${delimiter}', header = true, all_varchar = true, strict_mode = true, quote = '"', escape = '"')`

test('every list that is one file: a table to another program, with the same columns for programs in every language', async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  const asked: Asked[] = []
  const lines: number[] = []
  const heads: Record<string, Set<string>> = {}
  const lists = Object.values(resources).filter(
    ({ path, stream, about }) => path !== '' && !stream && !about && !path.includes(':'),
  )
  for (const [nr, { path }] of lists.entries()) {
    const locale = locales[nr % locales.length] ?? 'en'
    for (const [lng, format] of [
      [locale, ''],
      ['en', '?format=machine'],
      ['ro', '?format=machine'],
    ] as const) {
      page.cookies.set('lng', lng)
      const response = await page.request.get(`${path}/export.csv${format}`)
      if (response.status() !== 200) continue
      if (!(response.headers()['content-type'] ?? '').includes('csv')) continue
      const file = new Uint8Array(await response.body())
      if (format !== '') (heads[path] ??= new Set()).add(headOf(file))
      if (format !== '' && lng !== 'en') continue
      const rows = 'count(*)::int as rows'
      asked.push({
        file,
        statement: format === '' ? csvOf(lng === 'en' ? ',' : ';', rows) : machineCsv(rows),
      })
      lines.push(linesIn(file) - 1)
    }
  }
  expect(Object.keys(heads).length).toBeGreaterThan(15)
  for (const [path, all] of Object.entries(heads)) {
    expect([...all], path).toHaveLength(1)
    expect([...all][0], path).toMatch(/^\uFEFF?(?:"[\w.-]+",?)+$/)
  }
  const counted = await queryDuckdb(asked)
  // A cell of several lines is one row to it.
  for (const [at, [one]] of counted.entries()) {
    expect(one?.rows, asked[at]?.statement).toBeLessThanOrEqual(lines[at] ?? 0)
    if ((lines[at] ?? 0) > 0)
      expect(one?.rows, headOf(asked[at]?.file ?? new Uint8Array())).toBeGreaterThan(0)
  }
}, 120_000)

describe('every report and form', () => {
  test('has the same sums in a workbook, in CSV, in PDF and on the screen', async ({ page, journey }) => {
    await journey.signIn('manager')
    page.cookies.set('lng', 'ro')
    const location = (await firstRecord(page, '/locations?query=Titan')).split('/').at(-1) ?? ''
    const addresses: { page: string; file: (type: 'csv' | 'xlsx' | 'pdf') => string }[] = []
    for (const { subject, page: own, period, narrowedBy } of reports) {
      const record =
        subject === null
          ? '/reports'
          : subject === 'location'
            ? `/locations/${location}`
            : await firstRecord(page, resources[resourceOf[subject]].path)
      // One location's day: of all locations a PDF alone would take longer than all that is looked for here.
      const parameters = [
        ...(period === null ? [] : ['timeRange=yesterday']),
        ...(subject === null && narrowedBy.includes('location') ? [`location=${location}`] : []),
      ]
      const query = parameters.length > 0 ? `?${parameters.join('&')}` : ''
      addresses.push({
        page: `${record}/${own}${query}`,
        file: type => `${record}/${own}/export.${type}${query}`,
      })
    }
    const days = await dayPages(page, location, list => firstRecord(page, list))
    for (const { name, path } of days)
      if (/^(daily|monthly)( jackpot)? report$/.test(name))
        addresses.push({ page: path, file: type => `${path}/${type}` })
    expect(addresses.length).toBeGreaterThan(8)

    const asked: Asked[] = []
    const forPrograms: Asked[] = []
    const expected: string[][][] = []
    for (const address of addresses) {
      // Not for this person.
      const response = await page.goto(address.page)
      if (response.status() === 403) continue
      const sums = [...page.document.querySelectorAll('main tfoot tr')].map(row =>
        [...row.children].map(cell => (cell.textContent ?? '').trim()).filter(text => /\d/.test(text)),
      )
      // Romanian figures as a file for programs has them, hundredths or whole.
      const plain = (text: string) => text.replaceAll('.', '').replace('−', '-').replace(',', '.')
      const figures = sums.flat().filter(text => /^[−-]?[\d.]+(,\d+)?$/.test(text))

      const csv = await bytesOf(page, address.file('csv'))
      asked.push({ file: csv, statement: csvOf(';', '*') })
      expected.push([figures.map(plain)])
      if (address.page.includes('timeRange')) {
        const file = await bytesOf(page, address.file('csv').concat('&format=machine'))
        if (headOf(file).includes('"day"') && linesIn(file) > 1)
          forPrograms.push({ file, statement: machineCsv('typeof("day") as type').concat(' limit 1') })
      }
      const { texts } = await readPdf(await bytesOf(page, address.file('pdf')))
      for (const text of figures) expect(texts, `${address.page} in PDF`).toContain(text)
      if (!hasGnumeric) continue
      const book = await openedByGnumeric(await bytesOf(page, address.file('xlsx')))
      expect(book.errors, address.page).toBe('')
      expect(book.printArea, address.page).toMatch(/\$A\$1:\$[A-Z]+\$\d+$/)
      expect(book.printTitles, address.page).toMatch(/\$[23]:|\$[23]$/)
      expect(book.frozen, address.page).toMatch(/^B[34]$/)
      const numbers = new Set(
        book.rows
          .flat()
          .flatMap(cell => (typeof cell === 'number' ? [cell, Math.round(cell * 1e4) / 100] : [])),
      )
      for (const text of figures) expect(numbers, `${address.page}: ${text}`).toContain(Number(plain(text)))
    }
    expect(forPrograms.length).toBeGreaterThan(1)
    for (const [one] of await queryDuckdb(forPrograms)) expect(one?.type).toBe('DATE')
    const tables = await queryDuckdb(asked)
    for (const [at, rows] of tables.entries()) {
      const cells = new Set(
        rows.flatMap(row => Object.values(row).map(cell => String(cell ?? '').replace(',', '.'))),
      )
      for (const figure of expected[at]?.flat() ?? [])
        expect(cells, headOf(asked[at]?.file ?? new Uint8Array())).toContain(figure)
    }
  }, 180_000)
})

test('a list that is written in the background is a workbook and a Parquet file to them, with its letters', async ({
  page,
  journey,
}) => {
  await journey.signIn('admin')
  page.cookies.set('lng', 'ro')
  await page.goto('/locations/export')
  await page.locator('main form .btn-primary').click()
  const own = new URL(page.url()).pathname
  await expect(async () => {
    await page.goto(own)
    await expect(page.locator('a[href$="file.csv"]')).toHaveCount(1)
  }).toPass({ timeout: 20_000 })
  const parquet = await bytesOf(page, `${own}/file.parquet`)
  const csv = await bytesOf(page, `${own}/file.csv?format=machine`)
  const [names, types, listed] = await queryDuckdb([
    { file: parquet, statement: "select name from read_parquet('{file}') order by name" },
    {
      file: parquet,
      statement:
        "select column_type as type from (describe select * from read_parquet('{file}')) where column_name like '%\\_at' escape '\\'",
    },
    { file: csv, statement: machineCsv('name').concat(' order by name') },
  ])
  expect(names?.some(({ name }) => /[ăâîșțçã]/i.test(String(name)))).toBe(true)
  expect(listed).toEqual(names)
  for (const { type } of types ?? []) expect(type).toBe('TIMESTAMP WITH TIME ZONE')
  if (!hasGnumeric) return
  const { rows, errors } = await openedByGnumeric(await bytesOf(page, `${own}/file.xlsx`))
  expect(errors).toBe('')
  for (const { name } of names ?? []) expect(rows.flat()).toContain(name)
}, 60_000)

test('a malformed id below a list is not found, rather than the whole list', async ({ page, journey }) => {
  await journey.signIn('admin')
  for (const list of ['/slots/changes', '/locations/changes', '/bulk-actions', '/slot/control'])
    for (const id of ['x', 'F'.repeat(24), `${'f'.repeat(24)}0`])
      for (const below of ['print', 'export.csv', 'columns', 'filters', 'views']) {
        const path = `${list}/${id}/${list === '/slot/control' ? 'commands/' : ''}${below}`
        expect((await page.request.get(path)).status(), path).toBe(404)
      }
}, 60_000)

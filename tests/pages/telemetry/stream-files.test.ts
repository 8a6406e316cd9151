/**
 * Whoever takes a stream with them has the screen's rows, cell by cell: as CSV at once and from the background, as a
 * workbook, as Parquet, in each language.
 */
import { readXlsx } from 'hucre/xlsx'
import { parquetReadObjects } from 'hyparquet'
import { DateTime } from 'luxon'
import { resources } from '../../../app/definitions'
import type { ResourceName } from '../../../app/addresses/names'
import { sourceOf } from '../../../app/engine/render/render-context'
import { columnLabel, fieldLabel } from '../../../app/engine/render/labels'
import { translator } from '../../../app/i18n/i18n.server'
import type { Locale } from '../../../app/i18n/locales'
import { firstRecord } from '../../support/any-page'
import { expect, test, type Page } from '../../support/journey'

const ZONE = 'Europe/Bucharest'
/** So much of each that a location tells some hundred rows. */
const streams: readonly [ResourceName, hours: number][] = [
  ['events', 3],
  ['messages', 1],
  ['counters', 1],
  ['slotdata', 72],
  ['logs', 72],
  ['timelog', 48],
]
const languages: readonly Locale[] = ['en', 'ro', 'pt']

type Table = string[][]

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').trim()
const nothing = (text: string) => (text === '–' ? '' : text)
/**
 * Of a number its digits alone: groups and decimals are each language's own, and the amount may stand beside the
 * credits.
 */
const digits = (text: string) => text.replace('−', '-').replaceAll(/[^\d-]/g, '')
const words = (text: string) => text.replaceAll(/[\s,;]+/g, ' ').trim()

function csvRows(text: string, delimiter: string): Table {
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${delimiter}]*)(?:${delimiter}|$)`, 'g')
  return text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map(line =>
      [...line.matchAll(cell)]
        .slice(0, line.endsWith(delimiter) ? undefined : -1)
        .map(([, one = '']) => (one.startsWith('"') ? one.slice(1, -1).replaceAll('""', '"') : one)),
    )
}

/** All pages of a stream, newest first as it is shown. */
async function shownRows(page: Page, address: string): Promise<{ heads: string[]; rows: Table }> {
  await page.goto(`${address}&rowsPerPage=100`)
  const textsOf = (row: Element) => [...row.children].map(cell => nothing(plain(cell.textContent)))
  const heads = [...page.document.querySelectorAll('main thead th')].map(head => plain(head.textContent))
  const rows: Table = []
  for (;;) {
    rows.push(...[...page.document.querySelectorAll('main tbody tr')].map(textsOf))
    const next = page.document.querySelector('.pager a[rel="next"]')?.getAttribute('href')
    if (!next) return { heads, rows }
    await page.goto(next)
  }
}

/** Where the order's file is; it is written by the time the page says so. */
async function ordered(page: Page, address: string): Promise<string> {
  await page.goto(address)
  await page.locator('main form .btn-primary').click()
  const { pathname } = new URL(page.url())
  await expect(async () => {
    await page.goto(pathname)
    await expect(page.locator('a[href$="file.csv"]')).toHaveCount(1)
  }).toPass({ timeout: 20_000 })
  return pathname
}

async function bytesOf(page: Page, address: string): Promise<Uint8Array> {
  const response = await page.request.get(address)
  expect(response.status(), address).toBe(200)
  return new Uint8Array(await response.body())
}
const textOf = async (page: Page, address: string) => new TextDecoder().decode(await bytesOf(page, address))

test.describe('a stream in a file is what the screen shows', () => {
  test.beforeEach(async ({ journey }) => journey.signIn('auditor'))

  for (const locale of languages)
    test.for(streams)(`%s, ${locale}`, { timeout: 60_000 }, async ([name, hours], { page }) => {
      page.cookies.set('lng', locale)
      const [resource, t] = [resources[name], translator(locale)]
      const location = (await firstRecord(page, '/locations')).split('/').at(-1) ?? ''
      const end = DateTime.now().setZone(ZONE).startOf('day').minus({ hours: 2 })
      const instant = (at: DateTime) => encodeURIComponent(at.toISO({ suppressMilliseconds: true }) ?? '')
      const period = `type=location&dateStart=${instant(end.minus({ hours }))}&dateEnd=${instant(end)}`
      const own = `${resource.path}/${location}`

      const { heads, rows } = await shownRows(page, `${own}?${period}`)
      expect(rows.length, 'rows').toBeGreaterThan(0)
      const delimiter = locale === 'en' ? ',' : ';'
      const direct = await textOf(page, `${own}/export.csv?${period}`)
      const [csvHeads = [], ...csv] = csvRows(direct, delimiter)
      expect(csv).toHaveLength(rows.length)

      // The screen and the file for people, by the columns that both have.
      const bare = (head: string) => head.replace(/ \([^()]*\)$/, '')
      const fieldOf = (head: string, label: (field: string) => string) =>
        Object.keys(resource.fields).find(field => [head, bare(head)].includes(label(field)))
      const atHead = new Map(
        csvHeads.map((head, at) => [fieldOf(head, field => fieldLabel(t, name, field)), at]),
      )
      const compared = heads.flatMap((head, shown) => {
        const field = fieldOf(head, one => columnLabel(t, name, one))
        const at = field === undefined ? undefined : atHead.get(field)
        return field === undefined || at === undefined
          ? []
          : [{ head, shown, at, kind: resource.fields[field]?.kind }]
      })
      expect(compared.length, heads.join(' | ')).toBe(heads.length)
      for (const [nr, row] of rows.entries())
        for (const { head, shown, at, kind } of compared) {
          const [here, there] = [row[shown] ?? '', csv[nr]?.[at] ?? '']
          const place = `${head} of row ${nr + 1}`
          if (kind === 'duration') expect(there, place).toMatch(here === '' ? /^$/ : /^\d+[.,]\d\d$/)
          else if (resource.fields[fieldOf(head, one => columnLabel(t, name, one)) ?? '']?.numeric)
            expect(digits(here).startsWith(digits(there)), `${place}: ${here} ${there}`).toBe(true)
          else if (there === '') expect(here, place).toBe('')
          // An event's details stand behind its name on the screen, and in a column of their own in the file.
          else expect(words(here).startsWith(words(there)), `${place}: ${here}, ${there}`).toBe(true)
        }

      // Written in the background: the same columns and the same cells; the currencies of its amounts have columns of
      // their own.
      const file = await ordered(page, `${own}/export?${period}`)
      const [keptHeads = [], ...kept] = csvRows(await textOf(page, `${file}/file.csv`), delimiter)
      const places = csvHeads.map(head => keptHeads.map(bare).indexOf(bare(head)))
      const currencies = csvHeads.map(head => t('engine:file.currency_of', { label: bare(head) }))
      expect(keptHeads.filter(head => !currencies.includes(head)).map(bare)).toEqual(csvHeads.map(bare))
      expect(kept.map(row => places.map(at => row[at]))).toEqual(csv)
      const [sheet] = (await readXlsx(await bytesOf(page, `${file}/file.xlsx`))).sheets
      const [allHeads = [], ...allRows] = sheet?.rows ?? []
      // Beside each instant stands how far its clock was from UTC.
      const offsets = new Set(keptHeads.map(head => t('engine:file.offset_of', { label: head })))
      const isOwn = (_: unknown, at: number) => !offsets.has(String(allHeads[at]))
      const [sheetHeads, sheetRows] = [allHeads.filter(isOwn), allRows.map(row => row.filter(isOwn))]
      expect(sheetHeads).toEqual(keptHeads)
      expect(sheetRows).toHaveLength(kept.length)
      const asWritten = (value: unknown, like: string): unknown => {
        if (value === null || value === undefined) return ''
        if (value instanceof Date) {
          const mark = locale === 'ro' ? '.' : '/'
          const told = DateTime.fromJSDate(value, { zone: 'utc' })
          return told.toFormat(`dd${mark}LL${mark}yyyy${like.includes(':') ? ' HH:mm:ss' : ''}`)
        }
        if (typeof value === 'number' && Number(like.replace(',', '.')) === value) return like
        return value
      }
      for (const [nr, row] of kept.entries())
        expect(row.map((like, at) => asWritten(sheetRows[nr]?.[at], like))).toEqual(row)

      // For programs: the contract's names and types, what stands in the file for programs under its labels.
      const [programHeads = [], ...program] = csvRows(
        await textOf(page, `${file}/file.csv?format=machine`),
        ',',
      )
      const parquet = await parquetReadObjects({
        file: (await bytesOf(page, `${file}/file.parquet`)).buffer as ArrayBuffer,
      })
      expect(parquet).toHaveLength(program.length)
      const typed = programHeads.flatMap((head, at) => {
        const field = Object.hasOwn(resource.fields, head) ? head : undefined
        const kind = resource.fields[field ?? '']?.kind ?? ''
        const source = field === undefined ? undefined : sourceOf(resource, field)
        const isPlain = /^(?:place-time|integer|mono|text|code|link-to|named-link|date)$/.test(kind)
        return field !== undefined && source === field && isPlain && source in (parquet[0] ?? {})
          ? [{ head, at, source }]
          : []
      })
      expect(typed.length, programHeads.join(' | ')).toBeGreaterThan(3)
      const instants = allHeads.flatMap((head, at) => (isOwn(head, at) ? [] : [at]))
      expect(instants.length, allHeads.join(' | ')).toBeGreaterThan(0)
      for (const beside of instants) {
        const field = fieldOf(String(allHeads[beside - 1]), one => fieldLabel(t, name, one))
        const at = programHeads.indexOf(field ?? '')
        expect(at, String(allHeads[beside - 1])).toBeGreaterThanOrEqual(0)
        for (const [nr, row] of allRows.entries()) {
          const [local, offset] = [row[beside - 1], row[beside]]
          const written = program[nr]?.[at] ?? ''
          if (!(local instanceof Date)) expect(written).toBe('')
          else {
            const told = Date.parse(local.toISOString().replace('Z', String(offset)))
            expect(Math.abs(told - Date.parse(written)), `${String(offset)} ${written}`).toBeLessThan(1_000)
          }
        }
      }
      for (const [nr, row] of program.entries())
        for (const { head, at, source } of typed) {
          const value: unknown = parquet[nr]?.[source]
          const written = row[at] ?? ''
          const place = `${head} of row ${nr + 1}`
          if (value instanceof Date) expect(value.getTime(), place).toBe(Date.parse(written))
          else
            expect(value === null || value === undefined ? '' : String(value as string), place).toBe(written)
        }
    })
})

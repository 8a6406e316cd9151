import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { hasGnumeric, openedByGnumeric } from '../../../tests/support/gnumeric'
import type { Sheet } from './sheet'
import { xlsxOf } from './xlsx.server'

const run = promisify(execFile)
const office = process.env.SOFFICE_PATH ?? 'soffice'

const sheet: Sheet = {
  columns: [
    { key: 'day', label: 'Ziua', kind: 'day', unit: null },
    { key: 'name', label: 'Locația', kind: 'text', unit: null },
    { key: 'net', label: 'Câștig net', kind: 'money', unit: 'RON' },
    { key: 'games', label: 'Jocuri', kind: 'count', unit: null },
    { key: 'rtp', label: 'RTP', kind: 'percent', unit: '%' },
  ],
  rows: [
    { key: 'a', values: ['2026-11-20', '=1+1', -120_550, 1_234, 8_125] },
    { key: 'b', values: ['2026-11-21', 'Țăndărei & fiii', 99, null, null] },
  ],
  totals: [{ key: 'total', values: ['Total', null, -120_451, 1_234, 8_125] }],
}

/** As many as a sealed month of two currencies has. */
const under = Array.from({ length: 83 }, (_, nr) => `Notă ${nr}: ăâîșț ç ã`)

const opened = async (book: Uint8Array) => {
  const [first] = (await readXlsx(book)).sheets
  return { name: first?.name, frozen: first?.freezePane?.rows }
}

describe('the name of a sheet', () => {
  it.each([
    ["O'Brien 'n'", 'O’Brien ’n’'],
    ['A/B: [C]*?', 'A B   C'],
    ['History', 'Report'],
    ['', 'Report'],
    [`${'x'.repeat(18)}😀${'y'.repeat(9)}😀${'z'.repeat(10)}`, `${'x'.repeat(18)}…${'z'.repeat(10)}`],
    ['Jackpots București Titan 2026-11-26', 'Jackpots București…2026-11-26'],
    ['Jackpots București Titan 2026-11', 'Jackpots București…tan 2026-11'],
  ])('%j is one that spreadsheets take: %j', async (title, name) => {
    expect(await opened(await xlsxOf({ title, over: '', sheet, under: [] }))).toEqual({ name, frozen: 2 })
  })
})

describe('a workbook, opened by Gnumeric', () => {
  it.for([
    'Titan 2026-11-26',
    "O'Brien 'n'",
    "L'Été & <fils>",
    'Jackpots București Titan 2026-11-26',
    'Zile',
    '2026',
    'A1',
  ])(
    'of the sheet %j has its print area, its header on each page and its rows in sight',
    async (title, ctx) => {
      if (!hasGnumeric) return ctx.skip('Gnumeric is not installed on this machine')
      const book = await xlsxOf({ title, over: 'Zilele de joc', sheet, under })
      const { errors, rows, printArea, printTitles, frozen } = await openedByGnumeric(book)
      expect(errors).toBe('')
      expect(printArea).toMatch(/!\$A\$1:\$E\$90$/)
      expect(printTitles).toMatch(/!\$A\$3:\$[A-Z]+\$3$/)
      expect(frozen).toBe('B4')
      expect(rows[0]?.[0]).toBe(title)
      expect(rows[3]?.slice(1)).toEqual(['=1+1', -1205.5, 1234, 0.8125])
      expect(rows[4]?.slice(1, 3)).toEqual(['Țăndărei & fiii', 0.99])
      expect(rows.at(-1)?.[0]).toBe(under.at(-1))
    },
  )
})

describe('a workbook, opened by LibreOffice', () => {
  it('has numbers and days that are numbers and days, text that runs as no formula, and its header on each page', async ctx => {
    const there = await run(office, ['--version']).catch(() => null)
    if (!there) return ctx.skip('LibreOffice is not installed on this machine')
    const folder = await mkdtemp(path.join(tmpdir(), 'workbook-'))
    const over = 'Zilele de joc 20.11.2026 – 21.11.2026'
    await writeFile(
      path.join(folder, 'report.xlsx'),
      await xlsxOf({ title: 'Zile de joc', over, sheet, under }),
    )
    await run(
      office,
      [
        `-env:UserInstallation=file://${folder}/profile`,
        ...['--headless', '--convert-to', 'fods', '--outdir', folder],
        path.join(folder, 'report.xlsx'),
      ],
      { timeout: 100_000 },
    )
    const read = await readFile(path.join(folder, 'report.fods'), 'utf8')
    const values = [...read.matchAll(/office:(date-value|value)="([^"]*)"/g)].map(([, , value]) => value)
    expect(values).toEqual([
      '2026-11-20',
      '-1205.5',
      '1234',
      '0.8125',
      '2026-11-21',
      '0.99',
      '-1204.51',
      '1234',
      '0.8125',
    ])
    expect(read).not.toContain('table:formula')
    expect(read).toContain('<text:p>=1+1</text:p>')
    expect(read).toContain('<text:p>Țăndărei &amp; fiii</text:p>')
    expect(read).toMatch(
      /table:print-ranges="\$?&apos;Zile de joc&apos;\.\$?A\$?1:\$?&apos;Zile de joc&apos;\.\$?E\$?90"/,
    )
    // The third row is the header, after the title and a line about the report.
    const [, header = ''] = /<table:table-header-rows>([\s\S]*?)<\/table:table-header-rows>/.exec(read) ?? []
    expect([...header.matchAll(/<text:p>([^<]*)</g)].map(([, text]) => text)).toEqual([
      'Ziua',
      'Locația',
      'Câștig net (RON)',
      'Jocuri',
      'RTP',
    ])
  }, 120_000)
})

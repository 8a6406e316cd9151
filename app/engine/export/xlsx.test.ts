import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Sheet } from '../report/sheet'
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

describe('a workbook, opened by LibreOffice', () => {
  it('has numbers and days that are numbers and days, text that runs as no formula, and its header on each page', async ctx => {
    const there = await run(office, ['--version']).catch(() => null)
    if (!there) return ctx.skip('LibreOffice is not installed on this machine')
    const folder = await mkdtemp(path.join(tmpdir(), 'workbook-'))
    const about = ['Zilele de joc 20.11.2026 – 21.11.2026']
    await writeFile(path.join(folder, 'report.xlsx'), await xlsxOf({ title: 'Zile', about, sheet }))
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
    expect(read).toMatch(/table:print-ranges="\$?Zile\.\$?A\$?1:\$?Zile\.\$?E\$?6"/)
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

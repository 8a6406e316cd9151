import { describe, expect, it } from 'vitest'
import type { ListAnswer } from '../../backend/contract/list'
import { formatter } from '../i18n/format'
import { resources } from '../resources/index'
import { csvStream, disposition, exportName, neutral } from './csv.server'
import type { Row } from './define-resource'

const { slots } = resources
const face = { t: (key: string | string[]) => String(key), format: formatter('ro', 'Europe/Bucharest'), locale: 'ro' as const, timeZone: 'Europe/Bucharest', now: 0, entity: 'slots' }
const request = { rowsPerPage: 10, page: 0, sortBy: [], sortDirection: [], query: '', exactFields: [], exactValues: [] }
const row = (index: number): Row => ({
  _id: String(index).padStart(24, '0'), serial: `EGT-${index}`, denomination: { minor: 10, currency: 'RON' }, credits: null, last_seen_at: Date.UTC(2026, 10, 20, 8),
})
const text = async (list: (page: number) => ListAnswer<Row>) => {
  const asked: number[] = []
  const stream = await csvStream({
    resource: slots, columns: ['serial', 'denomination', 'credits', 'last_seen_at'], face, request,
    list: ({ page }) => { asked.push(page); return Promise.resolve(list(page)) },
  })
  const bytes = await new Response(stream).arrayBuffer()
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), asked }
}

describe('a list as CSV', () => {
  it('begins with a byte order mark, names zone in its header and is plain', async () => {
    const { text: file } = await text(() => ({ rows: [row(1)], total: 1, as_of: 0 }))
    expect(file).toBe('\uFEFFslots:fields.serial,slots:fields.denomination,slots:fields.credits,slots:fields.last_seen_at (Europe/Bucharest)\r\nEGT-1,0.10 RON,,2026-11-20T10:00:00+02:00\r\n')
  })

  it('holds the whole result, read page by page', async () => {
    const all = Array.from({ length: 2_300 }, (_, index) => row(index))
    const { text: file, asked } = await text(page => ({ rows: all.slice(page * 1_000, (page + 1) * 1_000), total: all.length, as_of: 0 }))
    expect(asked).toEqual([0, 1, 2])
    expect(file.trimEnd().split('\r\n')).toHaveLength(2_301)
  })

  it('an empty result is its header', async () => {
    const { text: file } = await text(() => ({ rows: [], total: 0, as_of: 0 }))
    expect(file.trimEnd().split('\r\n')).toHaveLength(1)
  })

  it('a failure before the first row is a failure, not half a file', async () => {
    await expect(csvStream({ resource: slots, columns: ['serial'], face, request, list: () => Promise.reject(new Error('away')) })).rejects.toThrow('away')
  })
})

describe('cells that a spreadsheet would run', () => {
  it.each(['=1+1', '+A1', '-A1', '@SUM(A1)', '\t=1', ' =1', '|calc', '=HYPERLINK("x")'])('%s is neutralised', cell => { expect(neutral(cell)).toBe(`'${cell}`) })
  it.each(['-12.50', '-3', 'EGT-00412', '0.10 RON', '2026-11-20', ''])('%s stays', cell => { expect(neutral(cell)).toBe(cell) })
})

describe('the file’s name', () => {
  it('is the label and the moment', () => {
    expect(exportName('Daily Fiscal Reports', Date.UTC(2026, 10, 20, 12, 5, 9), 'Europe/Bucharest')).toBe('daily_fiscal reports20112026140509.csv')
  })
  it('is sent in ASCII and as it is', () => {
    expect(disposition('locații2.csv')).toBe('attachment; filename="locatii2.csv"; filename*=UTF-8\'\'loca%C8%9Bii2.csv')
  })
})

import { describe, expect, it } from 'vitest'
import { formatter } from '../i18n/format'
import { resources } from '../resources/index'
import { csvStream, disposition, exportName, inPieces, neutral } from './csv.server'
import type { Row } from './define-resource'

const { slots } = resources
const face = { t: (key: string | string[]) => String(key), format: formatter('ro', 'Europe/Bucharest'), locale: 'ro' as const, timeZone: 'Europe/Bucharest', now: 0, entity: 'slots' }
const row = (index: number): Row => ({
  _id: String(index).padStart(24, '0'), serial: `EGT-${index}`, denomination: { minor: 10, currency: 'RON' }, credits: null, last_seen_at: Date.UTC(2026, 10, 20, 8),
})
const text = async (...pieces: Row[][]) => {
  const stream = await csvStream({ resource: slots, columns: ['serial', 'denomination', 'credits', 'last_seen_at'], face, pieces: (async function* () { yield* await Promise.resolve(pieces) })() })
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(stream).arrayBuffer())
}

describe('a list as CSV', () => {
  it('begins with a byte order mark, names zone in its header and is plain', async () => {
    const file = await text([row(1)])
    expect(file).toBe('\uFEFFslots:fields.serial,slots:fields.denomination,slots:fields.credits,slots:fields.last_seen_at (Europe/Bucharest)\r\nEGT-1,0.10 RON,,2026-11-20T10:00:00+02:00\r\n')
  })

  it('holds every piece, in order, with one header', async () => {
    const all = Array.from({ length: 2_300 }, (_, index) => row(index))
    const lines = (await text(all.slice(0, 1_000), all.slice(1_000, 2_000), all.slice(2_000))).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2_301)
    expect(lines[2_300]).toMatch(/^EGT-2299,/)
    const whole: number[] = []
    for await (const piece of inPieces(all)) whole.push(piece.length)
    expect(whole).toEqual([1_000, 1_000, 300])
  })

  it('an empty result is its header', async () => {
    expect((await text()).trimEnd().split('\r\n')).toHaveLength(1)
    expect((await text([])).trimEnd().split('\r\n')).toHaveLength(1)
  })

  it('a failure before the first row is a failure, not half a file', async () => {
    const away = { next: () => Promise.reject(new Error('away')) }
    await expect(csvStream({ resource: slots, columns: ['serial'], face, pieces: away })).rejects.toThrow('away')
  })

  it('a failure later breaks the download: half a file never looks whole', async () => {
    const pieces = (async function* () { yield await Promise.resolve([row(1)]); throw new Error('away') })()
    const stream = await csvStream({ resource: slots, columns: ['serial'], face, pieces })
    await expect(new Response(stream).arrayBuffer()).rejects.toThrow('away')
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

import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { fileFormat, type FileCell, type FileKind } from '../../i18n/file-format'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { locales, type Locale } from '../../i18n/locales'
import { resources } from '../../definitions'
import {
  csvLines,
  csvStream,
  disposition,
  exportName,
  inPieces,
  neutral,
  unitsOf,
  type CsvBase,
} from './csv.server'
import type { Row } from '../definition/row'

const { slots } = resources
type Look = [locale: Locale, kind?: FileKind]
const contextOf = ([locale, kind]: Look): CsvBase => ({
  t: translator(locale),
  format: formatter(locale, zone),
  file: fileFormat(locale, zone, kind),
  locale,
  timeZone: zone,
  now: 0,
  entity: 'slots',
})
const zone = 'Europe/Bucharest'
const row = (index: number, currency = 'RON'): Row => ({
  _id: String(index).padStart(24, '0'),
  serial: `EGT-${index}`,
  denomination: { minor: 10, currency },
  credits: null,
  last_seen_at: Date.UTC(2026, 10, 20, 8),
  theoretical_rtp: 9550,
  cvt_valid_to: '2027-03-31',
})
const columns = ['serial', 'denomination', 'theoretical_rtp', 'cvt_valid_to', 'credits', 'last_seen_at']
const textOf = async (rows: Row[], look: Look = ['en'], pieces = [rows]) => {
  const stream = await csvStream({
    resource: slots,
    columns,
    face: contextOf(look),
    units: unitsOf(slots, columns, rows),
    pieces: (async function* () {
      yield* await Promise.resolve(pieces)
    })(),
  })
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(stream).arrayBuffer())
}
const linesOf = async (...args: Parameters<typeof textOf>) =>
  (await textOf(...args)).replace('\uFEFF', '').trimEnd().split('\r\n')

describe('a list as CSV', () => {
  it('begins with a byte order mark', async () => {
    expect((await textOf([row(1)])).startsWith('\uFEFFSerial,')).toBe(true)
  })

  it.each<[string, Look, string, string]>([
    [
      'en',
      ['en'],
      'Serial,Denomination (RON),Theoretical RTP (%),Technical inspection valid until,Credits,Last message (Europe/Bucharest)',
      'EGT-1,0.10,95.50,31/03/2027,,20/11/2026 10:00:00',
    ],
    [
      'ro',
      ['ro'],
      'Serie;Denominație (RON);RTP teoretic (%);Verificare tehnică valabilă până la;Credite;Ultimul mesaj (Europe/Bucharest)',
      'EGT-1;0,10;95,50;31.03.2027;;20.11.2026 10:00:00',
    ],
    [
      'pt',
      ['pt'],
      'N.º de série;Denominação (RON);RTP teórico (%);Inspeção técnica válida até;Créditos;Última mensagem (Europe/Bucharest)',
      'EGT-1;0,10;95,50;31/03/2027;;20/11/2026 10:00:00',
    ],
    [
      'programs',
      ['ro', 'machine'],
      'serial,denomination,denomination_currency,theoretical_rtp,cvt_valid_to,credits,last_seen_at',
      'EGT-1,0.10,RON,95.50,2027-03-31,,2026-11-20T10:00:00+02:00',
    ],
  ])(
    'is written for %s: separator, decimals, dates, what the numbers are counted in',
    async (_, look, head, line) => {
      const lines = await linesOf([row(1)], look)
      expect(lines[1]).toBe(line)
      expect(lines[0]?.split(/[,;]/)).toHaveLength(head.split(/[,;]/).length)
      if (look[1] === 'machine') expect(lines[0]).toBe(head.replace(/[^,]+/g, '"$&"'))
      expect(lines[0]?.match(/\([^)]*\)/g)).toEqual(head.match(/\([^)]*\)/g))
    },
  )

  it('says the currency in a column of its own where there are several', async () => {
    const [head, first, second] = await linesOf([row(1), row(2, 'EUR')])
    expect(head).toContain('Denomination,Denomination: currency,')
    expect([first, second]).toEqual([
      expect.stringContaining('EGT-1,0.10,RON,'),
      expect.stringContaining('EGT-2,0.10,EUR,'),
    ])
  })

  it('holds every piece, in order, with one header', async () => {
    const all = Array.from({ length: 2_300 }, (_, index) => row(index))
    const lines = await linesOf(all, ['en'], [all.slice(0, 1_000), all.slice(1_000, 2_000), all.slice(2_000)])
    expect(lines).toHaveLength(2_301)
    expect(lines[2_300]).toMatch(/^EGT-2299,/)
    const whole: number[] = []
    for await (const piece of inPieces(all)) whole.push(piece.length)
    expect(whole).toEqual([1_000, 1_000, 300])
  })

  it('an empty result is its header', async () => {
    expect(await linesOf([], ['en'], [])).toHaveLength(1)
    expect(await linesOf([])).toEqual([expect.stringContaining(',Denomination,')])
  })

  it('a failure before the first row is a failure, not half a file', async () => {
    const away = { next: () => Promise.reject(new Error('away')) }
    await expect(
      csvStream({ resource: slots, columns: ['serial'], face: contextOf(['en']), units: {}, pieces: away }),
    ).rejects.toThrow('away')
  })

  it('a failure later breaks the download: half a file never looks whole', async () => {
    const pieces = (async function* () {
      yield await Promise.resolve([row(1)])
      throw new Error('away')
    })()
    const stream = await csvStream({
      resource: slots,
      columns: ['serial'],
      face: contextOf(['en']),
      units: {},
      pieces,
    })
    await expect(new Response(stream).arrayBuffer()).rejects.toThrow('away')
  })
})

describe('cells that a spreadsheet would run', () => {
  it.each(['=1+1', '+A1', '-A1', '@SUM(A1)', '\t=1', ' =1', '|calc', '=HYPERLINK("x")', '-12', "'=1"])(
    '%s is neutralised when it is text',
    cell => {
      expect(neutral(cell)).toBe(`'${cell}`)
    },
  )
  it.each(['EGT-00412', '0.10 RON', '2026-11-20', '', "O'Neill"])('%s stays', cell => {
    expect(neutral(cell)).toBe(cell)
  })
  it('a negative number is a number', () => {
    expect(neutral(fileFormat('ro', zone).decimal(-1250, 2))).toBe('-12,50')
    expect(neutral(fileFormat('en', zone).number(-3))).toBe('-3')
  })
})

const looks: readonly Look[] = locales.flatMap((locale): Look[] => [[locale], [locale, 'machine']])

describe.each(looks)('what a spreadsheet or a program reads of a file (%s, %s)', (locale, kind) => {
  const file = fileFormat(locale, zone, kind)
  const slot = kind === 'machine'
  const there = async (cells: FileCell[]) => {
    const stream = await csvLines(
      ['a'],
      (async function* () {
        yield await Promise.resolve(cells.map(cell => [cell]))
      })(),
      file,
    )
    const records = parse(await new Response(stream).text(), {
      delimiter: file.delimiter,
      bom: true,
      relax_quotes: false,
    }) as string[][]
    return records.slice(1).map(([cell = '']) => cell)
  }
  const unmarked = (text: string) => (slot || locale === 'en' ? text : text.replace(',', '.'))
  const plain = (text: string) => text.replace(/^'(?='*\s*[=+\-@|\t\r\n])/, '')

  it('numbers are the same numbers', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.maxSafeInteger(), { minLength: 1 }), async values => {
        expect((await there(values.map(file.number))).map(Number)).toEqual(values.map(value => value + 0))
      }),
    ))
  it('money and percents keep every digit', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.maxSafeInteger(), { minLength: 1 }), async values => {
        const read = await there(values.map(value => file.decimal(value, 2)))
        for (const text of read) expect(unmarked(text)).toMatch(/^-?\d+\.\d\d$/)
        expect(read.map(text => Number(unmarked(text).replace('.', '')) + 0)).toEqual(
          values.map(value => value + 0),
        )
      }),
    ))
  it('instants are the same second, also when the clock is set back', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2090, 0) }),
            fc.integer({ min: Date.UTC(2026, 9, 24, 22), max: Date.UTC(2026, 9, 25, 3) }),
          ),
          { minLength: 1 },
        ),
        async values => {
          const formats = slot
            ? []
            : [
                'dd.MM.yyyy HH:mm:ss',
                'dd/MM/yyyy HH:mm:ss',
                'dd.MM.yyyy HH:mm:ss ZZ',
                'dd/MM/yyyy HH:mm:ss ZZ',
              ]
          const instant = (text: string) =>
            [
              DateTime.fromISO(text, { zone }),
              ...formats.map(format => DateTime.fromFormat(text, format, { zone })),
            ]
              .find(at => at.isValid)
              ?.toMillis()
          const seconds = values.map(value => Math.floor(value / 1000) * 1000)
          expect((await there(seconds.map(value => file.instant(value)))).map(instant)).toEqual(seconds)
        },
      ),
    ))
  it('days are the same days', () =>
    fc.assert(
      fc.asyncProperty(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
        async date => {
          const day = date.toISOString().slice(0, 10)
          const [read = ''] = await there([file.day(day)])
          expect(slot ? read : read.split(/[./]/).reverse().join('-')).toBe(day)
        },
      ),
    ))
  it('text is the same text, and nothing of it is a formula', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({
            unit: fc.constantFrom(
              '=',
              '+',
              '-',
              '@',
              '|',
              "'",
              ' ',
              '\t',
              '\n',
              ';',
              ',',
              '"',
              '1',
              'a',
              'ș',
            ),
            minLength: 1,
          }),
          { minLength: 1 },
        ),
        async texts => {
          const read = await there(texts)
          for (const text of read) expect(text).not.toMatch(/^\s*[=+\-@|]/)
          expect(read.map(plain)).toEqual(texts)
        },
      ),
    ))
})

describe('the file’s name', () => {
  it('is the label and the moment', () => {
    expect(exportName('Daily Fiscal Reports', Date.UTC(2026, 10, 20, 12, 5, 9), 'Europe/Bucharest')).toBe(
      'daily_fiscal reports20112026140509.csv',
    )
  })
  it('has a gap between a month and the moment', () => {
    const at = Date.UTC(2026, 10, 20, 12, 5, 9)
    expect(exportName('Titan 2026-10', at, 'Europe/Bucharest')).toBe('titan_2026-10_20112026140509.csv')
  })
  it('is sent in ASCII and as it is', () => {
    expect(disposition('locații2.csv')).toBe(
      'attachment; filename="locatii2.csv"; filename*=UTF-8\'\'loca%C8%9Bii2.csv',
    )
    expect(disposition("o'brien_'n' (1).csv")).toBe(
      `attachment; filename="o'brien_'n' (1).csv"; filename*=UTF-8''o%27brien_%27n%27%20%281%29.csv`,
    )
  })
})

import fc from 'fast-check'
import { stringify } from 'csv-stringify/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { registerAll } from '../../registrations'
import { headerKey } from '../../platform/contract/fold'
import { columnNamed } from './aliases'
import { date, decimal, integer, yesNo } from './cells.service'
import { readRows } from './csv-rows.service'
import { readText } from './file-text.service'
import { importEntity } from './imports.contract'
import { importerOf } from './importers'

beforeAll(registerAll)

/** As a spreadsheet shows it: trimmed, since nobody sees blanks at its ends. */
const cell = fc
  .string({
    unit: fc.constantFrom('a', 'Z', '0', ' ', 'ț', 'ã', '"', ',', ';', '\t', '|', '\n', '.', '=', 'ș', '☃'),
    maxLength: 12,
  })
  .map(text => text.trim())
  // A formula of a text is read as its text.
  .filter(text => !/^="[^]*"$/.test(text))
const names = ['serial', 'manufacturer', 'game_mix', 'position']

describe('a file', () => {
  it('comes back as it was written, whatever the delimiter, quoting, line ends and encoding', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.string({ unit: fc.constantFrom('a', '1', '-'), minLength: 1, maxLength: 8 }),
            cell,
            cell,
            cell,
          ),
          { minLength: 1, maxLength: 12 },
        ),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.boolean(),
        fc.constantFrom('unix', 'windows', 'mac'),
        fc.constantFrom('utf-8', 'bom', 'utf16le', 'utf16be', 'utf16le bare', 'utf16be bare'),
        async (rows, delimiter, quoted, ends, encoding) => {
          const text = stringify([names, ...rows], {
            delimiter,
            quoted,
            record_delimiter: ends,
            quoted_match: /[\s"]/,
          })
          const utf16 = Buffer.from(encoding.endsWith('bare') ? text : `\ufeff${text}`, 'utf16le')
          const bytes = encoding.startsWith('utf16le')
            ? utf16
            : encoding.startsWith('utf16be')
              ? utf16.swap16()
              : Buffer.from(encoding === 'bom' ? `\ufeff${text}` : text)
          const file = await readRows('slots', (await readText(bytes)).pieces)
          expect(file.delimiter).toBe(delimiter)
          expect(file.rows.map(row => row.cells)).toEqual(rows.map(row => [...row]))
          // Each begins one line after the one before it ended.
          let line = 2
          for (const [index, row] of rows.entries()) {
            expect(file.rows[index]?.line).toBe(line)
            line += 1 + row.join('').split('\n').length - 1
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('of any size keeps its letters whole, wherever it is cut while it is read', async () => {
    for (const pad of [0, 1, 2, 3]) {
      const rows = Array.from({ length: 3_000 }, (_, number) => [`S${number}`, '🎰𝄞'.repeat(5)])
      const text = `${' '.repeat(pad)}serial,position\r\n${rows.map(row => row.join(',')).join('\r\n')}`
      const file = await readRows('slots', text)
      expect(file.rows.map(row => row.cells)).toEqual(rows)
      expect(file.rows.at(-1)?.line).toBe(3_001)
    }
  })

  it('in UTF-16 without a mark is read by the look of its header, whatever letters it has', async () => {
    const text = 'serie;locație;producător;preț pe impuls\r\nS-1;Brăila ȘȚĂÎÂ;Novomatic;1,00\r\n'
    expect(await readText(Buffer.from(text, 'utf16le'))).toEqual({ pieces: [text, ''], encoding: 'utf-16le' })
    expect(await readText(Buffer.from(text, 'utf16le').swap16())).toEqual({
      pieces: [text, ''],
      encoding: 'utf-16be',
    })
    expect(await readText(Buffer.from('cod', 'utf16le'))).toEqual({
      pieces: ['cod', ''],
      encoding: 'utf-16le',
    })
  })

  it.each([
    ['small numbers', Buffer.from(Uint16Array.from({ length: 300 }, (_, at) => at % 30).buffer)],
    ['zeros', Buffer.alloc(64)],
    ['half a letter at the end', Buffer.concat([Buffer.from('serial', 'utf16le'), Buffer.from([0x61])])],
  ])('of %s is no text', async (_name, bytes) => {
    await expect(readText(bytes)).rejects.toMatchObject({ code: 'binary_file' })
  })

  it('in Windows-1250 reads every letter of Romanian as it was', async () => {
    // The letters with cedilla are those that the code page has.
    const bytes = Uint8Array.from(
      [...'serial\n']
        .map(c => c.charCodeAt(0))
        .concat(0xc3, 0xe3, 0xc2, 0xe2, 0xce, 0xee, 0xaa, 0xba, 0xde, 0xfe),
    )
    const { pieces, encoding } = await readText(bytes)
    expect([encoding, pieces.join('')]).toEqual(['windows-1250', 'serial\nĂăÂâÎîŞşŢţ'])
  })

  it('has a name for every column, once, in every language', () => {
    for (const entity of importEntity.options) {
      expect(Object.keys(importerOf(entity).aliases).sort()).toEqual(
        importerOf(entity)
          .kind.columns.map(column => column.name)
          .sort(),
      )
      const words = Object.entries(importerOf(entity).aliases).flatMap(([name, all]) =>
        [...new Set(all)].map(word => [word, name] as const),
      )
      expect(words.filter(([word]) => headerKey(word) !== word)).toEqual([])
      expect(words.filter(([word, name]) => columnNamed(entity, word) !== name)).toEqual([])
    }
  })
})

describe('a number', () => {
  it('is the same with a decimal comma and with a dot, with and without its thousands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), value => {
        const [whole, fraction] = [String(Math.floor(value / 100)), String(value % 100).padStart(2, '0')]
        const grouped = (mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark)
        for (const text of [
          `${whole}.${fraction}`,
          `${whole},${fraction}`,
          `${grouped('.')},${fraction}`,
          `${grouped(',')}.${fraction}`,
          `${grouped(' ')},${fraction}`,
          `${grouped('\u00a0')}.${fraction}`,
        ]) {
          expect(decimal(2).read(text), text).toEqual({ value })
        }
        expect(decimal(2).read(decimal(2).show(value))).toEqual({ value })
      }),
    )
  })

  it('is refused where it could be two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 0, max: 999 }),
        fc.constantFrom('.', ','),
        (whole, rest, mark) => {
          const text = `${whole}${mark}${String(rest).padStart(3, '0')}`
          for (const kind of [decimal(2), decimal(3), integer])
            expect(kind.read(text)).toEqual({ problem: { code: 'ambiguous_number', params: { text } } })
        },
      ),
    )
    // A percentage is never a thousand, and nothing begins a thousand with 0.
    expect(decimal(2, { most: 10_000 }).read('95.125')).toEqual({
      problem: { code: 'too_precise', params: { digits: 2 } },
    })
    expect(decimal(3).read('0,125')).toEqual({ value: 125 })
    expect(integer.read('1.234.567')).toEqual({ value: 1_234_567 })
  })

  it.each([
    '',
    '-',
    '1e5',
    '0x10',
    '1,2,3',
    '1.2.3,4',
    '12,34.56,7',
    'NaN',
    '１２',
    '9'.repeat(20),
    '1 lei 5',
  ])('%j is none', text => {
    expect(decimal(2).read(text)).toHaveProperty('problem')
  })
})

describe('what stands before the heads', () => {
  it.each([
    ['\n"sep=,"\n\nserial,position\nS-1,A-1\n', ',', 5],
    ['SEP=|\r\n\r\nserial|position\r\nS-1|A-1\r\n', '|', 4],
    ['\n;;\nserial;position;\nS-1;A-1;\n', ';', 4],
  ])('%j is understood, and lines have their numbers', async (text, delimiter, line) => {
    const file = await readRows('slots', text)
    expect([file.delimiter, file.rows]).toEqual([
      delimiter,
      [{ line, cells: expect.arrayContaining(['S-1', 'A-1']) }],
    ])
  })
})

describe('dates and yes or no', () => {
  it('a date is itself in every form, and no date that does not exist', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        day => {
          const value = day.toISOString().slice(0, 10)
          const [year, month, date_] = value.split('-').map(Number)
          for (const text of [
            value,
            `${date_}.${month}.${year}`,
            `${date_}/${month}/${year}`,
            `${value.slice(8)}-${value.slice(5, 7)}-${year}`,
          ])
            expect(date.read(text)).toEqual({ value })
        },
      ),
    )
    for (const time of [
      ' 00:00:00.000',
      ' 0:00',
      'T00:00:00Z',
      ' 00:00:00',
      'T00:00:00.0000000+02:00',
      ' 12:00:00 AM',
    ])
      for (const day of ['2026-11-29', '29.11.2026', '29/11/2026'])
        expect(date.read(`${day}${time}`), time).toEqual({ value: '2026-11-29' })
    for (const text of ['2026-11-29 08:00:00', '2026-11-29 00:00:01', '2026-11-29 00:00:00.001', '00:00'])
      expect(date.read(text)).toEqual({ problem: { code: 'not_a_date' } })
    for (const text of ['31.02.2027', '2027-13-01', '2027', '1.1.27', 'mâine'])
      expect(date.read(text)).toEqual({ problem: { code: 'not_a_date' } })
  })

  it('yes and no are known in three languages', () => {
    expect(['Da', 'SIM', 'yes', '1', 'x'].map(text => yesNo.read(text))).toEqual(
      Array(5).fill({ value: true }),
    )
    expect(['Nu', 'não', 'NO', '0'].map(text => yesNo.read(text))).toEqual(Array(4).fill({ value: false }))
  })
})

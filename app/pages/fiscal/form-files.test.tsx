/** A law over every form: screen and print, PDF, CSV and XLSX have the same figures, lines of sums, notes and marks. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { JSDOM } from 'jsdom'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { FiscalDocument, FormRow } from '../../../backend/fiscal-reports/fiscal-document.contract'
import { readPdf } from '../../../tests/support/pdf-text'
import { fileFormat } from '../../i18n/file-format'
import { translator } from '../../i18n/i18n.server'
import { locales, type Locale } from '../../i18n/locales'
import { csvTable } from '../../engine/report/csv-table.server'
import { takingsForm } from './fiscal.server'
import { FiscalForm } from './form'
import { formBytes, tableOf } from './form-files.server'
import type { FormKind } from './form-kind'
import { machineSheet } from './form-machine'
import { jackpotForm } from './jackpot-form'

const MARKS = ['breaks', 'held', 'missing'] as const
const figure = fc.integer({ min: -99_999_999, max: 99_999_999 })
const index = fc.option(fc.nat(999_999_999))
const indexes = fc.option(fc.record({ in: index, premium: index, out: index }))
const row = fc.record({
  price: fc.nat(10_000),
  opening: indexes,
  closing: indexes,
  moved: fc.record({ in: figure, premium: figure, out: figure }),
  balance: figure,
  collected: figure,
  paid: figure,
  takings: figure,
  difference: figure,
  breaks: fc.boolean(),
  held: fc.nat(2),
  missing_hours: fc.nat(2),
  decided: fc.nat(2),
  earlier: fc.array(fc.record({ day: fc.constant('2026-11-19'), in: figure, premium: figure, out: figure }), {
    maxLength: 1,
  }),
})
const level = fc.record({
  name: fc.constantFrom('Mini', 'Major'),
  shown: figure,
  kept: figure,
  wins: fc.nat(9),
  won: figure,
  value: figure,
  pool: figure,
})

const documentOf = (
  rows: readonly Partial<FormRow>[],
  own: Partial<FiscalDocument> = {},
): FiscalDocument => ({
  kind: 'day',
  period: '2026-11-26',
  revision: 1,
  organiser: {
    name: 'Joc & Noroc S.R.L. Țăndărei',
    fiscal_code: 'RO 1234567',
    trade_register_no: null,
    address: 'Str. Înfrățirii nr. 5',
    licence_no: null,
    share_capital: null,
  },
  location: {
    _id: 'f'.repeat(24),
    name: "O'Brien 'n'",
    code: 'TIT',
    address: 'Șos. Mihai Bravu 12',
    licence_no: 'L001',
    work_point_no: '7',
  },
  from: 1,
  to: 2,
  time_zone: 'Europe/Bucharest',
  currency: 'RON',
  indexes: 'electronic',
  rows: rows.map((one, nr) => ({
    slot: { _id: String(nr).padStart(24, '0'), name: `EGT-${1000 + nr}` },
    price: 10,
    opening: { in: 1_000, premium: 0, out: 500 },
    closing: { in: 2_000, premium: 0, out: 900 },
    moved: { in: 1_000, premium: 0, out: 400 },
    balance: 600,
    collected: 10_000,
    paid: 4_000,
    takings: 6_000,
    difference: 0,
    breaks: false,
    missing_hours: 0,
    held: 0,
    decided: 0,
    earlier: [],
    ...one,
  })),
  totals: { collected: 2_000_000, paid: 772_630, takings: 1_227_370, difference: 0 },
  made_at: Date.UTC(2026, 10, 27, 6),
  days: [],
  accepted: [],
  ...own,
})

const jackpotsOf = (levels: readonly { won: number; [name: string]: unknown }[]) =>
  ({
    levels: levels.map((one, nr) => ({
      level: { _id: `1${nr}`.padStart(24, '0'), name: one.name },
      jackpot: { _id: '2'.repeat(24), name: 'Titan' },
      everywhere: nr === 0,
      shown: one.shown,
      kept: one.kept,
      wins: one.wins,
      won: one.won,
      stood: { value: one.value, kept: one.pool },
    })),
    wins: [
      {
        _id: '3'.repeat(24),
        number: 'J-7',
        slot: { _id: '4'.repeat(24), name: 'EGT-7' },
        at: Date.UTC(2026, 10, 26, 20),
        amount: 34_168,
        state: 'paid',
      },
    ],
    totals: { shown: 5, kept: 6, wins: 1, won: 34_168, owed: 7 },
  }) as unknown as FiscalDocument['jackpots']

interface Said {
  rows: (string | number)[][]
  sums: (string | number)[][]
  marks: string[]
  lines: string[]
}

/** 12.273,70 as a file for programs has it; words stay words, and what is not known is nothing. */
const figureOf = (text: string, language: Locale): string | number => {
  const plain = text
    .replace('−', '-')
    .replace(language === 'en' ? /,/g : /[.\s\u00a0\u202f]/g, '')
    .replace(',', '.')
  if (text === '–') return ''
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text
}
const filled = (row: readonly (string | number)[]) => row.filter(cell => cell !== '')

function onScreen(kind: FormKind, document: FiscalDocument, language: Locale): Said {
  const t = translator(language)
  const marks = Object.fromEntries(MARKS.map(mark => [mark, t(`fiscal:marks.${mark}`)]))
  const shown = { form: kind.written(document, language), document }
  const { window } = new JSDOM(renderToStaticMarkup(<FiscalForm shown={shown} marks={marks} />))
  const all = (selector: string, within: ParentNode = window.document) => [
    ...within.querySelectorAll(selector),
  ]
  const textOf = (cell: Element) => {
    const own = cell.cloneNode(true) as Element
    for (const mark of all('.fiscal-mark', own)) mark.remove()
    return figureOf(own.textContent ?? '', language)
  }
  const cellsOf = (row: Element) => filled([...row.children].map(textOf))
  return {
    rows: all('tbody tr').map(cellsOf),
    sums: all('tfoot tr').map(cellsOf),
    marks: all('tbody tr').map(one => all('.fiscal-mark .sr-only', one)[0]?.textContent ?? ''),
    lines: [
      all('h2')[0]?.textContent ?? '',
      ...all('.fiscal-head dl div').map(one => [...one.children].map(part => part.textContent).join(': ')),
      ...all('.fiscal-notes li').map(one => one.textContent ?? ''),
    ],
  }
}

/** Under the head of its table: rows, sums, then lines of one cell. */
function inTable(
  table: readonly (readonly (string | number)[])[],
  { rows, sums }: Said,
  isMarked: boolean,
  before: readonly string[],
): Said {
  const [start, end] = [rows.length, rows.length + sums.length]
  const own = (row: readonly (string | number)[]) => filled(isMarked ? row.slice(0, -1) : row)
  return {
    rows: table.slice(0, start).map(own),
    sums: table.slice(start, end).map(own),
    marks: table.slice(0, start).map(one => (isMarked ? String(one.at(-1)) : '')),
    lines: [...before, ...table.slice(end).flatMap(one => filled(one).map(String))],
  }
}

async function inCsv(kind: FormKind, document: FiscalDocument, language: Locale, like: Said): Promise<Said> {
  const context = { url: new URL(`https://console.example.com/?lng=${language}`), locale: language }
  const { sheet, over, under } = tableOf(context, { documents: [document], seals: [], title: 'x', kind })
  const text = await new Response(
    await csvTable(sheet, fileFormat(language, 'Europe/Bucharest'), [over, ...under]),
  ).text()
  const table = parse(text, { bom: true, delimiter: language === 'en' ? ',' : ';' }) as string[][]
  const decimal = (cell: string) => {
    const plain = language === 'en' ? cell : cell.replace(',', '.')
    return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : cell
  }
  const cells = table
    .slice(1)
    .map((row, at) => (at < like.rows.length + like.sums.length ? row.map(decimal) : row))
  return inTable(cells, like, kind.isMarked, [])
}

async function inXlsx(kind: FormKind, document: FiscalDocument, language: Locale, like: Said): Promise<Said> {
  const context = { url: new URL(`https://console.example.com/?lng=${language}`), locale: language }
  const forms = { documents: [document], seals: [], title: "O'Brien 'n' 2026-11-26", kind }
  const [sheet] = (await readXlsx(await formBytes(context, forms, 'xlsx'))).sheets
  const all = sheet?.rows ?? []
  const width = Math.max(...all.map(one => one.length))
  const cells = all.map(one => Array.from({ length: width }, (_, at) => (one[at] ?? '') as string | number))
  expect(sheet?.freezePane?.rows).toBe(3)
  return inTable(cells.slice(3), like, kind.isMarked, [String(cells[1]?.[0])])
}

async function inPdf(kind: FormKind, document: FiscalDocument, language: Locale): Promise<string> {
  const context = { url: new URL(`https://console.example.com/?lng=${language}`), locale: language }
  const forms = { documents: [document], seals: [], title: 'x', kind }
  const { texts } = await readPdf(await formBytes(context, forms, 'pdf'))
  return texts.join(' ').replace(/\s+/g, ' ')
}

const kinds = { takings: takingsForm, jackpots: jackpotForm }
const report = fc.record({
  rows: fc.array(row, { maxLength: 12 }),
  jackpots: fc.option(fc.array(level, { maxLength: 3 }), { nil: undefined }),
  kind: fc.constantFrom('day' as const, 'month' as const),
  currency: fc.constantFrom('RON' as const, 'EUR' as const),
  language: fc.constantFrom(...locales),
})

async function demandSame(kind: FormKind, document: FiscalDocument, language: Locale) {
  const screen = onScreen(kind, document, language)
  expect(await inCsv(kind, document, language, screen)).toEqual(screen)
  expect(await inXlsx(kind, document, language, screen)).toEqual(screen)
  const pdf = await inPdf(kind, document, language)
  const form = kind.written(document, language)
  let at = 0
  for (const words of [
    ...form.rows.flatMap(({ cells }) => cells),
    ...form.footer.flatMap(({ label, cells }) => [label, ...form.columns.map(({ key }) => cells[key] ?? '')]),
    ...form.notes,
  ]) {
    const found = pdf.indexOf(words.replace(/\s+/g, ' '), at)
    expect(found, `${words} after ${pdf.slice(at, at + 60)}`).toBeGreaterThanOrEqual(at)
    at = found + words.length
  }
  for (const [nr, words] of screen.marks.entries())
    if (words !== '')
      expect(pdf).toContain(`${form.rows[nr]?.cells[form.columns.findIndex(one => one.key === form.head)]} `)
  return screen
}

describe.each(Object.entries(kinds))('a form of %s', (_, kind) => {
  it('says the same on the screen, in PDF, CSV and XLSX', async () => {
    await fc.assert(
      fc.asyncProperty(report, async ({ rows, jackpots, language, ...own }) => {
        const days =
          own.kind === 'month'
            ? [
                { day: '2026-11-01', id: null, revision: null, closed: true, hash: null },
                { day: '2026-11-02', id: null, revision: null, closed: false, hash: null },
              ]
            : []
        const document = documentOf(rows, {
          ...own,
          days,
          ...(own.kind === 'month' && { period: '2026-11' }),
          ...(jackpots && { jackpots: jackpotsOf(jackpots) }),
        })
        await demandSame(kind, document, language)
      }),
      { numRuns: 5 },
    )
  }, 60_000)

  it.each([0, 400])(
    'of %i rows does so, too',
    async count => {
      const document = documentOf(
        Array.from({ length: count }, (_, nr) => ({ breaks: nr === 7, held: nr === 9 ? 1 : 0 })),
        { jackpots: jackpotsOf([]) },
      )
      await demandSame(kind, document, 'ro')
    },
    60_000,
  )
})

it('the form of București Titan ends with its takings, its jackpots and what is left, in each file', async () => {
  const document = documentOf([{}], { jackpots: jackpotsOf([]) })
  const { sums, lines } = await demandSame(takingsForm, document, 'ro')
  expect(sums.map(one => one.at(-1))).toEqual([12_273.7, 341.68, 11_932.02])
  expect(lines).toContain(translator('ro')('fiscal:indexes.electronic'))
})

it('a report from before jackpots were part of it has no jackpots of 0', async () => {
  const document = documentOf([{}])
  expect((await demandSame(jackpotForm, document, 'en')).sums).toEqual([['Total'], ['Owed to players']])
  const [, jackpots] = (await demandSame(takingsForm, document, 'en')).sums
  expect(jackpots).toHaveLength(1)
})

it('for programs its columns are the same, whatever its layout, language and currencies are', () => {
  const [lei, euros] = [documentOf([{ breaks: true }]), documentOf([{}], { currency: 'EUR' })]
  const layout = {
    language: 'pt' as const,
    columns: ['serial', 'takings'] as const,
    numbered: false,
    signatures: [],
    texts: { columns: { takings: 'Receita' } },
  }
  const own = { ...lei, layout: layout as unknown as FiscalDocument['layout'] }
  const heads = [[lei], [own], [lei, euros]].map(documents =>
    machineSheet(documents as FiscalDocument[], takingsForm).columns.map(({ label }) => label),
  )
  expect(heads[0]?.slice(0, 4)).toEqual(['currency', 'line', 'nr', 'serial'])
  expect(heads[0]?.at(-1)).toBe('mark')
  expect(heads[1]).toEqual(heads[0])
  expect(heads[2]).toEqual(heads[0])
  const { rows, totals } = machineSheet([lei, euros], takingsForm)
  expect(rows.map(({ values }) => [values[0], values[1], values.at(-1)])).toEqual([
    ['RON', 'row', 'breaks'],
    ['EUR', 'row', null],
  ])
  expect(totals.map(({ values }) => values[1])).toEqual([
    ...['takings', 'jackpots', 'total'],
    ...['takings', 'jackpots', 'total'],
  ])
  expect(totals.every(({ values }) => values.slice(2).every(value => typeof value !== 'string'))).toBe(true)
})

/** What a fiscal form says on the screen and in each of its files. */
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { JSDOM } from 'jsdom'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect } from 'vitest'
import type { FiscalDocument } from '../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { csvTable } from '../../app/engine/report/csv-table.server'
import { fileFormat } from '../../app/i18n/file-format'
import { translator } from '../../app/i18n/i18n.server'
import type { Locale } from '../../app/i18n/locales'
import { FiscalForm } from '../../app/accounting/fiscal-reports/form'
import { formBytes, tableOf } from '../../app/accounting/fiscal-reports/form-files.server'
import type { FormKind } from '../../app/accounting/fiscal-reports/form-kind'
import { signs } from '../../app/accounting/fiscal-reports/form-notes'
import { readPdf } from './pdf-text'

export interface Said {
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

export function onScreen(kind: FormKind, document: FiscalDocument, language: Locale): Said {
  const t = translator(language)
  const marks = Object.fromEntries(Object.keys(signs).map(mark => [mark, t(`fiscal:marks.${mark}`)]))
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

export async function inCsv(
  kind: FormKind,
  document: FiscalDocument,
  language: Locale,
  like: Said,
): Promise<Said> {
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

export async function inXlsx(
  kind: FormKind,
  document: FiscalDocument,
  language: Locale,
  like: Said,
): Promise<Said> {
  const context = { url: new URL(`https://console.example.com/?lng=${language}`), locale: language }
  const forms = { documents: [document], seals: [], title: "O'Brien 'n' 2026-11-26", kind }
  const [sheet] = (await readXlsx(await formBytes(context, forms, 'xlsx'))).sheets
  const all = sheet?.rows ?? []
  const width = Math.max(...all.map(one => one.length))
  const cells = all.map(one => Array.from({ length: width }, (_, at) => (one[at] ?? '') as string | number))
  expect(sheet?.freezePane?.rows).toBe(3)
  return inTable(cells.slice(3), like, kind.isMarked, [String(cells[1]?.[0])])
}

export async function inPdf(kind: FormKind, document: FiscalDocument, language: Locale): Promise<string> {
  const context = { url: new URL(`https://console.example.com/?lng=${language}`), locale: language }
  const forms = { documents: [document], seals: [], title: 'x', kind }
  const { texts } = await readPdf(await formBytes(context, forms, 'pdf'))
  return texts.join(' ').replace(/\s+/g, ' ')
}

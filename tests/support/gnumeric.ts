/** Spreadsheets opened by a program that nobody here wrote: Gnumeric's `ssconvert`. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { JSDOM } from 'jsdom'

const run = promisify(execFile)

export const hasGnumeric = await run('ssconvert', ['--version']).then(
  () => true,
  () => false,
)

export interface Opened {
  /** What it complained of. */
  errors: string
  /** Numbers where it calculates with them. */
  rows: (string | number)[][]
  /** How each number is shown, by row and column. */
  formats: string[][]
  printArea: string
  printTitles: string
  /** Rows and columns that stand still. */
  frozen: string
}

/** One workbook. */
export async function openedByGnumeric(file: Uint8Array): Promise<Opened> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gnumeric-'))
  try {
    const at = (one: string) => path.join(folder, one)
    await writeFile(at('book.xlsx'), file)
    const { stderr } = await run('ssconvert', [
      ...['-T', 'Gnumeric_XmlIO:sax:0'],
      at('book.xlsx'),
      at('book.xml'),
    ])
    return { errors: stderr.trim(), ...readXml(await readFile(at('book.xml'), 'utf8')) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function readXml(xml: string): Omit<Opened, 'errors'> {
  const { document } = new JSDOM(xml, { contentType: 'text/xml' }).window
  const all = (name: string) => [...document.getElementsByTagNameNS('*', name)]
  const rows: Opened['rows'] = []
  const formats: string[][] = []
  for (const cell of all('Cell')) {
    const [row, column] = ['Row', 'Col'].map(name => Number(cell.getAttribute(name)))
    const text = cell.textContent ?? ''
    const isNumber = ['30', '40'].includes(cell.getAttribute('ValueType') ?? '')
    ;(rows[row ?? 0] ??= [])[column ?? 0] = isNumber ? Number(text) : text
    ;(formats[row ?? 0] ??= [])[column ?? 0] = cell.getAttribute('ValueFormat') ?? ''
  }
  const named = (name: string) =>
    all('Name')
      .filter(one => one.getElementsByTagNameNS('*', 'name')[0]?.textContent === name)
      .map(one => one.getElementsByTagNameNS('*', 'value')[0]?.textContent ?? '')
      .find(value => !value.includes('#REF!')) ?? ''
  return {
    rows: Array.from(rows, row => Array.from(row ?? [], cell => cell ?? '')),
    formats,
    printArea: named('Print_Area'),
    printTitles: named('Print_Titles'),
    frozen: all('FreezePanes')[0]?.getAttribute('UnfrozenTopLeft') ?? '',
  }
}

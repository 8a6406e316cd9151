/**
 * The lines of a file of exclusions, by the names of its columns in any order. Nothing of it is staged: it may hold
 * what must not be stored.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { fold } from '../../platform/contract/fold'
import { Problem } from '../../platform/contract/problem'
import { plainText } from '../../workflow/imports/csv-rows.service'
import { declaredDelimiter } from '../../workflow/imports/declared-delimiter.service'
import { sampleOf, MAX_SAMPLES } from '../../workflow/imports/encodings.contract'
import { readText, type ReadingOptions } from '../../workflow/imports/file-text.service'
import { otherOf, readAs, type OneByte } from '../../workflow/imports/letters.service'
import { MAX_LIST_ROWS } from './exclusion-lists.contract'

export interface ListLine<Column extends string> {
  /** As a spreadsheet counts: the file's first line is 1. */
  line: number
  cells: Partial<Record<Column, string>>
}

/** Lines read at once; the event loop gets its turn in between. */
const PIECE = 5_000
/** A line without a cell that says anything: spreadsheets save the empty rows above and below a table so. */
const BLANK = /^[\s;,|"]*$/
/** Longer than any cell that such a file has. */
const MOST_CELL = 200

/**
 * In any encoding that spreadsheets save; throws what `readText` throws, 422 `no_rows` and `missing_column` (one of
 * `needed` is enough), 413 `over_row_limit` beyond 100,000 rows.
 */
export async function readList<Column extends string>(
  bytes: Uint8Array,
  aliases: Readonly<Record<Column, readonly string[]>>,
  needed: readonly NoInfer<Column>[],
  options: ReadingOptions = {},
): Promise<ListLine<Column>[]> {
  const { pieces, other } = await readText(bytes, options)
  const whole = pieces.join('')
  const declared = declaredDelimiter(whole)
  const [heads, ...rows] = whole
    .slice(declared?.length)
    .split(/\r\n|\n|\r/)
    .flatMap((text, index) => (BLANK.test(text) ? [] : [{ text, line: index + 1 + (declared?.lines ?? 0) }]))
  const header = heads?.text ?? ''
  if (rows.length > MAX_LIST_ROWS)
    throw new Problem(413, 'over_row_limit', {
      message: `A file has at most ${MAX_LIST_ROWS} rows`,
      details: { limit: MAX_LIST_ROWS },
    })
  const delimiter = declared?.delimiter ?? [';', '\t', '|'].find(sign => header.includes(sign)) ?? ','
  const split = (text: string) =>
    parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
    }) as unknown as string[][]
  // A quote that nobody closes is a name's, and costs nobody the rest of the line, and no other line.
  const quoted = (text: string): string[] => {
    try {
      return split(text)[0] ?? []
    } catch {
      return text.replaceAll('"', '').split(delimiter)
    }
  }
  const names = quoted(header).map(name =>
    fold(name)
      .replace(/[^a-z]+/g, '_')
      .replace(/^_|_$/g, ''),
  )
  const at = (Object.keys(aliases) as Column[]).flatMap(column => {
    const index = names.findIndex(name => aliases[column].includes(name))
    return index < 0 ? [] : [{ column, index }]
  })
  if (!needed.some(column => at.some(one => one.column === column)))
    throw new Problem(422, 'missing_column', {
      details: { column: needed[0], required: needed.join(', ') },
    })
  if (rows.length === 0) throw new Problem(422, 'no_rows')
  const read: ListLine<Column>[] = []
  for (let from = 0; from < rows.length; from += PIECE) {
    const piece = rows.slice(from, from + PIECE)
    const parsed = piece.map(({ text }) => (text.includes('"') ? quoted(text) : text.split(delimiter)))
    for (const [index, cells] of parsed.entries())
      read.push({
        line: piece[index]?.line ?? 0,
        cells: Object.fromEntries(
          at.map(({ column, index: place }) => [column, cellText(cells[place] ?? '').slice(0, MOST_CELL)]),
        ) as ListLine<Column>['cells'],
      })
    await breathe()
  }
  if (other && !other.isSure) demandOneReading(read, otherOf(other.encoding))
  return read
}

/** Without the marks by which spreadsheets keep a number from becoming one: ="123" and '123. */
const cellText = (cell: string): string => plainText(cell.trim()).replace(/^['’]/, '').trim()

/**
 * Nothing of it is stored, so that it is sent again with the answer. Throws 422 `encoding_unclear` where a cell that is
 * taken differs.
 */
function demandOneReading(lines: readonly ListLine<string>[], encoding: OneByte): void {
  const other = otherOf(encoding)
  const samples = new Set<string>()
  for (const { cells } of lines) {
    for (const cell of Object.values(cells))
      if (cell !== undefined && readAs(cell, other) !== cell) samples.add(sampleOf(cell))
    if (samples.size >= MAX_SAMPLES) break
  }
  const shown = [...samples].slice(0, MAX_SAMPLES)
  if (shown.length > 0)
    throw new Problem(422, 'encoding_unclear', {
      message: 'The letters of the file can be read in two ways: say which by `encoding`',
      details: {
        readings: [
          { encoding, samples: shown },
          { encoding: other, samples: shown.map(text => readAs(text, other)) },
        ],
      },
    })
}

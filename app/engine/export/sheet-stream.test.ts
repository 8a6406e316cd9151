import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { workbookFormat, type FileCell } from '../../i18n/file-format'
import { sheetStream } from './sheet-stream.server'
import { sheetFromThread } from './sheet-thread.server'

const file = workbookFormat('ro', 'Europe/Bucharest')
const read = async (rows: FileCell[][]) => {
  const pieces = (async function* () {
    for (const one of rows) yield await Promise.resolve([one])
  })()
  const stream = await sheetStream(
    'Evenimente: [toate]',
    ['Serie', 'Sumă', 'Nr.', 'Când', 'Zi'],
    one => `${one}: UTC`,
    row => row,
    pieces,
  )
  const [sheet] = (await readXlsx(new Uint8Array(await new Response(stream).arrayBuffer()))).sheets
  return sheet
}

test('numbers are numbers, instants are dates as the place’s clock showed them, and text is text', async () => {
  const at = Date.UTC(2026, 10, 25, 12, 5, 9)
  const sheet = await read([
    ['=HYPERLINK("x")', file.decimal(-1250, 2), file.number(7), file.instant(at), file.day('2026-11-25')],
    ['', '', 'fără', file.instant(at, 'Atlantic/Azores'), ''],
  ])
  expect(sheet?.name).toBe('Evenimente   toate')
  expect(sheet?.rows[0]).toEqual(['Serie', 'Sumă', 'Nr.', 'Când', 'Când: UTC', 'Zi'])
  expect(sheet?.rows[1]).toEqual([
    '=HYPERLINK("x")',
    -12.5,
    7,
    new Date(Date.UTC(2026, 10, 25, 14, 5, 9)),
    '+02:00',
    new Date(Date.UTC(2026, 10, 25)),
  ])
  expect(sheet?.rows[2]?.slice(2, 5)).toEqual(['fără', new Date(Date.UTC(2026, 10, 25, 11, 5, 9)), '-01:00'])
})

test('the two hours of a clock that is set back are told apart by their offset', async () => {
  const first = Date.UTC(2026, 9, 25, 0, 30)
  const sheet = await read([
    ['A', '', '', file.instant(first), ''],
    ['B', '', '', file.instant(first + 3_600_000), ''],
  ])
  const shown = new Date(Date.UTC(2026, 9, 25, 3, 30))
  expect(sheet?.rows.slice(1).map(row => row.slice(3, 5))).toEqual([
    [shown, '+03:00'],
    [shown, '+02:00'],
  ])
})

test('a number in a column of dates stands there as text', async () => {
  const sheet = await read([
    ['A', '', '', file.instant(0), ''],
    ['B', '', '', file.number(5), ''],
  ])
  expect(sheet?.rows[2]?.[3]).toBe('5')
})

test('no rows are a heading', async () => {
  expect((await read([]))?.rows).toHaveLength(1)
})

test('any text stands as it was typed, in thousands of rows too', async () => {
  const texts = ['a & b <c> "d"', ' two  blanks ', 'two\nlines\tand a tab', 'ș€😀']
  const rows = Array.from({ length: 6_000 }, (_, nr): FileCell[] => [
    texts[nr % texts.length] ?? '',
    file.decimal(nr, 2),
    file.number(nr),
    '',
    '',
  ])
  const sheet = await read(rows)
  expect(sheet?.rows).toHaveLength(6_001)
  expect(sheet?.rows.slice(1, 5).map(row => row[0])).toEqual(texts)
  expect(sheet?.rows.at(-1)?.slice(1, 3)).toEqual([59.99, 5_999])
})

test('rows that cannot be read break the file rather than end it', async () => {
  const pieces = (async function* () {
    for (const name of ['A', 'B']) yield await Promise.resolve([[name]])
    throw new Error('gone')
  })()
  const stream = await sheetStream(
    'A',
    ['Serie'],
    one => one,
    row => row,
    pieces,
  )
  await expect(new Response(stream).arrayBuffer()).rejects.toThrow('gone')
})

test('rows that no thread takes, of a source that cannot be closed either, break the file and nothing else', async () => {
  async function* rows() {
    try {
      yield await Promise.resolve([['A']])
      yield [[() => 'not a value']]
    } finally {
      await Promise.reject(new Error('cannot be closed'))
    }
  }
  const stream = sheetFromThread({ name: 'A', columns: [] }, rows() as never)
  await expect(new Response(stream).arrayBuffer()).rejects.toThrow('could not be cloned')
})

test('workbooks that are read at once, more than threads write, are all whole', async () => {
  const rows = Array.from({ length: 50 }, (_, nr): FileCell[] => [`S-${nr}`, '', '', '', ''])
  const sheets = await Promise.all([read(rows), read(rows), read(rows), read(rows)])
  for (const sheet of sheets)
    expect(sheet?.rows.slice(1).map(([name]) => name)).toEqual(rows.map(([name]) => name))
})

test('nothing goes on being read once nobody takes the file any more', async () => {
  let ended = false
  const pieces = (async function* () {
    try {
      for (;;) yield await Promise.resolve(Array.from({ length: 1_000 }, () => ['A']))
    } finally {
      ended = true
    }
  })()
  const reader = (
    await sheetStream(
      'A',
      ['Serie'],
      one => one,
      row => row,
      pieces,
    )
  ).getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => ended).toBe(true)
})

/**
 * Files that nobody means, sent by somebody who does: each is refused by name, and everybody else is served meanwhile.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usualHold } from '../../../tests/support/longest-hold'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { readRows } from './csv-rows.service'
import { readText } from './file-text.service'
import { MAX_COLUMNS, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, MAX_ROW } from './imports.contract'

/** Milliseconds of processor time. */
const LIMIT = 50
const MB = 1024 * 1024
const filled = (text: string, bytes: number) => Buffer.alloc(bytes, text)
const after = (head: string, rest: Buffer) => Buffer.concat([Buffer.from(head), rest])

let b: TestBackend
let token: string
beforeAll(async () => {
  b = await testBackend({ threads: true })
  token = await b.login('mihai')
})
afterAll(() => b.close())

async function upload(bytes: Uint8Array): Promise<[number, string]> {
  const response = await b.app.request('/api/imports/v1/import?entity=slots&mode=upsert', {
    method: 'POST',
    body: bytes as BodyInit,
    headers: { authorization: `Bearer ${token}` },
  })
  const body = (await response.json()) as { error?: { code: string } }
  return [response.status, body.error?.code ?? 'taken']
}

describe('an upload', () => {
  // A file is read before any database is asked: once is enough.
  it.skipIf(process.env.TEST_DATABASE_URL).each<[string, () => Buffer, string]>([
    ['a header of 30 MB of commas', () => filled(',', 30 * MB), 'row_too_long'],
    ['20 MB of 0xff', () => Buffer.alloc(20 * MB, 0xff), 'row_too_long'],
    ['30 MB of quotes', () => filled('"', 30 * MB), 'row_too_long'],
    ['30 MB of line ends', () => filled('\n', 30 * MB), 'empty_file'],
    ['30 MB of carriage returns', () => filled('\r', 30 * MB), 'empty_file'],
    ['30 MB of blanks', () => filled(' ', 30 * MB), 'empty_file'],
    ['one line of 30 MB', () => filled('a', 30 * MB), 'row_too_long'],
    ['NULs', () => filled('\0', 30 * MB), 'binary_file'],
    ['NULs after a header', () => after('serial\n', filled('\0', 8 * MB)), 'binary_file'],
    [
      'UTF-16 with half a letter at its end',
      () => Buffer.concat([Buffer.from('\ufeffserial\nS-1', 'utf16le'), Buffer.from([0x61])]),
      'not_text',
    ],
    [
      'half pairs of UTF-16',
      () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(4 * MB, Buffer.from([0x00, 0xd8]))]),
      'not_text',
    ],
    [
      'a column more than a file may have',
      () => Buffer.from(`serial${',x'.repeat(MAX_COLUMNS)}\nS-1\n`),
      'too_many_columns',
    ],
    [
      'a row of commas after a header',
      () => after('serial,position\nS-1,A\n', filled(',', 30 * MB)),
      'row_too_long',
    ],
    [
      'rows of a thousand cells',
      () => after('serial,position\n', filled(`${'1,'.repeat(1_000)}1\n`, 30 * MB)),
      'too_many_columns',
    ],
    [
      'a quote that is never closed',
      () => after('serial,position\nS-1,"', filled('text\n', 30 * MB)),
      'row_too_long',
    ],
    ['millions of rows', () => after('serial\n', filled('1\n', 30 * MB)), 'over_row_limit'],
    ['millions of blank rows', () => after('serial\n', filled(' ,\n', 30 * MB)), 'over_row_limit'],
  ])(
    'of %s is refused by name, and holds nobody up',
    async (_name, make, code) => {
      const bytes = make()
      let answer: [number, string] = [0, '']
      const held = await usualHold(async () => {
        answer = await upload(bytes)
      }, LIMIT)
      expect(answer).toEqual([422, code])
      expect(held).toBeLessThan(LIMIT)
    },
    120_000,
  )

  it('of the widest rows there may be is taken, and holds nobody up', async () => {
    const row = (nr: number) =>
      [`W-${nr}`, ...Array.from({ length: MAX_COLUMNS - 1 }, () => 'x'.repeat(90))].join(',')
    const header = ['serial', ...Array.from({ length: MAX_COLUMNS - 1 }, (_, nr) => `extra_${nr}`)].join(',')
    const rows = Array.from({ length: 300 }, (_, nr) => row(nr))
    const bytes = Buffer.from([header, ...rows].join('\n'))
    let answer: [number, string] = [0, '']
    const held = await usualHold(
      async () => {
        answer = await upload(bytes)
      },
      LIMIT,
      3,
    )
    expect(answer).toEqual([200, 'taken'])
    expect(held).toBeLessThan(LIMIT)
    expect(bytes.byteLength).toBeLessThan(MAX_IMPORT_BYTES)
  }, 60_000)
})

describe('any bytes at all', () => {
  it('are rows or a refusal, never anything else', async () => {
    const unit = fc.constantFrom(
      ...[',', ';', '"', '\n', '\r', '\0', '\xff', 'a', 'serial', ' ', '\ufeff', '\ud83c', '=', '\t'].map(
        text => Buffer.from(text, 'latin1'),
      ),
      Buffer.from([0xff, 0xfe]),
      Buffer.from([0xfe, 0xff]),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 60 }), async parts => {
        const read = await readText(Buffer.concat(parts))
          .then(({ pieces }) => readRows('slots', pieces))
          .then(
            file => file,
            (error: unknown) => error,
          )
        if (read instanceof Error) expect(read).toMatchObject({ status: 422 })
        else expect((read as { rows: unknown[] }).rows.length).toBeLessThanOrEqual(MAX_IMPORT_ROWS)
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  it('that are too long are told with the line on which they begin', async () => {
    const good = Array.from({ length: 50 }, (_, nr) => `S-${nr},A`).join('\n')
    await expect(
      readRows('slots', `serial,position\n${good}\nS-x,"${'y\n'.repeat(MAX_ROW)}"\n`),
    ).rejects.toMatchObject({ code: 'row_too_long', extra: { details: { line: 52, limit: MAX_ROW } } })
    await expect(
      readRows('slots', `sep=;\nserial;position\n${good}\nS-x${';'.repeat(MAX_COLUMNS)}z\n`),
    ).rejects.toMatchObject({ code: 'too_many_columns', extra: { details: { line: 53 } } })
  })
})

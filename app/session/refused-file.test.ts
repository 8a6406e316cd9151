/** Why there is no file: a page for people, plain text for programs. */
import { expect, test } from 'vitest'
import { failure } from './failures.server'
import { RefusedFile } from './refused-file'

const happened = (accept: string) =>
  ({
    request: new Request('https://console.example/reports/journal/export.pdf', {
      headers: { Accept: accept },
    }),
    url: new URL('https://console.example/reports/journal/export.pdf'),
    requestSession: { requestId: 'r-1' },
    form: null,
  }) as unknown as Parameters<typeof failure>[1]

test.each([
  ['file_too_long', 413, 'too-large'],
  ['file_too_wide', 413, 'too-large'],
  ['file_refused', 422, 'bad-request'],
] as const)('%s is a page with what to do, and plain text for programs', async (code, status, kind) => {
  const refused = new RefusedFile('No file.', ['More than 1,000 rows.', 'CSV and XLSX hold 5,000.'], code)
  expect(await failure(refused, happened('text/html,*/*'))).toMatchObject({
    data: { kind, code, lines: refused.lines },
    init: { status },
  })
  const text = (await failure(refused, happened('*/*'))) as Response
  expect([text.status, await text.text()]).toEqual([
    status,
    'No file.\n- More than 1,000 rows.\n- CSV and XLSX hold 5,000.\n',
  ])
})

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { listImportPaths, type ListKind } from './exclusion-lists.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

async function send(kind: ListKind, body: Buffer<ArrayBuffer>, query = '') {
  const answer = await backend.app.request(`${listImportPaths[kind]}${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await backend.login('mihai')}`, 'Content-Type': 'text/csv' },
    body,
  })
  const { data, error } = (await answer.json()) as { data: object; error: object }
  return { status: answer.status, data, error }
}
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const listed = '3991231400010'

describe('the letters of a file', () => {
  const file = (name: string) => Buffer.from(`cnp;nume\n${listed};${name}\n`, 'latin1')

  it('that both readings fit are asked about, with nothing taken until somebody says which is right', async () => {
    const asked = await send('clients', file('Irmã'))
    expect([asked.status, asked.error]).toMatchObject([
      422,
      {
        code: 'encoding_unclear',
        details: {
          readings: [
            { encoding: 'windows-1250', samples: ['Irmă'] },
            { encoding: 'windows-1252', samples: ['Irmã'] },
          ],
        },
      },
    ])
    expect((await send('clients', file('Irmã'), '?encoding=windows-1252')).data).toMatchObject({
      wrong: 0,
    })
  })

  it('of a national list keep nobody waiting where no cell that is taken differs', async () => {
    const text = Buffer.from(`cnp_hash;observatie\n${sha('1')};lã\n`, 'latin1')
    expect(await send('national', text)).toMatchObject({ status: 200, data: { wrong: 0 } })
  })
})

describe('what stands before the heads of a file', () => {
  const hash = sha('2')
  it.each([
    ['sep=;', `sep=;\r\ncnp_hash;added_on\r\n${hash};29.11.2025 00:00:00.000\r\n`],
    [
      'sep=, in quotes, after blank lines',
      `\n\n"sep=,"\n\ncnp_hash,added_on\n${hash},2025-11-29 00:00:00.000\n`,
    ],
    ['sep=| with empty cells', `SEP=|;;\ncnp_hash|added_on\n${hash}|2025-11-29 12:00:00 AM\n`],
    ['rows of empty cells, then sep=;', `;;\r\n\r\nsep=;;;\r\ncnp_hash;added_on\r\n${hash};2025-11-29\r\n`],
    ['blank lines', `\r\n \r\ncnp_hash;added_on\r\n\r\n${hash};29/11/2025 0:00\r\n\r\n`],
    ['rows of empty cells', `;;\n;;\ncnp_hash;added_on;\n${hash};2025-11-29T00:00:00Z;\n;;\n`],
  ])('%s costs no line, and a midnight is its day', async (_, text) => {
    expect(await send('national', Buffer.from(text), '?step=check')).toMatchObject({
      status: 200,
      data: { lines: 1, wrong: 0, warnings: 0 },
    })
  })

  it('a wrong line is named by its place in the file', async () => {
    const { data } = await send('national', Buffer.from(`sep=;\n\ncnp_hash\n${hash}\nx\n`), '?step=check')
    expect(data).toMatchObject({ wrong: 1, wrong_lines: [{ line: 5 }] })
  })
})

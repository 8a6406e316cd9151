/** Files of exclusions, as a manager sends them. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, tenants, type Person } from '../../tests/people'
import { testBackend, type TestBackend } from '../../tests/support/backend'
import { listImportPaths, type ListKind } from './exclusion-lists.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/player-exclusion-processor/v1'
async function send(
  kind: ListKind,
  text: string | Uint8Array<ArrayBuffer>,
  as: Person = 'mihai',
  encoding?: string,
) {
  backend.clock.advance(1)
  const answer = await backend.app.request(
    `${listImportPaths[kind]}${encoding ? `?encoding=${encoding}` : ''}`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${await backend.login(as)}`, 'Content-Type': 'text/csv' },
      body: text,
    },
  )
  const { data, error } = (await answer.json()) as { data: object; error: { code: string; details?: object } }
  return { status: answer.status, data, error }
}
const json = async (method: string, path: string, body?: object) =>
  (await backend.json(`${base}/${path}`, { method, as: 'mihai', ...(body && { body }) })).body.data
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const scan = async (number: string) =>
  (await json('POST', 'player-scan', { location: locations.cluj.id, number })).answer
const listed = '3991231400010'

describe('the national list', () => {
  it('denies at once whom it names; a removed one is let in, and denied again when it is back', async () => {
    expect(await scan(listed)).toBe('allow')
    const file = (removed: string) => `removed;CNP_hash\r\n${removed};${sha(listed).toUpperCase()}\r\n`
    expect((await send('national', file(''))).data).toMatchObject({ lines: 1, added: 1, wrong: 0 })
    expect(await scan(listed)).toBe('deny')
    expect((await send('national', file(''))).data).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
    expect((await send('national', file('1'))).data).toMatchObject({ changed: 1 })
    expect(await scan(listed)).toBe('allow')
    expect((await send('national', file(''))).data).toMatchObject({ changed: 1 })
    expect(await scan(listed)).toBe('deny')
    const door = await json('GET', `door?location=${locations.cluj.id}`)
    expect(door).toMatchObject({ is_stale: false })
  })

  it('takes the right lines and tells the wrong ones: a hash too short, other letters, twice, a day to come', async () => {
    const good = sha('4990615120025')
    const file = [
      'cnp_hash,added_on',
      'abc,',
      `${'g'.repeat(64)},`,
      `${good},2026-01-05`,
      `${good},`,
      `${sha('x')},2999-01-01`,
    ]
    expect((await send('national', file.join('\n'))).data).toMatchObject({
      lines: 5,
      added: 1,
      wrong: 4,
      wrong_lines: [
        { line: 2, code: 'hash_length' },
        { line: 3, code: 'hash_digits' },
        { line: 5, code: 'repeated' },
        { line: 6, code: 'future' },
      ],
    })
    expect(await scan('4990615120025')).toBe('deny')
  })

  it('is refused with 100,001 rows, without its column, without rows, and from who may not', async () => {
    expect(await send('national', `cnp_hash\n${'a\n'.repeat(100_001)}`)).toMatchObject({
      status: 413,
      error: { code: 'over_row_limit' },
    })
    expect((await send('national', 'name\nx')).error.code).toBe('missing_column')
    expect((await send('national', 'cnp_hash\n')).error.code).toBe('no_rows')
    expect((await send('national', 'cnp_hash\nabc', 'olga')).status).toBe(403)
    expect((await send('national', 'cnp_hash\nabc', 'ana')).status).toBe(422)
  })

  it('stores no hash that the file had', async () => {
    const rows = await backend.db.selectFrom('onjn_exclusions').selectAll().execute()
    expect(rows.length).toBe(2)
    expect(JSON.stringify(rows)).not.toContain(sha(listed))
  })
})

describe('clients with their self-exclusions', () => {
  const header = 'cnp,cnp_hash,last_name,first_name,birth_date,from,to,source,document_no'
  const row = '3980307410039,,Ștefan,Ana,,2026-01-10,,operator,R-17'

  it('become players and exclusions, once; one that was cancelled stays so', async () => {
    expect((await send('clients', `${header}\n${row}\n`)).data).toMatchObject({ added: 1, wrong: 0 })
    const [made] = (await json('POST', 'self-exclusions', {})).rows
    expect(made).toMatchObject({ player: { name: 'Ș. A.' }, state: 'active', source: 'operator' })
    expect(await scan('3980307410039')).toBe('deny')
    expect((await send('clients', `${header}\n${row}\n`)).data).toMatchObject({ added: 0, unchanged: 1 })
    backend.clock.set(Number(made?.min_until))
    await json('POST', 'self-exclusion-cancel', { ids: [made?._id], reason: 'Asked in writing' })
    expect((await send('clients', `${header}\n${row}\n`)).data).toMatchObject({ added: 0, cancelled: 1 })
    expect(await scan('3980307410039')).toBe('allow')
  })

  it('are read as a spreadsheet saves them, and numbers as people write them; digits of another script are told', async () => {
    const lines = [
      'cnp;nume;prenume;de_la',
      '3 960412 41006.2;Țîru;Șerban;2026-01-10',
      '٣٩٦٠٤١٢٤١٠٠٦٢;X;Y',
      '396041241006O;X;Y',
    ]
    const utf16 = Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le')
    // Windows-1250, as Excel saves a CSV in Romanian.
    const bytes: Record<string, number> = { Ț: 0xde, î: 0xee, Ș: 0xaa }
    const old = Uint8Array.from(
      [...lines.slice(0, 2).join('\r\n')].map(one => bytes[one] ?? one.charCodeAt(0)),
    )
    const told = [
      { line: 3, code: 'document' },
      { line: 4, code: 'document' },
    ]
    expect((await send('clients', old)).data).toMatchObject({ lines: 1, added: 1, wrong: 0 })
    expect((await send('clients', Uint8Array.from(utf16))).data).toMatchObject({
      added: 0,
      unchanged: 1,
      wrong_lines: told,
    })
    expect(await scan('3960412410062')).toBe('deny')
    const { rows } = await json('POST', 'players', { query: 'Ț' })
    // The old code page has the letters with a cedilla alone.
    expect(rows[0]).toMatchObject({ name: 'Ţ. Ş.' })
    const refused = await send('clients', Uint8Array.from(Buffer.from('%PDF-1.7 cnp')))
    expect([refused.status, refused.error.code]).toEqual([422, 'binary_file'])
  })

  it('may be known by hash alone, and are told line by line where they cannot be taken', async () => {
    const file = [
      header,
      `,${sha('4971107260041')},,,1971-07-26,2026-01-10,,player,`,
      '123,,A,B,,,,,',
      ',abc,A,B,,,,,',
      `,${sha('1')},A,B,,2026-02-01,2026-01-01,,`,
      `,${sha('2')},A,B,,,,somebody,`,
    ]
    expect((await send('clients', file.join('\n'))).data).toMatchObject({
      added: 1,
      wrong_lines: [
        { line: 3, code: 'document' },
        { line: 4, code: 'hash_length' },
        { line: 5, code: 'date_order' },
        { line: 6, code: 'source' },
      ],
    })
    expect(await scan('4971107260041')).toBe('deny')
    const own = await backend.db.selectFrom('players').select('tenant_id').execute()
    expect(new Set(own.map(one => one.tenant_id))).toEqual(new Set([tenants.carpathia.id]))
  })
})

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
    expect((await send('clients', file('Irmã'), 'mihai', 'windows-1252')).data).toMatchObject({ wrong: 0 })
  })

  it('of a national list keep nobody waiting where no cell that is taken differs', async () => {
    const text = Buffer.from(`cnp_hash;observatie\n${sha('1')};lã\n`, 'latin1')
    expect(await send('national', text)).toMatchObject({ status: 200, data: { wrong: 0 } })
  })
})

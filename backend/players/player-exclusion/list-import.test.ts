/** Files of exclusions, as a manager sends them. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { checkDigit } from './cnp'
import { listImportPaths, type ListImportAnswer, type ListKind } from './exclusion-lists.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/player-exclusion-processor/v1'
const sendChecked = async (kind: ListKind, text: string) =>
  (await send(kind, text, 'mihai', '?step=check')).data as ListImportAnswer
type Content = string | Uint8Array<ArrayBuffer>
async function send(kind: ListKind, text: Content, as: Person = 'mihai', query = '') {
  backend.clock.advance(1)
  const answer = await backend.app.request(`${listImportPaths[kind]}${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await backend.login(as)}`, 'Content-Type': 'text/csv' },
    body: text,
  })
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

  it('leaves out only whom nobody can tell, and says how many are not kept out', async () => {
    const good = sha('4990615120025')
    const file = [
      'cnp_hash,added_on,removed',
      'abc,,',
      `${'g'.repeat(64)},,`,
      `${good},2026-01-05,`,
      `${good},,`,
      `${sha('x')},2999-01-01,`,
      'abc,,1',
    ]
    expect((await send('national', file.join('\n'))).data).toMatchObject({
      not_kept_out: 2,
      lines: 6,
      added: 2,
      wrong: 3,
      wrong_lines: [
        { line: 2, code: 'hash_length' },
        { line: 3, code: 'hash_digits' },
        // It keeps nobody out.
        { line: 7, code: 'hash_length' },
      ],
      warnings: 2,
      warning_lines: [
        { line: 5, code: 'repeated' },
        { line: 6, code: 'added_on' },
      ],
    })
    expect(await scan('4990615120025')).toBe('deny')
  })

  it('reads days as people write them, and a day that is none lets nobody in', async () => {
    const people = ['1070504429315', '2700116065277', '4980823130064', '3920708400031', '3850214400018']
    const days = ['01.11.2026', '5/3/2026', '2026-01-05 00:00:00', '32.13.2026', 'ieri']
    expect(await Promise.all(people.map(scan))).toEqual(['allow', 'allow', 'allow', 'allow', 'allow'])
    const lines = people.map((cnp, index) => `${sha(cnp)};${days[index]}`)
    backend.clock.set(Date.parse('2026-11-28T12:00:00+02:00'))
    expect((await send('national', ['cnp_hash;added_on', ...lines].join('\r\n'))).data).toMatchObject({
      not_kept_out: 0,
      added: 5,
      wrong: 0,
      warning_lines: [
        { line: 5, code: 'added_on' },
        { line: 6, code: 'added_on' },
      ],
    })
    expect(await Promise.all(people.map(scan))).toEqual(people.map(() => 'deny'))
    const kept = await backend.db
      .selectFrom('onjn_exclusions')
      .select('added_on')
      .where('created_at', '=', backend.clock())
      .execute()
    expect(kept.map(one => one.added_on ?? '').sort()).toEqual([
      '',
      '',
      '2026-01-05',
      '2026-03-05',
      '2026-11-01',
    ])
  })

  it('ends nobody’s exclusion by what it does not say clearly', async () => {
    const [ana, eva, ion] = ['3991231400010', '4971107260041', '3990101450059'].map(sha)
    const file = `cnp_hash;removed\n${ana};poate\n${eva};da\n${eva};\n${ion};nu\n${ion};01.02.2026\n`
    expect((await send('national', file)).data).toMatchObject({
      not_kept_out: 0,
      warning_lines: [
        { line: 2, code: 'removed' },
        { line: 4, code: 'repeated' },
        { line: 6, code: 'removed' },
        { line: 6, code: 'repeated' },
      ],
    })
    expect(await Promise.all(['3991231400010', '4971107260041', '3990101450059'].map(scan))).toEqual([
      'deny',
      'deny',
      'deny',
    ])
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
    expect(rows.length).toBeGreaterThan(2)
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

  it('are read as a spreadsheet saves them, and numbers as people write them', async () => {
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
    expect((await send('clients', old)).data).toMatchObject({ lines: 1, added: 1, wrong: 0 })
    expect((await send('clients', Uint8Array.from(utf16))).data).toMatchObject({
      added: 0,
      unchanged: 2,
      not_kept_out: 1,
      wrong_lines: [{ line: 4, code: 'document' }],
    })
    expect(await scan('3960412410062')).toBe('deny')
    const { rows } = await json('POST', 'players', { query: 'Ț' })
    // The old code page has the letters with a cedilla alone.
    expect(rows[0]).toMatchObject({ name: 'Ţ. Ş.' })
    const refused = await send('clients', Uint8Array.from(Buffer.from('%PDF-1.7 cnp')))
    expect([refused.status, refused.error.code]).toEqual([422, 'binary_file'])
  })

  it('may be known by hash alone, and are left out only where nobody can tell who they are', async () => {
    const file = [
      header,
      `,${sha('4971107260041')},,,1971-07-26,2026-01-10,,player,`,
      '123,,A,B,,,,,',
      ',abc,A,B,,,,,',
      `,${sha('1')},A,B,,2026-02-01,2026-01-01,,`,
      `,${sha('2')},A,B,,,,somebody,`,
      `123,${sha('3990101450059')},A,B,,,,,`,
    ]
    expect((await send('clients', file.join('\n'))).data).toMatchObject({
      not_kept_out: 2,
      added: 4,
      wrong_lines: [
        { line: 3, code: 'document' },
        { line: 4, code: 'hash_length' },
      ],
      warning_lines: [
        { line: 5, code: 'date_order' },
        { line: 6, code: 'source' },
        { line: 7, code: 'cnp' },
      ],
    })
    expect(await scan('4971107260041')).toBe('deny')
    const own = await backend.db.selectFrom('players').select('tenant_id').execute()
    expect(new Set(own.map(one => one.tenant_id))).toEqual(new Set([tenants.carpathia.id]))
  })

  it('are kept out whatever else of their line cannot be read: days, births, a quote that nobody closes', async () => {
    backend.clock.set(Date.parse('2027-02-01T12:00:00+02:00'))
    const person = (nr: number) => {
      const twelve = `3980411410${nr}`
      return `${twelve}${checkDigit(twelve)}`
    }
    const lines = [
      `${person(11)};A;B;11.04.1898;01.11.2026;;;R-1`,
      `${person(12)};A;B;ieri;1 noiembrie;;;R-2`,
      `${person(13)};A;B;;;31.31.2027;;R-3`,
      `${person(14)};A;B;01.01.1990;31.12.2027;;;R-4`,
      `${person(15)};"A;B;;;;;R-5`,
      `="${person(16)}";A;B "x";;;;jucător;R-6`,
      `'${person(17)};A;B;;;;;`,
      // The beginning is still to come, and the end is over: nobody knows when it ends.
      `${person(18)};A;B;;31.12.2027;01.06.2026;;R-8`,
      `${person(19)};A;B;;;30.12.1899;;R-9`,
      `${person(20)};A;B;;;31.12.0027;;R-10`,
      `${person(21)};A;B;;;29.11.2025 00:00 - 29.11.2028;;R-11`,
      `${person(22)};A;B;;;2025-11-29 99:99 whatever;;R-12`,
    ]
    const file = ['cnp;nume;prenume;data_nasterii;de_la;pana_la;sursa;nr_cerere', ...lines].join('\n')
    const told = {
      not_kept_out: 0,
      wrong: 0,
      warning_lines: [
        { line: 3, code: 'from' },
        { line: 3, code: 'birth_date' },
        { line: 4, code: 'to' },
        { line: 5, code: 'from' },
        { line: 5, code: 'birth_date' },
        { line: 9, code: 'from' },
        { line: 9, code: 'date_order' },
        { line: 10, code: 'to' },
        { line: 11, code: 'to' },
        { line: 12, code: 'to' },
        { line: 13, code: 'to' },
      ],
    }
    expect(await sendChecked('clients', file)).toMatchObject({ ...told, added: null })
    expect(await scan(person(11))).toBe('allow')
    expect((await send('clients', file)).data).toMatchObject({ ...told, added: 12 })
    for (let nr = 11; nr <= 22; nr++) expect([nr, await scan(person(nr))]).toEqual([nr, 'deny'])
    backend.clock.advance(3 * 86_400_000)
    expect((await send('clients', file)).data).toMatchObject({ added: 0, unchanged: 12 })
  })

  it('with two requests are kept out by the one that lasts, and by a file that extends it', async () => {
    const file = (to: string) =>
      `cnp,from,to,document_no\n4980527400023,2020-01-01,2021-01-01,\n4980527400023,2026-12-01,,\n4960527400035,2026-12-01,${to},R-90\n`
    expect((await send('clients', file('2027-02-02'))).data).toMatchObject({ wrong: 0, not_kept_out: 0 })
    expect((await send('clients', file('2027-08-02'))).data).toMatchObject({ wrong: 0 })
    const terms = await backend.db
      .selectFrom('self_exclusions')
      .select('until_date')
      .where('document_no', '=', 'R-90')
      .execute()
    expect(terms.map(one => one.until_date).sort()).toEqual(['2027-02-02', '2027-08-02'])
  })
})

/** Who must not play: people and their documents, what keeps them out, and what the door is told. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locations, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { keyring, rotateKey } from './identity'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/player-exclusion-processor/v1'
const DAY = 86_400_000
async function call(as: Person, method: string, path: string, body?: object) {
  const answer = await backend.json(`${base}/${path}`, { method, as, ...(body && { body }) })
  return { status: answer.status, ...answer.body }
}
interface Row {
  _id: string
  version: number
  [name: string]: unknown
}
const one = ({ data }: { data: Record<string, unknown> }, name: string) => data[name] as Row
const player = async (document_number: string, more: object = {}) =>
  one(
    await call('mihai', 'POST', 'player', { full_name: 'Zamfir Ana-Maria', document_number, ...more }),
    'player',
  )
const exclude = (body: object) => call('mihai', 'POST', 'self-exclusion', body)
const scan = async (number: string, more: object = {}) => {
  // The newest comes first: no two at the same instant.
  backend.clock.advance(1)
  return (await call('mihai', 'POST', 'player-scan', { location: locations.cluj.id, number, ...more })).data
}
const lastScan = async () => (await call('mihai', 'POST', 'player-scans', {})).data.rows[0]

describe('players', () => {
  it('are initials and a mask, wherever they are read', async () => {
    const ana = await player('2 700116 065277')
    expect(ana).toMatchObject({ name: 'Z. A. M.', document: '2********5277', standing: 'free' })
    const tables = ['players', 'player_documents', 'audit_log'] as const
    const kept = await Promise.all(tables.map(table => backend.db.selectFrom(table).selectAll().execute()))
    const text = JSON.stringify(kept)
    expect(text).not.toContain('2700116065277')
    expect(text).not.toContain('Zamfir')
    expect(text).not.toContain(createHash('sha256').update('2700116065277').digest('hex'))
  })

  it('are revealed once for a reason, which the audit log keeps', async () => {
    const bob = await player('XB 123456', { document_type: 'passport', birth_date: '1980-02-29' })
    const body = { ids: [bob._id], reason: 'Asked by the court' }
    expect((await call('mihai', 'POST', 'player-reveal', body)).data.secret).toBe(
      'Zamfir Ana-Maria · 1980-02-29 · XB123456',
    )
    expect((await call('mihai', 'POST', 'player-reveal', { ids: [bob._id] })).status).toBe(422)
    expect((await call('olga', 'POST', 'player-reveal', body)).status).toBe(403)
    const entry = await backend.db
      .selectFrom('audit_log')
      .select('after_json')
      .where('action', '=', 'reveal')
      .executeTakeFirstOrThrow()
    expect(entry.after_json).toContain('Asked by the court')
    expect(entry.after_json).not.toContain('XB123456')
  })

  it('refuses a number that is none, one that is known, and a birth that is another or to come', async () => {
    const refused = async (body: object) =>
      (await call('mihai', 'POST', 'player', { full_name: 'Pop Ion', ...body })).error.fields
    expect(await refused({ document_number: '2701116065271' })).toMatchObject({
      document_number: [{ code: 'cnp_checksum' }],
    })
    expect(await refused({ document_number: '2700116065277' })).toMatchObject({
      document_number: [{ code: 'taken' }],
    })
    expect(await refused({ document_number: '1070504429315', birth_date: '1990-01-01' })).toMatchObject({
      birth_date: [{ code: 'cnp_other_birth' }],
    })
    expect(
      await refused({ document_number: 'AB12345', document_type: 'id_card', birth_date: '2999-01-01' }),
    ).toMatchObject({ birth_date: [{ code: 'in_the_future' }] })
  })
})

describe('self-exclusions', () => {
  it('hold from 00:00 of the next day, in every location, under every document, and not at another tenant’s', async () => {
    const ana = await player('3991231400010')
    await call('mihai', 'PUT', `player/${ana._id}`, {
      document_type: 'passport',
      document_number: 'RO998877',
    })
    const { data } = await exclude({ player: ana._id, location: locations.cluj.id })
    const made = data.self_exclusion as Row
    expect(made).toMatchObject({ state: 'pending', source: 'player', player: { _id: ana._id } })
    expect(new Date(Number(made.valid_from)).toLocaleTimeString('en', { timeZone: 'Europe/Bucharest' })).toBe(
      '12:00:00 AM',
    )
    expect((await scan('3991231400010')).answer).toBe('allow')
    backend.clock.set(Number(made.valid_from))
    expect((await scan('3991231400010')).answer).toBe('deny')
    expect(await lastScan()).toMatchObject({ answer: 'deny', cause: 'excluded', document: '3********0010' })
    const elsewhere = { location: locations.braila.id, document_type: 'passport' }
    expect((await scan('ro 99-8877', elsewhere)).answer).toBe('deny')
    const porto = { location: locations.porto.id, number: '3991231400010' }
    expect((await call('paulo', 'POST', 'player-scan', porto)).data).toMatchObject({ answer: 'allow' })
    expect((await call('mihai', 'POST', 'player-scan', porto)).error.fields).toHaveProperty('location')
  })

  it('are ended by rule: not before the minimum, never those of ONJN, and once', async () => {
    const ion = await player('4990615120025')
    const made = one(await exclude({ player: ion._id }), 'self_exclusion')
    const national = one(await exclude({ player: ion._id, source: 'national' }), 'self_exclusion')
    const ids = [made._id, national._id]
    const cancel = async () =>
      (await call('mihai', 'POST', 'self-exclusion-cancel', { ids, reason: 'Asked in writing' })).data.results
    expect(await cancel()).toMatchObject([
      { outcome: 'skipped', reason: 'before_minimum' },
      { outcome: 'skipped', reason: 'national' },
    ])
    backend.clock.set(Number(made.min_until))
    expect(await cancel()).toMatchObject([{ outcome: 'done' }, { reason: 'national' }])
    expect(await cancel()).toMatchObject([{ reason: 'over' }, { reason: 'national' }])
    expect(one(await call('mihai', 'GET', `self-exclusion/${made._id}`), 'self_exclusion')).toMatchObject({
      state: 'cancelled',
      cancel_reason: 'Asked in writing',
    })
    // ONJN's stays.
    expect((await scan('4990615120025')).answer).toBe('deny')
  })

  it('are agreed for the minimum at least', async () => {
    const eva = await player('3980307410039')
    const day = new Date(backend.clock() + 40 * DAY).toISOString().slice(0, 10)
    expect((await exclude({ player: eva._id, until_date: day })).error.fields).toMatchObject({
      until_date: [{ code: 'before_minimum' }],
    })
    expect((await exclude({ player: eva._id, until_date: day, source: 'court' })).status).toBe(200)
  })
})

describe('blacklists', () => {
  it('hold at once, in their location or in all, until they are cancelled', async () => {
    const dan = await player('4971107260041')
    const entry = { player: dan._id, cause: 'violence', reason: 'Threatened a cashier' }
    const made = one(
      await call('mihai', 'POST', 'blacklist', { ...entry, location: locations.cluj.id }),
      'blacklist',
    )
    expect((await scan('4971107260041')).answer).toBe('deny')
    expect((await scan('4971107260041', { location: locations.braila.id })).answer).toBe('allow')
    expect(one(await call('mihai', 'GET', `player/${dan._id}`), 'player').standing).toBe('blacklisted')
    const body = { ids: [made._id], reason: 'Apologised' }
    expect((await call('mihai', 'POST', 'blacklist-cancel', body)).data.results).toMatchObject([
      { outcome: 'done' },
    ])
    expect((await scan('4971107260041')).answer).toBe('allow')
  })
})

describe('the door', () => {
  it('is told allow, deny or manager and nothing about the person', async () => {
    const answer = await scan('4971107260041')
    expect(Object.keys(answer).sort()).toEqual(['answer', 'fault', 'is_stale', 'list_as_of', 'scanned_at'])
    expect(await scan('12345')).toMatchObject({ answer: 'manager', fault: 'cnp_digits' })
    expect(await scan('5200101400013'.slice(0, 12) + check('520010140001'))).toMatchObject({ answer: 'deny' })
    expect(await lastScan()).toMatchObject({
      cause: 'minor',
      shown: 'DENY',
      operator_name: expect.any(String),
    })
    await scan('4971107260041', { language: 'ro' })
    expect(await lastScan()).toMatchObject({ shown: 'POATE INTRA' })
  })

  it('finds the national list’s hashes, before and after the key was rotated', async () => {
    const number = '3990101450059'
    const sha = createHash('sha256').update(number).digest('hex')
    const { hash, generation } = (await keyring(backend.db, 0)).keyed(sha)
    const now = backend.clock()
    await backend.db
      .insertInto('onjn_exclusions')
      .values({
        id: 'e'.repeat(24),
        version: 1,
        tenant_id: tenants.carpathia.id,
        hash,
        generation,
        mark: hash.slice(0, 8),
        added_on: null,
        valid_from: now,
        removed_at: null,
        search: '',
        archived_at: null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    expect(await scan(number)).toMatchObject({ answer: 'deny', is_stale: true })
    await backend.db.transaction().execute(db => rotateKey(db, now))
    expect((await scan(number)).answer).toBe('deny')
    expect(JSON.stringify((await call('mihai', 'POST', 'onjn-exclusions', {})).data)).not.toContain(hash)
  })

  it('cannot tell without its key, and says so', async () => {
    const keys = await backend.db.selectFrom('exclusion_keys').selectAll().execute()
    await backend.db.updateTable('exclusion_keys').set({ sealed: 'AAAA' }).execute()
    expect((await scan('1070504429315')).answer).toBe('manager')
    for (const { generation, sealed } of keys)
      await backend.db
        .updateTable('exclusion_keys')
        .set({ sealed })
        .where('generation', '=', generation)
        .execute()
  })
})

function check(twelve: string): string {
  const rest = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9].reduce(
    (total, weight, index) => total + weight * Number(twelve[index]),
    0,
  )
  return String(rest % 11 === 10 ? 1 : rest % 11)
}

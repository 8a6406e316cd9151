/** What is handed out to a person who asks what is stored of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { playerFile, type PlayerFile } from './player-file.contract'

let backend: TestBackend
let eva: string
beforeAll(async () => {
  backend = await testBackend()
  eva = idIn(
    await call('mihai', 'player', {
      full_name: 'Marin Eva',
      document_number: 'XB 556677',
      document_type: 'passport',
      birth_date: '1980-02-29',
      note: 'Prefers letters',
    }),
    'player',
  )
  await call('mihai', 'self-exclusion', { player: eva, reason: 'Asked at the desk' })
  await call('mihai', 'blacklist', {
    player: eva,
    cause: 'debt',
    reason: 'Unpaid',
    location: locations.cluj.id,
  })
  const scanned = { location: locations.cluj.id, document_type: 'passport', number: 'XB556677' }
  await call('mihai', 'player-scan', scanned)
  await call('mihai', 'player-reveal', { ids: [eva], reason: 'Asked by the court' })
  // Somebody else, of whom nothing may be in it.
  const other = { full_name: 'Pop Ion', document_number: '1070504429315' }
  const ion = idIn(await call('mihai', 'player', other), 'player')
  await call('mihai', 'self-exclusion', { player: ion, reason: 'Of somebody else' })
})
afterAll(() => backend.close())

async function call(as: Person, path: string, body: object, more: object = {}) {
  const answer = await backend.json(`/api/player-exclusion-processor/v1/${path}`, { as, body, ...more })
  return { status: answer.status, ...answer.body }
}
const idIn = ({ data }: { data: Record<string, unknown> }, name: string) =>
  (data[name] as { _id: string })._id
const ask = (as: Person, body: object, more: object = {}) =>
  call(as, 'player-file', { player: eva, reason: 'Request of 3 May', ...body }, more)

it('holds everything of the person and nothing of others, with who saw it', async () => {
  const { data } = await ask('mihai', {})
  const file = data.file as PlayerFile
  expect(playerFile.strict().parse(file)).toEqual(file)
  expect(file).toMatchObject({
    made_by: 'Mihai Ionescu',
    reason: 'Request of 3 May',
    person: {
      name: 'Marin Eva',
      birth_date: '1980-02-29',
      note: 'Prefers letters',
      documents: [{ document_type: 'passport', document: '******77' }],
      numbers: [{ document_type: 'passport', number: 'XB556677' }],
    },
    self_exclusions: [{ source: 'player', state: 'pending', reason: 'Asked at the desk' }],
    blacklists: [{ cause: 'debt', location: 'Cluj Central', state: 'active' }],
    scans: [{ answer: 'deny', cause: 'blacklisted', shown: 'DENY' }],
    kept: { scans_days: 30, terms_years: 5 },
  })
  expect(file.accesses.map(one => [one.entity, one.action, one.reason])).toEqual([
    ['player', 'create', null],
    ['self_exclusion', 'create', 'Asked at the desk'],
    ['blacklist', 'create', 'Unpaid'],
    ['player', 'reveal', 'Asked by the court'],
    ['player', 'hand_out', 'Request of 3 May'],
  ])
  // The whole number, or its end as it is shown: identifiers are made by chance and have any four digits in them.
  expect(JSON.stringify(file)).not.toMatch(/[0-9a-f]{64}|somebody else|1070504429315|\*9315/)
})

it('needs its permission, a reason, and a person of the asker’s', async () => {
  expect((await ask('olga', {})).status).toBe(403)
  expect((await ask('mihai', { reason: '' })).error.fields).toHaveProperty('reason')
  expect((await ask('paulo', {})).status).toBe(404)
  expect((await ask('mihai', { player: 'f'.repeat(24) })).status).toBe(404)
})

it('is given once, and lies nowhere: neither in the log nor among the answers kept for a retry', async () => {
  const repeated = { headers: { 'Idempotency-Key': 'handing-out-1' } }
  expect((await ask('mihai', { as: 'json' }, repeated)).data.file).not.toBeNull()
  expect((await ask('mihai', { as: 'json' }, repeated)).data.file).toBeNull()
  const handedOut = await backend.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'hand_out')
    .execute()
  expect(handedOut.length).toBe(2)
  const kept = await backend.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(JSON.stringify([handedOut, kept])).not.toMatch(/Marin|XB556677/)
})

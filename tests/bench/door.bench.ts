/**
 * What the door waits for in a tenant with one million exclusions: 750,000 of the national list, 250,000 people with an
 * exclusion of their own. In process, with the record of the scan.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { listImportPaths } from '../../backend/players/player-exclusion/exclusion-lists.contract'
import { locations, tenants } from '../people'
import { testBackend } from '../support/backend'
import { median, report } from './report'

const NATIONAL = Number(process.env.NATIONAL ?? 750_000)
const PEOPLE = Number(process.env.PEOPLE ?? 250_000)
const PIECE = 50_000
const backend = await testBackend()
const { db } = backend
const now = backend.clock()
const base = '/api/player-exclusion-processor/v1'
const tenant = tenants.carpathia.id

/** Numbers of a piece, and an id that starts with a letter of its own. */
const numbers = (from: number, to: number) =>
  sql.raw(
    `with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n + 1 < ${Math.min(to, from + PIECE)})`,
  )
const idOf = (letter: string) =>
  sql.raw(`'${letter}' || substr('00000000000000000000000' || n, length('' || n) + 1)`)
const hash = sql.raw('lower(hex(randomblob(32)))')
const entity = sql.raw('1')
const kind = sql.raw(
  "case n % 4 when 0 then 'passport' when 1 then 'id_card' when 2 then 'residence' else 'cnp' end",
)
for (let from = 0; from < NATIONAL; from += PIECE)
  await sql`insert into onjn_exclusions (id, version, tenant_id, search, archived_at, created_at, updated_at, hash, generation, mark, added_on, valid_from, removed_at)
    ${numbers(from, NATIONAL)} select ${idOf('0')}, ${entity}, ${tenant}, '', null, ${now}, ${now}, ${hash}, 1, '', null, ${now - 1}, null from numbers`.execute(
    db,
  )
for (let from = 0; from < PEOPLE; from += PIECE) {
  const of = numbers(from, PEOPLE)
  await sql`insert into players (id, version, tenant_id, search, archived_at, created_at, updated_at, name, details, document_type, document, nationality, note)
    ${of} select ${idOf('0')}, 1, ${tenant}, '', null, ${now}, ${now}, 'A. B.', null, ${kind}, '1********0000', null, null from numbers`.execute(
    db,
  )
  await sql`insert into player_documents (tenant_id, hash, generation, player_id, document_type, document)
    ${of} select ${tenant}, ${hash}, 1, ${idOf('0')}, ${kind}, '1********0000' from numbers`.execute(db)
  await sql`insert into self_exclusions (id, version, tenant_id, search, archived_at, created_at, updated_at, player_id, location_id, reason, valid_from, until_date, valid_to, cancelled_at, cancelled_by, cancel_reason, source, document_no, registered_at, min_until)
    ${of} select ${idOf('0')}, 1, ${tenant}, '', null, ${now}, ${now}, ${idOf('0')}, null, null, ${now - 1}, null, null, null, null, null, 'player', null, ${now - 1}, ${now + 1} from numbers`.execute(
    db,
  )
}

// Two of them whom somebody asks for, made as they always are, and one who is free.
const token = await backend.login('mihai')
const call = async (path: string, body: object) =>
  (await backend.json(`${base}/${path}`, { token, body })).body.data as Record<string, { _id: string }>
const listed = '3991231400010'
await backend.app.request(listImportPaths.national, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
  body: `cnp_hash\n${createHash('sha256').update(listed).digest('hex')}\n`,
})
const excluded = '4990615120025'
const { player } = await call('player', { full_name: 'Pop Ion', document_number: excluded })
await call('self-exclusion', { player: player?._id })
await db
  .updateTable('self_exclusions')
  .set({ valid_from: now - 1 })
  .where('player_id', '=', player?._id ?? '')
  .execute()

interface Taken {
  cpu: number
  wall: number
}
/** CPU of the process with its database threads, as others may share the cores, and the wall time beside it. */
async function answersTo(number: string, answer: string, document_type: string): Promise<Taken[]> {
  const body = { location: locations.cluj.id, number, document_type }
  const taken: Taken[] = []
  for (let time = 0; time < 80; time++) {
    backend.clock.advance(10)
    const [from, before] = [performance.now(), process.cpuUsage()]
    const said = await backend.json(`${base}/player-scan`, { token, body })
    const { user, system } = process.cpuUsage(before)
    if (said.body.data.answer !== answer) throw new Error(`${number}: ${JSON.stringify(said.body)}`)
    if (time >= 20) taken.push({ cpu: (user + system) / 1_000, wall: performance.now() - from })
  }
  return taken
}
const slow = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
const all: Taken[] = []
for (const [who, number, answer, kind] of [
  ['who is free', '1070504429315', 'allow', 'cnp'],
  ['of the national list', listed, 'deny', 'cnp'],
  ['with an exclusion of their own', excluded, 'deny', 'cnp'],
  ['with an exclusion, asked for by another kind', excluded, 'deny', 'residence'],
  ['with a passport that nobody knows', 'XB998877', 'manager', 'passport'],
  ['whose number stands behind a card’s', `RX123456 ${excluded}`, 'deny', 'id_card'],
] as const) {
  const taken = await answersTo(number, answer, kind)
  all.push(...taken)
  console.log(`        somebody ${who}: ${median(taken.map(({ cpu }) => cpu)).toFixed(1)} ms of CPU`)
  report({
    name: `the door's answer among ${(NATIONAL + PEOPLE).toLocaleString('en')} exclusions, for somebody ${who}`,
    value: median(taken.map(({ wall }) => wall)),
    unit: 'ms',
    limit: 20,
  })
}
console.log(`        95 of 100 answers within ${slow(all.map(({ wall }) => wall)).toFixed(1)} ms`)
report({
  name: 'the same, CPU of 95 of 100 answers of all kinds',
  value: slow(all.map(({ cpu }) => cpu)),
  unit: 'ms',
  limit: 20,
})
await backend.close()

/**
 * What the door waits for in a tenant with one million exclusions: 750,000 of the national list, 250,000 people with an
 * exclusion of their own. In process, with the record of the scan.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { listImportPaths } from '../../backend/players/player-exclusion/exclusion-lists.contract'
import { locations, tenants } from '../people'
import { testBackend } from '../support/backend'

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
  sql.raw(`'${letter}' || substr('00000000000000000000000' || cast(n as text), length(cast(n as text)) + 1)`)
const PG = !!process.env.TEST_DATABASE_URL
const hash = sql.raw(PG ? "md5(random()::text || n) || md5(random()::text || n)" : 'lower(hex(randomblob(32)))')
const entity = sql.raw('1')
for (let from = 0; from < NATIONAL; from += PIECE)
  await sql`insert into onjn_exclusions (id, version, tenant_id, search, archived_at, created_at, updated_at, hash, generation, mark, added_on, valid_from, removed_at)
    ${numbers(from, NATIONAL)} select ${idOf('0')}, ${entity}, ${tenant}, '', null, ${now}, ${now}, ${hash}, 1, '', null, ${now - 1}, null from numbers`.execute(
    db,
  )
for (let from = 0; from < PEOPLE; from += PIECE) {
  const of = numbers(from, PEOPLE)
  await sql`insert into players (id, version, tenant_id, search, archived_at, created_at, updated_at, name, details, document_type, document, nationality, note)
    ${of} select ${idOf('0')}, 1, ${tenant}, '', null, ${now}, ${now}, 'A. B.', null, 'cnp', '1********0000', null, null from numbers`.execute(
    db,
  )
  await sql`insert into player_documents (tenant_id, hash, generation, player_id, document_type, document)
    ${of} select ${tenant}, ${hash}, 1, ${idOf('0')}, 'cnp', '1********0000' from numbers`.execute(db)
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


if (PG) await sql`analyze`.execute(db)
// Another million of scans does not matter here; several generations of the key do.
const kinds = ['cnp','passport','id_card','residence'] as const
const all: { wall: number; cpu: number; took: number; who: string }[] = []
const cases = [
  ['free cnp', '1070504429315'], ['listed', listed], ['excluded', excluded], ['CNP excluded', 'CNP ' + excluded], ['passport', 'XB998877'], ['card', 'RX123456'], ['unknown cnp', '7100101400012'],
] as const
for (let time = 0; time < 70; time++)
  for (const [who, number] of cases) {
    const document_type = kinds[time % 4]
    backend.clock.advance(10)
    const [from, before] = [performance.now(), process.cpuUsage()]
    const said = await backend.json(`${base}/player-scan`, { token, body: { location: locations.cluj.id, number, document_type } })
    const wall = performance.now() - from
    const { user, system } = process.cpuUsage(before)
    if (/excluded|listed/.test(who) && said.body.data.answer !== 'deny') throw new Error(JSON.stringify(said.body))
    if (time >= 10) all.push({ who, wall, cpu: (user + system) / 1000, took: 0 })
  }
const q = (list: number[], p: number) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * p))] ?? 0
for (const who of [...cases.map(c => c[0]), null]) {
  const of = all.filter(one => who === null || one.who === who)
  console.log(PG ? 'PG' : 'SQ', who ?? 'all', of.length, 'wall p50', q(of.map(o => o.wall), 0.5).toFixed(1), 'p95', q(of.map(o => o.wall), 0.95).toFixed(1), 'cpu p50', q(of.map(o => o.cpu), 0.5).toFixed(1), 'p95', q(of.map(o => o.cpu), 0.95).toFixed(1))
}
console.log('load', (await import('node:os')).loadavg().map(n => n.toFixed(1)).join(' '))
await backend.close()

/**
 * Another key, while the door is asked, lists arrive and people are registered: nobody who is kept out is let in at any
 * moment of it.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations, tenants, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { plansOf } from '../../../tests/support/sent-plans'
import { isPostgres } from '../../platform/db/bulk'
import { systemActor } from '../../platform/request/actor'
import { startRunner } from '../../platform/tasks/runner'
import { listImportPaths, type ListKind } from './exclusion-lists.contract'
import { heldKeyring } from './identity'
import { beginRotation, bringForward, renewHashes, renewPiece, rotationTask } from './key-rotation.service'

let backend: TestBackend
const base = '/api/player-exclusion-processor/v1'
const HOUR = 3_600_000
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

/** Of somebody born on 1 January 1980, with a right check digit. */
function cnp(nr: number): string {
  const twelve = `180010140${String(nr).padStart(3, '0')}`
  const rest = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9].reduce(
    (total, weight, index) => total + weight * Number(twelve[index]),
    0,
  )
  return twelve + String(rest % 11 === 10 ? 1 : rest % 11)
}
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
async function call(path: string, body: object, method = 'POST') {
  return (await backend.json(`${base}/${path}`, { as: 'mihai', method, body })).body
    .data as unknown as Record<string, { _id: string }>
}
async function send(kind: ListKind, text: string, as: Person = 'mihai') {
  backend.clock.advance(1)
  const answer = await backend.app.request(listImportPaths[kind], {
    method: 'POST',
    headers: { Authorization: `Bearer ${await backend.login(as)}`, 'Content-Type': 'text/csv' },
    body: text,
  })
  return ((await answer.json()) as { data: Record<string, number> }).data
}
const national = (lines: readonly string[]) => send('national', ['cnp_hash,removed', ...lines].join('\n'))
async function ask(number: string, document_type = 'cnp') {
  const body = { location: locations.cluj.id, number, document_type }
  const answer = await backend.json(`${base}/player-scan`, { as: 'mihai', body })
  return answer.body.data.answer
}
async function player(document_number: string, document_type = 'cnp') {
  const { player: made } = await call('player', { full_name: 'Pop Ion', document_number, document_type })
  return made?._id ?? ''
}
const begin = () =>
  backend.db
    .transaction()
    .execute(db => beginRotation(db, systemActor, { reason: 'A year is over', now: backend.clock() }))
const step = (most: number) => backend.db.transaction().execute(db => renewPiece(db, backend.clock(), most))
const generations = async () => {
  const rows = await backend.db.selectFrom('onjn_exclusions').select('generation').execute()
  return [...new Set(rows.map(row => Number(row.generation)))].sort()
}
const shown = async (id: string) =>
  ((await backend.json(`${base}/player/${id}`, { as: 'mihai' })).body.data.player as { standing: string })
    .standing

const listed = [1, 2, 3, 4, 5, 6].map(cnp)
/** Known by a CNP that is in the national list, and by a passport. */
let ana = ''
let ion = ''
it('denies everybody who is kept out, by each of their documents, after each piece of it', async () => {
  await national(listed.map(one => sha(one)))
  ana = await player(listed[0] as string)
  await call(`player/${ana}`, { document_type: 'passport', document_number: 'RO998877' }, 'PUT')
  ion = await player('XB123456', 'passport')
  await call('self-exclusion', { player: ion })
  backend.clock.advance(48 * HOUR)
  const everybody = async () => {
    const answers = await Promise.all([
      ...listed.map(one => ask(one)),
      ask('RO998877', 'passport'),
      ask('XB123456', 'passport'),
    ])
    expect(answers).toEqual(Array(8).fill('deny'))
    expect(await ask(cnp(99))).toBe('allow')
    expect(await shown(ana)).toBe('excluded')
  }
  await everybody()
  const { generation } = await begin()
  expect(generation).toBe(2)
  await everybody()
  let steps = 0
  for (; (await step(1)) > 0; steps++) await everybody()
  expect(steps).toBeGreaterThan(6)
  expect(await generations()).toEqual([2])
})

it('takes lists and people half way: each entry stays one, and what a file says last holds', async () => {
  await begin()
  await step(3)
  expect(await generations()).toEqual([2, 3])
  const before = await backend.db.selectFrom('onjn_exclusions').select('id').execute()
  // Two of them are removed, one in the new generation and one in the old; one is new.
  const said = await national([
    ...listed.map((one, nr) => `${sha(one)},${nr === 1 || nr === 5 ? '1' : ''}`),
    `${sha(cnp(7))},`,
  ])
  expect(said).toMatchObject({ lines: 7, added: 1, changed: 2, unchanged: 4 })
  expect(await backend.db.selectFrom('onjn_exclusions').select('id').execute()).toHaveLength(
    before.length + 1,
  )
  expect([await ask(cnp(2)), await ask(cnp(6)), await ask(cnp(7))]).toEqual(['allow', 'allow', 'deny'])
  // Registered half way: the list’s entry is found under the passport, too.
  await renewHashes(backend.db, backend.clock())
  await begin()
  const eva = await player(cnp(4))
  await call(`player/${eva}`, { document_type: 'passport', document_number: 'RO445566' }, 'PUT')
  expect([await ask('RO445566', 'passport'), await shown(eva)]).toEqual(['deny', 'excluded'])
  // Somebody who is known stays one person.
  await send('clients', `cnp,last_name,first_name,from\n${listed[0]},Zamfir,Ana,2026-01-05\n`)
  expect(await backend.db.selectFrom('players').select('id').execute()).toHaveLength(3)
  const taken = await backend.json(`${base}/player`, {
    as: 'mihai',
    body: { full_name: 'Pop Ion', document_number: 'XB123456', document_type: 'passport' },
  })
  expect(taken.status).toBe(422)
  await renewHashes(backend.db, backend.clock())
  expect(await ask('RO445566', 'passport')).toBe('deny')
  expect(await ask('XB123456', 'passport')).toBe('deny')
})

it('lets nobody in while two of them move rows and a list arrives, all at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    const asked = async () => {
      const answers: unknown[] = []
      for (let nr = 0; nr < 6; nr++)
        answers.push(await ask('RO998877', 'passport'), await ask(listed[0] as string))
      return answers
    }
    const [answers] = await Promise.all([
      asked(),
      begin().then(() => Promise.all([renewHashes(backend.db, backend.clock()), step(2)])),
      national([`${sha(listed[0] as string)},`, `${sha(listed[2] as string)},`]),
    ])
    expect(new Set(answers)).toEqual(new Set(['deny']))
    await renewHashes(backend.db, backend.clock())
  }
})

/** PostgreSQL plans by how many rows there are. */
async function findsItsRows(): Promise<void> {
  if (isPostgres(backend.db)) return
  const { deps } = backend
  const plans = await plansOf(backend.db, async db => {
    await db.transaction().execute(async tx => {
      await bringForward(tx, await heldKeyring(tx, deps.clock()), tenants.carpathia.id, [sha(cnp(98))])
    })
    await db.transaction().execute(tx => renewPiece(tx, deps.clock(), 1))
  })
  const read = plans.filter(plan => /^select.*"tenant_id" = .*"generation" </.test(plan))
  expect(read.length).toBeGreaterThan(1)
  for (const plan of read) {
    expect(plan).toMatch(/COVERING INDEX \w+_by_tenant_id_generation_hash \(tenant_id=\? AND generation<\?\)/)
    expect(plan).not.toContain('TEMP B-TREE')
  }
  // The first of all tenants, too, is one look-up.
  const tallies = plans.filter(plan => plan.startsWith('select tenant_id from'))
  expect(tallies.length).toBeGreaterThan(0)
  for (const plan of tallies) expect(plan).toMatch(/_by_generation \(generation<\?\)$/)
}

it('is a task that goes on where it was killed, one at a time, and in the audit log', async () => {
  const { generation, task } = await begin()
  await findsItsRows()
  await expect(begin()).rejects.toMatchObject({ status: 409, code: 'rotation_running' })
  // A process that was killed has left a piece.
  await step(2)
  const runner = startRunner({ ...backend.deps, clock: Date.now }, [rotationTask], { pollMs: 10 })
  await expect
    .poll(async () => {
      const { state } = await backend.db
        .selectFrom('tasks')
        .select('state')
        .where('id', '=', task)
        .executeTakeFirstOrThrow()
      return state
    })
    .toBe('done')
  await runner.stop()
  expect(await generations()).toEqual([generation])
  const entries = await backend.db
    .selectFrom('audit_log')
    .select(['action', 'after_json'])
    .where('entity', '=', 'exclusion_key')
    .orderBy('seq')
    .execute()
  expect(entries.filter(one => one.action === 'begin_rotation').length).toBeGreaterThan(3)
  expect(entries.at(-1)).toMatchObject({ action: 'end_rotation' })
  expect(JSON.stringify(entries)).toContain('A year is over')
})

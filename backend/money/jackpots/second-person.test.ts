/** Where a tenant asks for it, one person asks for a reset, another point or a deletion, and another one approves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locations, people, slots, tenants, type Person } from '../../../tests/people'
import { writeSetForTest } from '../../../tests/support/kept-settings'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { newId } from '../../platform/db/new-id'
import type { Actor } from '../../platform/request/actor'
import { answerRequest } from '../../workflow/second-person/answering.service'
import { ANSWER_WITHIN_MS } from './requests.contract'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const base = '/api/jackpot-manager/v1'
interface Answer {
  data: Record<string, { _id: string }> & {
    rows: Record<string, unknown>[]
    results: { outcome: string; reason?: string }[]
  }
  error?: { code: string; fields?: Record<string, { code: string }[]> }
}
const ask = async (path: string, body: object, as: Person = 'mihai') =>
  backend.json<Answer>(`${base}/${path}`, { as, method: 'POST', body })
const lei = (minor: number) => ({ minor, currency: 'RON' })
const demand = (isDemanded: boolean) =>
  writeSetForTest(backend, 'general-tenant', tenants.carpathia.id, { 'jackpots.second_person': isDemanded })
let level = ''
beforeEach(async () => {
  for (const table of [
    'approvals',
    'jackpot_wins',
    'jackpot_shares',
    'jackpot_terms',
    'jackpot_levels',
    'jackpots',
  ] as const)
    await backend.db.deleteFrom(table).execute()
  const made = async (path: string, body: object) => (await ask(path, body)).body.data[path]?._id ?? ''
  const jackpot = await made('jackpot', { name: 'Noroc', kind: 'mystery', currency: 'RON' })
  level = await made('jackpot-level', {
    jackpot,
    name: 'Mini',
    position: 1,
    seed: lei(20_000),
    hit_from: lei(30_000),
    hit_to: lei(50_000),
    visible: 50,
  })
  await demand(true)
})
const hash = async () =>
  (
    await backend.db
      .selectFrom('jackpot_levels')
      .select('point_hash')
      .where('id', '=', level)
      .executeTakeFirst()
  )?.point_hash
const request = async (kind: string, as: Person = 'mihai') =>
  ask('jackpot-request', { level, kind, cause: 'It was seen by a technician' }, as)
const answered = async (how: string, id: string | undefined, as: Person) =>
  (await ask(`jackpot-request-${how}`, { ids: [id], reason: 'Looked at it' }, as)).body
const states = async () =>
  (await ask('jackpot-requests', {})).body.data.rows.map(({ state, answered_by }) => [state, answered_by])

const unpaidWin = {
  search: '',
  version: 1,
  archived_at: null,
  created_at: 1,
  updated_at: 1,
  number: 'MINI-1',
  slot_id: slots.bellLink.id,
  location_id: locations.cluj.id,
  currency: 'RON',
  state: 'payment_pending',
  run: 1,
  won_at: 1,
  amount_minor: 41_000,
  point_minor: 41_000,
  point_nonce: 'ab',
  point_hash: 'cd',
  evidence: '{}',
  slot_state: 'online',
  stopped_at: null,
  paid_at: null,
  paid_by: null,
  payment_reason: null,
  payment_method: null,
  aft_command_id: null,
  aft_transaction_id: null,
  reset_at: null,
} as const

describe('a level of a tenant that asks for a second person', () => {
  it('is drawn anew when another person approves it, and not before', async () => {
    const before = await hash()
    expect((await ask('regen', { ids: [level], reason: 'Seen' })).body.data.results).toMatchObject([
      { outcome: 'skipped', reason: 'second_person' },
    ])
    const { body, status } = await request('regenerate')
    expect(status).toBe(200)
    const id = body.data['jackpot-request']?._id
    expect(await hash()).toBe(before)
    expect((await answered('approve', id, 'mihai')).error?.code).toBe('request_own')
    expect((await answered('approve', id, 'andrei')).error?.code).toBe('forbidden')
    expect((await answered('approve', id, 'paulo')).error?.code).toBe('not_found')
    expect((await answered('approve', id, 'ana')).data.results).toMatchObject([{ outcome: 'done' }])
    expect(await hash()).not.toBe(before)
    expect((await answered('approve', id, 'ana')).data.results).toMatchObject([
      { outcome: 'skipped', reason: 'approved' },
    ])
    expect(await states()).toEqual([['approved', 'Ana Popescu']])
    const log = await backend.db
      .selectFrom('audit_log')
      .select(['entity', 'action', 'actor_name'])
      .where('entity_id', 'in', [level, id ?? ''])
      .orderBy('seq')
      .execute()
    expect(log.slice(-3)).toMatchObject([
      { entity: 'jackpot-request', action: 'create', actor_name: 'Mihai Ionescu' },
      { entity: 'jackpot-request', action: 'approve', actor_name: 'Ana Popescu' },
      { entity: 'jackpot-level', action: 'regenerate', actor_name: 'Ana Popescu' },
    ])
  })

  it('is reset in the transaction that closes the request, or neither happens', async () => {
    await backend.db.updateTable('jackpot_levels').set({ state: 'hit', won_minor: 41_000 }).execute()
    const { id, jackpot_id, tenant_id } = await backend.db
      .selectFrom('jackpot_levels')
      .selectAll()
      .executeTakeFirstOrThrow()
    await backend.db
      .insertInto('jackpot_wins')
      .values({ ...unpaidWin, id: newId(1), level_id: id, jackpot_id, tenant_id })
      .execute()
    const waitingId = (await request('reset')).body.data['jackpot-request']?._id ?? ''
    const stored = async () => {
      const { state, run } = await backend.db
        .selectFrom('jackpot_levels')
        .selectAll()
        .executeTakeFirstOrThrow()
      const win = await backend.db.selectFrom('jackpot_wins').select('state').executeTakeFirstOrThrow()
      const entries = await backend.db
        .selectFrom('audit_log')
        .select(['entity', 'action'])
        .where('entity_id', 'in', [level, waitingId])
        .where('action', 'in', ['approve', 'reset'])
        .orderBy('seq')
        .execute()
      return { state, run, win: win.state, answers: await states(), entries: entries.map(one => one.action) }
    }
    const untouched = { state: 'hit', run: 1, answers: [['waiting', null]], entries: [] }

    // The deed fails after the request is closed.
    expect((await answered('approve', waitingId, 'ana')).error?.code).toBe('jackpot_not_paid')
    expect(await stored()).toEqual({ ...untouched, win: 'payment_pending' })

    // The transaction fails after the deed is done.
    await backend.db.updateTable('jackpot_wins').set({ state: 'paid' }).execute()
    const { now, scope } = { now: backend.clock(), scope: { tenantId: tenants.carpathia.id } }
    const actor: Actor = {
      kind: 'user',
      id: people.ana.id,
      name: people.ana.fullName,
      tenantId: people.ana.tenantId,
      permissions: { 'jackpot::reset': 1 },
    }
    const about = { _id: waitingId, kind: 'jackpot_reset', record: waitingId } as const
    const lost = backend.db.transaction().execute(async db => {
      await answerRequest({ db, actor, scope, now }, about, 'approve', 'Looked at it')
      throw new Error('The connection is lost')
    })
    await expect(lost).rejects.toThrow('The connection is lost')
    expect(await stored()).toEqual({ ...untouched, win: 'paid' })

    expect((await answered('approve', waitingId, 'ana')).data.results).toMatchObject([{ outcome: 'done' }])
    expect(await stored()).toEqual({
      state: 'running',
      run: 2,
      win: 'reset',
      answers: [['approved', 'Ana Popescu']],
      entries: ['approve', 'reset'],
    })
  })

  it('waits for one answer at a time; it is refused, taken back, or expires', async () => {
    const [first, second] = await Promise.all([request('regenerate'), request('regenerate', 'ana')])
    expect([first.status, second.status].sort()).toEqual([200, 422])
    const mine = first.status === 200
    const id = (mine ? first : second).body.data['jackpot-request']?._id
    const [asker, other]: Person[] = mine ? ['mihai', 'ana'] : ['ana', 'mihai']
    expect((await answered('withdraw', id, other ?? 'ana')).error?.code).toBe('request_foreign')
    expect((await answered('withdraw', id, asker ?? 'ana')).data.results).toMatchObject([{ outcome: 'done' }])
    const again = (await request('regenerate')).body.data['jackpot-request']?._id
    backend.clock.advance(ANSWER_WITHIN_MS + 1)
    expect((await answered('approve', again, 'ana')).data.results).toMatchObject([
      { outcome: 'skipped', reason: 'expired' },
    ])
    expect((await request('reset')).body.error?.fields?.kind?.[0]?.code).toBe('level_running')
    const third = (await request('regenerate')).body.data['jackpot-request']?._id
    const before = await hash()
    expect((await answered('refuse', third, 'ana')).data.results).toMatchObject([{ outcome: 'done' }])
    expect(await hash()).toBe(before)
  })

  it('stands among everything that waits for a second person, and is answered there', async () => {
    const approvals = async (path: string, body: object, as: Person) =>
      (await backend.json<Answer>(`/api/approvals/v1/${path}`, { as, method: 'POST', body })).body
    const waiting = async (as: Person) =>
      (
        await approvals(
          'approvals',
          { exactFields: ['part', 'state'], exactValues: [['answers'], ['waiting']] },
          as,
        )
      ).data.rows
    const id = (await request('regenerate')).body.data['jackpot-request']?._id
    expect(await waiting('ana')).toMatchObject([
      { _id: id, kind: 'jackpot_regenerate', level_name: 'Mini', location: null, asked_by: 'Mihai Ionescu' },
    ])
    expect([await waiting('mihai'), await waiting('paulo')]).toEqual([[], []])
    const answer = (how: string, one: string | undefined, as: Person) =>
      approvals(`approval-${how}`, { ids: [one], reason: 'Looked at it' }, as)
    const before = await hash()
    expect((await answer('approve', id, 'mihai')).error?.code).toBe('request_own')
    expect((await answer('withdraw', id, 'ana')).error?.code).toBe('request_foreign')
    expect((await answer('refuse', id, 'andrei')).error?.code).toMatch(/forbidden|not_found/)
    expect((await answer('approve', id, 'ana')).data.results).toMatchObject([{ outcome: 'done' }])
    expect(await hash()).not.toBe(before)
    expect((await answer('approve', id, 'ana')).data.results).toMatchObject([
      { outcome: 'skipped', reason: 'approved' },
    ])
    const gone = (await request('delete')).body.data['jackpot-request']?._id
    await backend.db.deleteFrom('jackpot_levels').execute()
    expect((await answer('approve', gone, 'ana')).error?.code).toBe('request_outdated')
    expect(await waiting('ana')).toHaveLength(1)
  })

  it('is deleted by two only, and by one where its tenant does not ask', async () => {
    expect((await ask(`delete/jackpot-level/${level}`, {})).body.error?.code).toBe('second_person')
    const id = (await request('delete')).body.data['jackpot-request']?._id
    expect((await answered('approve', id, 'ana')).data.results).toMatchObject([{ outcome: 'done' }])
    expect(await hash()).toBeUndefined()
    expect(await states()).toEqual([['approved', 'Ana Popescu']])
  })

  it('is drawn anew by one person where the tenant does not ask, twice at once one after the other', async () => {
    await demand(false)
    const before = await hash()
    await Promise.all([1, 2].map(() => ask('regen', { ids: [level], reason: 'Seen' })))
    const entries = await backend.db
      .selectFrom('audit_log')
      .select(['before_json', 'after_json'])
      .where('entity_id', '=', level)
      .where('action', '=', 'regenerate')
      .orderBy('seq')
      .execute()
    const told = entries.map(({ before_json, after_json }) => [
      (JSON.parse(before_json ?? '{}') as { commitment: string }).commitment,
      (JSON.parse(after_json ?? '{}') as { commitment: string }).commitment,
    ])
    expect(told).toHaveLength(2)
    expect(told[0]?.[0]).toBe(before)
    expect(told[1]?.[0], 'the second opens what the first has drawn').toBe(told[0]?.[1])
    expect(told[1]?.[1]).toBe(await hash())
  })

  it('cannot be deleted while it is hit, nor where players have put something in', async () => {
    await demand(false)
    const row = await backend.db.selectFrom('jackpot_levels').selectAll().executeTakeFirstOrThrow()
    await backend.db.updateTable('jackpot_levels').set({ state: 'hit', won_minor: row.seed_minor }).execute()
    expect((await ask(`delete/jackpot-level/${level}`, {})).body.error?.code).toBe('jackpot_level_hit')
    await backend.db.updateTable('jackpot_levels').set({ state: 'running', won_minor: null }).execute()
    await backend.db
      .insertInto('jackpot_shares')
      .values({
        level_id: level,
        slot_id: slots.bellLink.id,
        tenant_id: tenants.carpathia.id,
        visible: 1,
        hidden: 0,
        seen: 0,
        last_at: 0,
      })
      .execute()
    expect((await ask(`delete/jackpot-level/${level}`, {})).body.error?.code).toBe('has_contributions')
  })
})

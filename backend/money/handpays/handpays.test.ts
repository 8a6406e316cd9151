/** Handpays that wait: called by a slot and not reset, in whichever order its events arrive. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots, smibs, type Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { isPostgres } from '../../platform/db/bulk'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import { renewPendingHandpays } from '../../telemetry/readings/pending-handpays.service'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const MINUTE = 60_000
let seq = 0
const report = (smib: keyof typeof smibs, code: string, at: number, data?: object) =>
  ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs[smib].mac,
      message_seq_nr: ++seq,
      server_time_nano: `${at}000000`,
      events: [{ event_seq_nr: 1, code, ...(data && { data }) }],
    },
  ])
const waiting = async (as: Person = 'olga', body: object = {}) =>
  (await backend.json('/api/slotcontrol/v1/handpays', { as, body })).body.data
const tile = async (as: Person) =>
  (await backend.json<{ data: { handpays: unknown } }>('/api/board/v1/shift', { as })).body.data.handpays

it('wait since the first call with the newest amount, and end with the reset of their slot', async () => {
  const now = backend.clock()
  await report('bellLink', '51', now - 30 * MINUTE, { amount_minor: 275_000, kind: 'cancelled_credits' })
  await report('bellLink', '51', now - 29 * MINUTE, { amount_minor: 275_000, kind: 'cancelled_credits' })
  await report('novoline', '51', now - 40 * MINUTE, { amount_minor: 'many', kind: 'jackpot' })
  await report('ribeira', '51', now - 5 * MINUTE, { amount_minor: 1.5 })
  const { rows, total } = await waiting()
  expect(total).toBe(2)
  expect(rows).toMatchObject([
    { slot: { name: slots.novoline.serial }, amount: null, kind: 'jackpot', since: now - 40 * MINUTE },
    {
      slot: { name: slots.bellLink.serial },
      amount: { minor: 275_000, currency: 'RON' },
      kind: 'cancelled_credits',
      since: now - 30 * MINUTE,
      win: null,
    },
  ])
  expect(await tile('olga')).toEqual({ count: 2, since: now - 40 * MINUTE })
  // Another tenant's are nobody else's; an amount that is no whole number is none.
  expect((await waiting('paulo')).rows).toMatchObject([
    { slot: { name: slots.ribeira.serial }, amount: null, kind: 'unknown' },
  ])
  expect((await backend.json('/api/slotcontrol/v1/handpays', { as: 'nora', body: {} })).status).toBe(403)

  await report('novoline', '52', now - MINUTE)
  expect((await waiting()).rows).toMatchObject([{ slot: { name: slots.bellLink.serial } }])
  // A reset that arrives late, from before the newest call, ends nothing: the wait begins after it.
  await report('bellLink', '52', now - 29 * MINUTE - 30_000)
  expect((await waiting()).rows).toMatchObject([{ since: now - 29 * MINUTE }])
  expect(await tile('olga')).toEqual({ count: 1, since: now - 29 * MINUTE })
  expect((await waiting('olga', { exactFields: ['kind'], exactValues: ['jackpot'] })).total).toBe(0)
})

it('is confirmed once by who has paid it, waits for its reset, and a later call is another', async () => {
  const now = backend.clock()
  const confirm = async (as: Person, ids: string[], remarks = '') => {
    const { status, body } = await backend.json<{ data: { results: object[] } }>(
      '/api/slotcontrol/v1/handpay-confirm',
      { as, body: { ids, remarks } },
    )
    return status === 200 ? body.data.results[0] : status
  }
  const ofHarbour = async () =>
    (await waiting()).rows.find(one => (one.slot as { name: string }).name === slots.harbour.serial)
  await report('harbour', '51', now - 3 * MINUTE, { amount_minor: 90_000, kind: 'cancelled_credits' })
  const first = String((await ofHarbour())?._id)
  expect(await confirm('nora', [first])).toBe(403)
  expect(await confirm('andrei', [first])).toBe(403)
  expect(await confirm('paulo', [first])).toBe(404)
  const both = await Promise.all([confirm('olga', [first], 'In two notes'), confirm('mihai', [first])])
  expect(both).toContainEqual({ id: first, outcome: 'done' })
  expect(both).toContainEqual({ id: first, outcome: 'skipped', reason: 'paid' })
  const paid = await ofHarbour()
  expect(paid).toMatchObject({ paid_at: now, amount: { minor: 90_000 } })
  // A call that arrives late begins the same wait earlier, and it stays paid.
  await report('harbour', '51', now - 4 * MINUTE)
  expect(await ofHarbour()).toMatchObject({ paid_by: paid?.paid_by, paid_at: now, since: now - 4 * MINUTE })
  backend.clock.set(now + 5 * MINUTE)
  await report('harbour', '52', now + MINUTE)
  expect(await ofHarbour()).toBeUndefined()
  await report('harbour', '51', now + 2 * MINUTE, { amount_minor: 5_000, kind: 'cancelled_credits' })
  expect(await ofHarbour()).toMatchObject({ paid_by: null, paid_at: null })
  const entries = backend.db.selectFrom('audit_log').select('id').where('entity', '=', 'handpay')
  expect(await entries.where('entity_id', '=', first).execute()).toHaveLength(1)
  backend.clock.set(now)
})

const CALL = '51'
const RESET = '52'
const stored = (serial: string) =>
  backend.db
    .selectFrom('pending_handpays as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .select(['p.since', 'p.amount_minor', 'p.kind', 'p.currency'])
    .where('s.serial', '=', serial)
    .execute()

const forget = async (slotId: string) => {
  await backend.db.deleteFrom('events').where('slot_id', '=', slotId).execute()
  await renewPendingHandpays(backend.db, [slotId])
}

it('are the same in whichever order their events arrive', async () => {
  await forget(slots.novoline.id)
  const start = backend.clock() - 20 * 60 * MINUTE
  const events: [at: number, code: string, minor?: number][] = [
    [1, CALL, 100],
    [2, RESET],
    [3, CALL, 300],
    [4, CALL, 400],
  ]
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 3, 1, 0],
  ]
  for (const [hour, order] of orders.entries()) {
    const from = start + hour * 60 * MINUTE
    for (const nr of order) {
      const [at, code, minor] = events[nr] as (typeof events)[number]
      await report(
        'novoline',
        code,
        from + at * MINUTE,
        minor === undefined ? undefined : { amount_minor: minor },
      )
    }
    const found = await stored(slots.novoline.serial)
    expect(found).toEqual([{ since: from + 3 * MINUTE, amount_minor: 400, kind: 'unknown', currency: 'RON' }])
    await renewPendingHandpays(backend.db, [slots.novoline.id])
    expect(await stored(slots.novoline.serial)).toEqual(found)
  }
  await report('novoline', RESET, start + 10 * 60 * MINUTE)
  expect(await stored(slots.novoline.serial)).toEqual([])
})

it('keep the address of their first call, their currency and place, whatever becomes of the slot', async () => {
  const { id } = slots.novoline
  await forget(id)
  const now = backend.clock()
  await report('novoline', CALL, now - 3 * MINUTE, { amount_minor: 500, kind: 'cancelled_credits' })
  const [first] = (await waiting('olga', { exactFields: ['slot'], exactValues: [id] })).rows
  await report('novoline', CALL, now - 2 * MINUTE, { amount_minor: 600, kind: 'cancelled_credits' })
  const slot = await backend.db.selectFrom('slots').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { id: elsewhere } = await backend.db
    .selectFrom('locations')
    .select('id')
    .where('tenant_id', '=', slot.tenant_id)
    .where('id', '<>', slot.location_id)
    .executeTakeFirstOrThrow()
  await backend.db.insertInto('jackpot_wins').values(winAt(slot)).execute()
  await backend.db
    .updateTable('slots')
    .set({ currency: 'EUR', location_id: elsewhere, position: 'B-7' })
    .where('id', '=', id)
    .execute()
  // Cancelled credits are no jackpot's win, even where one waits at the same slot.
  expect((await waiting('olga', { exactFields: ['slot'], exactValues: [id] })).rows).toMatchObject([
    {
      _id: first?._id,
      amount: { minor: 600, currency: 'RON' },
      location: { _id: slot.location_id },
      position: null,
      win: null,
    },
  ])
  await backend.db
    .updateTable('slots')
    .set({ currency: slot.currency, location_id: slot.location_id, position: slot.position })
    .where('id', '=', id)
    .execute()
  await report('novoline', CALL, now - MINUTE, { amount_minor: 700, kind: 'progressive' })
  expect((await waiting('olga', { exactFields: ['slot'], exactValues: [id] })).rows).toMatchObject([
    { _id: first?._id, kind: 'jackpot', win: { name: 'W-1' } },
  ])
})

it('are shown whatever text an event has for its kind', async () => {
  await report('ribeira', CALL, backend.clock() - MINUTE, { amount_minor: 900, kind: '\ud800' })
  expect((await waiting('paulo')).rows).toMatchObject([{ amount: { minor: 900 } }])
})

it('are counted without a look at the events', async () => {
  const explain = sql.raw(isPostgres(backend.db) ? 'explain' : 'explain query plan')
  const { rows } = await sql`${explain} select count(*), min(t.since) from handpays t`.execute(backend.db)
  expect(JSON.stringify(rows)).not.toContain('events')
  // The payment of each is looked up once, not for each of its columns.
  const listed = await sql`${explain} select t.id, t.paid_by, t.paid_at, t.remarks from handpays t`.execute(
    backend.db,
  )
  const looked = JSON.stringify(listed.rows).match(/(SEARCH|SCAN|handpay_payments) y(_\d)?\b/g)
  expect(looked).toHaveLength(1)
})

const winAt = (slot: { id: string; tenant_id: string; location_id: string }) => ({
  id: 'f'.repeat(24),
  tenant_id: slot.tenant_id,
  version: 1,
  search: '',
  archived_at: null,
  created_at: 1,
  updated_at: 1,
  number: 'W-1',
  jackpot_id: 'e'.repeat(24),
  level_id: 'd'.repeat(24),
  slot_id: slot.id,
  location_id: slot.location_id,
  currency: 'RON',
  state: 'payment_pending' as const,
  run: 1,
  won_at: 1,
  amount_minor: 700,
  evidence: '{}',
  slot_state: 'online' as const,
})

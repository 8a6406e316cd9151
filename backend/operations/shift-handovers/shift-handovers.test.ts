/** Shift handover sheets: what they show, who signs them, and that nothing on them changes afterwards. */
import { DateTime } from 'luxon'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { locations, people, slots, smibs, tenants, type Person } from '../../../tests/people'
import { testBackend, type Envelope, type TestBackend } from '../../../tests/support/backend'
import { roleId } from '../../identity/auth/roles'
import { ingest } from '../../telemetry/ingestion/ingest.service'
import type { HandoverSheet } from './shift-handovers.contract'

const base = '/api/shift-handovers/v1'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let backend: TestBackend
let seq = 0
beforeEach(async () => {
  backend = await testBackend()
})
afterEach(() => backend.close())

const ask = (as: Person, path: string, body?: object, headers?: Record<string, string>) =>
  backend.json<Envelope>(path, { as, ...(body && { body }), ...(headers && { headers }) })
const report = (smib: keyof typeof smibs, code: string, at: number, data?: object) =>
  ingest(backend.deps, { tenantId: null }, [
    {
      smib_id: smibs[smib].mac,
      message_seq_nr: ++seq,
      server_time_nano: `${at}000000`,
      events: [{ event_seq_nr: 1, code, ...(data && { data }) }],
    },
  ])
interface Handover {
  _id: string
  number: string
  state: string
  from: number
  to: number
  own: boolean
  taken_over_by: string | null
  taken_over_at: number | null
  sheet: HandoverSheet
}
async function handOver(as: Person = 'olga', input: object = {}): Promise<Handover> {
  const answer = await ask(as, `${base}/shift-handover`, { location: locations.cluj.id, ...input })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return (answer.body.data as unknown as Record<string, Handover>)['shift-handover'] as Handover
}
const read = async (as: Person, id: string) =>
  ((await ask(as, `${base}/shift-handover/${id}`)).body.data as unknown as Record<string, Handover>)[
    'shift-handover'
  ]
const takeOver = (as: Person, id: string, remarks = '', headers?: Record<string, string>) =>
  ask(as, `${base}/shift-handover-take-over`, { ids: [id], taken_over_remarks: remarks }, headers)
const lineOf = (sheet: HandoverSheet, part: 'money' | 'events' | 'open', kind: string) =>
  (sheet[part] as { kind: string }[]).find(line => line.kind === kind)

it('a sheet has the money, events and open matters of the location’s shift, and nobody else’s', async () => {
  const now = backend.clock()
  await report('bellLink', '51', now - 50 * MINUTE, { amount_minor: 275_000, kind: 'cancelled_credits' })
  await report('bellLink', '52', now - 40 * MINUTE)
  await report('novoline', '51', now - 20 * MINUTE, { amount_minor: 90_000, kind: 'jackpot' })
  await report('harbour', '51', now - 20 * MINUTE, { amount_minor: 50_000, kind: 'jackpot' })
  const collected = await ask('olga', '/api/fiscal-reports/v1/collector-checkpoint', {
    slot: slots.bellLink.id,
    counted: [{ minor: 10_000, count: 3 }],
  })
  expect(collected.status).toBe(200)
  backend.clock.advance(MINUTE)
  // A handpay stays what it was when the slot counts in another currency since.
  await backend.db
    .updateTable('slots')
    .set({ currency: 'EUR', updated_at: backend.clock() })
    .where('id', '=', slots.bellLink.id)
    .execute()

  const { sheet, number, from, to, state } = await handOver('mihai', { remarks: 'Bill jam on A-01' })
  // 09:00 UTC of a Wednesday: the gaming day of Bucharest began at 06:00 UTC.
  expect([number, state, from, to]).toEqual(['CJ-01/1', 'waiting', now - 3 * HOUR, now + MINUTE])
  expect(lineOf(sheet, 'money', 'handpays')).toEqual({
    kind: 'handpays',
    count: 1,
    without_amount: 0,
    sums: [{ minor: 275_000, currency: 'RON' }],
  })
  expect(lineOf(sheet, 'money', 'collections')).toMatchObject({
    count: 1,
    sums: [{ minor: 30_000, currency: 'RON' }],
  })
  expect(lineOf(sheet, 'open', 'handpays_open')).toMatchObject({
    count: 1,
    records: [
      {
        list: 'handpays',
        name: slots.novoline.serial,
        amount: { minor: 90_000, currency: 'RON' },
        word: 'jackpot',
        since: now - 20 * MINUTE,
      },
    ],
  })
  // A round has begun, and one slot of it is left.
  expect(lineOf(sheet, 'open', 'not_collected')).toMatchObject({
    count: 1,
    records: [{ name: slots.novoline.serial }],
  })
  expect(sheet.left_out).toEqual([])
})

it('what the outgoing person may not see is named as left out', async () => {
  const { sheet } = await handOver('olga')
  // An operator reads no payment transactions.
  expect(sheet.left_out).toEqual(['payments_in', 'payments_out'])
  expect(lineOf(sheet, 'money', 'payments_in')).toBeUndefined()
})

it('another person takes over with their own sign-in, once, and the sheet stays as it was signed', async () => {
  const now = backend.clock()
  await report('novoline', '51', now - 20 * MINUTE, { amount_minor: 90_000, kind: 'jackpot' })
  const { _id, sheet } = await handOver('olga')
  const own = await takeOver('olga', _id)
  expect([own.status, own.body.error.code]).toEqual([409, 'handover_own'])
  // Ends the handpay that the sheet names as open.
  await report('novoline', '52', now + MINUTE)
  backend.clock.advance(5 * MINUTE)

  const key = { 'Idempotency-Key': '0b9b3f3a-6f3f-4a5f-9d43-6a2f6f7d1c11' }
  const first = await takeOver('mihai', _id, 'Read', key)
  expect(first.body.data).toMatchObject({ results: [{ id: _id, outcome: 'done' }] })
  // The answer was lost: asked again it is the same, and nothing is signed twice.
  expect((await takeOver('mihai', _id, 'Read', key)).body.data).toEqual(first.body.data)
  const again = await takeOver('ana', _id)
  expect(again.body.data).toMatchObject({ results: [{ outcome: 'skipped', reason: 'taken_over' }] })
  expect(await read('olga', _id)).toMatchObject({
    state: 'taken_over',
    own: true,
    taken_over_by: people.mihai.fullName,
    taken_over_at: now + 5 * MINUTE,
    sheet,
  })
  const withdrawn = await ask('olga', `${base}/shift-handover-withdraw`, { ids: [_id] })
  expect(withdrawn.body.data).toMatchObject({ results: [{ outcome: 'skipped', reason: 'taken_over' }] })
  const log = await backend.db
    .selectFrom('audit_log')
    .select(['action'])
    .where('entity', '=', 'shift-handover')
    .orderBy('seq')
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['create', 'take_over'])
})

it('two accounts with one mail address are one person', async () => {
  const { _id } = await handOver('olga')
  await backend.db
    .updateTable('users')
    .set({ email: 'same@example.com' })
    .where('id', 'in', [people.olga.id, people.mihai.id])
    .execute()
  expect((await takeOver('mihai', _id)).body.error.code).toBe('handover_own')
})

it('one sheet of a location waits at a time; its author alone withdraws it, and the next follows on it', async () => {
  const key = { 'Idempotency-Key': '0b9b3f3a-6f3f-4a5f-9d43-6a2f6f7d1c12' }
  const body = { location: locations.cluj.id }
  const first = await ask('olga', `${base}/shift-handover`, body, key)
  expect((await ask('olga', `${base}/shift-handover`, body, key)).body.data).toEqual(first.body.data)
  const { _id } = (first.body.data as unknown as Record<string, Handover>)['shift-handover'] as Handover
  const second = await ask('mihai', `${base}/shift-handover`, body)
  expect([second.status, second.body.error.code]).toEqual([409, 'handover_waits'])
  const foreign = await ask('mihai', `${base}/shift-handover-withdraw`, { ids: [_id] })
  expect([foreign.status, foreign.body.error.code]).toEqual([409, 'handover_foreign'])
  expect((await ask('olga', `${base}/shift-handover-withdraw`, { ids: [_id] })).status).toBe(200)

  backend.clock.advance(HOUR)
  const next = await handOver('olga')
  expect(next.number).toBe('CJ-01/2')
  // The one that was withdrawn handed nothing over.
  expect(next.from).toBe(backend.clock() - 4 * HOUR)
  await takeOver('mihai', next._id)
  backend.clock.advance(8 * HOUR)
  const draft = await ask('mihai', `${base}/shift-handover-draft/${locations.cluj.id}`)
  expect(draft.body.data).toMatchObject({ draft: { from: next.to, to: backend.clock(), waiting: null } })
})

it('a beginning that cannot be is refused by its field', async () => {
  const problem = async (began_at: string) => {
    const answer = await ask('olga', `${base}/shift-handover`, { location: locations.cluj.id, began_at })
    return [answer.status, answer.body.error.fields?.began_at?.[0]?.code]
  }
  // The wall in Cluj shows 11:00.
  expect(await problem('2026-03-11T11:30')).toEqual([422, 'in_the_future'])
  expect(await problem('2026-03-08T11:30')).toEqual([422, 'shift_too_long'])
  expect(await problem('2026-03-29T03:30')).toEqual([422, 'invalid'])
  const { from, _id } = await handOver('olga', { began_at: '2026-03-11T10:30' })
  expect(from).toBe(backend.clock() - 30 * MINUTE)
  await takeOver('mihai', _id)
  backend.clock.advance(HOUR)
  expect(await problem('2026-03-11T10:45')).toEqual([422, 'before_last_handover'])
})

it('nobody signs or reads outside their scope, and nobody for a part of a location', async () => {
  const { _id } = await handOver('olga')
  expect((await ask('paulo', `${base}/shift-handover/${_id}`)).status).toBe(404)
  expect((await takeOver('paulo', _id)).status).toBe(404)
  expect((await ask('paulo', `${base}/shift-handover-draft/${locations.cluj.id}`)).status).toBe(404)
  // An auditor reads, and signs nothing; an inspector and who has no role read nothing.
  expect((await takeOver('andrei', _id)).status).toBe(403)
  expect((await ask('andrei', `${base}/shift-handover/${_id}`)).status).toBe(200)
  expect((await ask('irina', `${base}/shift-handovers`, {})).status).toBe(403)
  expect((await ask('nora', `${base}/shift-handovers`, {})).status).toBe(403)

  await backend.db
    .insertInto('user_roles')
    .values({ user_id: people.andrei.id, role_id: roleId('manager') })
    .execute()
  const rule = (model: string, condition: string) => ({
    name: condition,
    tenant: tenants.carpathia.id,
    model,
    user: people.andrei.id,
    conditions: [condition],
  })
  await ask('ana', '/api/users/v1/acl-rule', rule('slot', `serial: ${slots.bellLink.serial}`))
  const part = await takeOver('andrei', _id)
  expect([part.status, part.body.error.code]).toEqual([403, 'handover_part'])
  const drawn = await ask('andrei', `${base}/shift-handover-draft/${locations.cluj.id}`)
  expect([drawn.status, drawn.body.error.code]).toEqual([403, 'handover_part'])
  expect((await ask('andrei', `${base}/shift-handover-draft/${locations.braila.id}`)).status).toBe(403)
})

it('of two people who hand over in one instant one has the sheet, and the other reads that it waits', async () => {
  const input = { location: locations.cluj.id }
  const answers = await Promise.all(
    (['olga', 'mihai'] as const).map(as => ask(as, `${base}/shift-handover`, input)),
  )
  const [done, late] = answers.sort((a, b) => a.status - b.status)
  expect([done?.status, late?.status]).toEqual([200, 409])
  expect(late?.body.error).toMatchObject({ code: 'handover_waits' })
  expect(await backend.db.selectFrom('shift_handovers').select('number').execute()).toHaveLength(1)
})

it('the takings of following shifts add up: what one counted of an hour is no part of the next', async () => {
  const reads = (coinIn: number) =>
    ingest(backend.deps, { tenantId: null }, [
      {
        smib_id: smibs.bellLink.mac,
        message_seq_nr: ++seq,
        server_time_nano: `${backend.clock()}000000`,
        counters: [{ game_nr: 0, meters: { '0000': coinIn, '0001': 0, '0002': 0 } }],
      },
    ])
  const amount = ({ sheet }: Handover) => sheet.takings?.sums[0]?.minor
  const { denomination_minor: price } = await backend.db
    .selectFrom('slots')
    .select('denomination_minor')
    .where('id', '=', slots.bellLink.id)
    .executeTakeFirstOrThrow()
  await reads(1_000)
  backend.clock.advance(20 * MINUTE)
  await reads(1_300)
  const first = await handOver()
  expect([amount(first), first.sheet.takings?.since]).toEqual([300 * price, first.from])
  await takeOver('mihai', first._id)
  backend.clock.advance(20 * MINUTE)
  await reads(1_350)
  backend.clock.advance(HOUR)
  await reads(2_000)
  const second = await handOver('mihai')
  expect([amount(second), second.sheet.takings?.since]).toEqual([700 * price, first.to])
  // Of a beginning within an hour that no sheet ended at, the whole hour counts, and the sheet says from when.
  await takeOver('olga', second._id)
  backend.clock.advance(2 * HOUR)
  await reads(2_100)
  const third = await handOver('olga', { began_at: '2026-03-11T14:30' })
  expect(third.sheet.takings?.since).toBe(third.from - 30 * MINUTE)
  // Of one within the hour at which the sheet before ended, without what that one has counted.
  await takeOver('mihai', third._id)
  backend.clock.advance(5 * MINUTE)
  await reads(2_140)
  backend.clock.advance(5 * MINUTE)
  const zone = 'Europe/Bucharest'
  const began_at = DateTime.fromMillis(third.to, { zone }).plus({ minutes: 6 }).toFormat("yyyy-MM-dd'T'HH:mm")
  const fourth = await handOver('mihai', { began_at })
  expect([amount(fourth), fourth.sheet.takings?.since]).toEqual([40 * price, third.to])
})

it('whoever may read no figures of slots signs without takings, and the sheet says so', async () => {
  await backend.db.deleteFrom('role_permissions').where('permission', '=', 'slot::get').execute()
  const { sheet } = await handOver('olga')
  expect(sheet.takings).toBeUndefined()
  expect(sheet.left_out).toContain('takings')
})
